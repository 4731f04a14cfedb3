"""The web application: pages in French first, a JSON API, live updates.

``create_app`` builds it from ``Settings``; ``docs/web.md`` tells how to add a page.
"""

from raccord.web.app import create_app
from raccord.web.settings import Settings

__all__ = ["Settings", "create_app"]
