"""What a handler may ask for: a parameter ``page: ThisPage`` or ``services: TheServices``."""

from typing import TypeAlias

from litestar.di import NamedDependency

from raccord.web.page import Page
from raccord.web.services import Services

ThisPage: TypeAlias = NamedDependency[Page]
TheServices: TypeAlias = NamedDependency[Services]
