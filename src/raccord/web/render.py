"""Templates: Jinja2, everything escaped, one environment per language."""

import json
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from babel.dates import format_date, format_time
from babel.numbers import format_decimal, format_percent
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from raccord.documents.typography import typography
from raccord.quoting import short_hash
from raccord.regulation.editions import edition, named
from raccord.web import boards
from raccord.web.i18n import LANGUAGES, SOURCE_LANGUAGE, Catalogue
from raccord.web.static import Assets

TEMPLATES = Path(__file__).parent / "templates"
PARTED = " + "
"""What stands between the parts of a formula's name."""


class Renderer:
    """Renders templates in each language."""

    def __init__(self, assets: Assets, catalogue: Catalogue) -> None:
        self._environments = {lang: _environment(lang, assets, catalogue) for lang in LANGUAGES}

    def render(self, language: str, template: str, context: Mapping[str, object]) -> str:
        """Render a template."""
        return self._environments[language].get_template(template).render(context)


def _environment(language: str, assets: Assets, catalogue: Catalogue) -> Environment:
    env = Environment(
        loader=PackageLoader("raccord.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
    )
    translate: Any = env
    translate.install_gettext_callables(
        lambda message: _of_template(catalogue, language, message),
        lambda one, many, count: catalogue.ngettext(language, one, many, count),
        newstyle=True,
    )
    env.globals.update(asset=assets.url, language=language, languages=LANGUAGES, boards=boards)
    env.filters.update(
        number=lambda value: _number(value, language),
        percent=lambda value, digits=1: _percent(value, digits, language),
        date=lambda value: format_date(value, format="long", locale=language),
        day=lambda at: _day(at, language),
        hour=lambda at: format_time(_local(at), format="short", locale=language),
        time=lambda value: format_time(value, format="short", locale=language),
        duration=duration,
        valued=lambda value, way: _valued(value, way, language),
        bare=bare,
        fr=typography,
        edition=lambda id_: catalogue.gettext(language, named(edition(id_))),
        # For texts that a person may have typed; ``_`` is for those of templates and code.
        told=lambda text: catalogue.gettext(language, text),
        formula=lambda label: _formula(label, language, catalogue),
        short_hash=short_hash,
        data=_data,
    )
    return env


def _of_template(catalogue: Catalogue, language: str, message: str) -> str:
    """A message of ours; Jinja takes it for markup, so any other text is made harmless."""
    found = catalogue.gettext(language, message)
    return found if catalogue.knows(message) else escape(found)


def _day(at: int, language: str) -> str:
    """The day of an instant in ms since 1970, in the server's time zone."""
    return str(format_date(_local(at), "long", locale=language))


def _local(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000).astimezone()


# Babel takes its time for each number, and a ranking has thousands of them, many the same.
@lru_cache(maxsize=20_000)
def _number(value: float, language: str) -> str:
    return format_decimal(value, locale=language).replace("-", "−")


@lru_cache(maxsize=20_000)
def _percent(value: float, digits: int, language: str) -> str:
    space = " " if language == SOURCE_LANGUAGE else ""
    return format_percent(value, format=f"#,##0.{'0' * digits}{space}%", locale=language)


def _formula(label: str, language: str, catalogue: Catalogue) -> str:
    """A formula as people call it: ``7 sur 8 + Joker``, each part in the language."""
    return PARTED.join(catalogue.gettext(language, part) for part in label.split(PARTED))


def duration(seconds: float) -> str:
    """A thinking time as it is shown: ``2:41``."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d}"


def _valued(value: float, way: str, language: str) -> str:
    """What a ranking counts: a time as minutes and seconds, ``3:31,4``, all else as a number."""
    if way != "time":
        return _number(value, language)
    minutes, tenths = divmod(round(value * 10), 600)
    part = f"{_number(tenths % 10 / 10, language)[1:]}" if tenths % 10 else ""
    return f"{minutes}:{tenths // 10:02d}{part}"


def bare(name: str, word: str) -> str:
    """A name without the word that will stand before it: « Saison 2026 » of the season « 2026 »."""
    head, _, rest = name.partition(" ")
    return rest if rest and head.casefold() == word.casefold() else name


def _data(value: object) -> Markup:
    """JSON for a ``<script type="application/json">`` block: never leaves its element."""
    text = json.dumps(value, ensure_ascii=False)
    # Escaped as JSON, not as HTML: a script element does not read entities.
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))  # noqa: S704
