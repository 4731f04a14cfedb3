"""Values as pages write them."""

import pytest

from raccord.web.i18n import LANGUAGES, Catalogue
from raccord.web.render import _environment, _valued, bare
from raccord.web.static import Assets


@pytest.mark.parametrize(
    ("value", "way", "shown"),
    [
        (197, "time", "3:17"),
        (211.4, "time", "3:31,4"),
        (59.96, "time", "1:00"),
        (0, "time", "0:00"),
        (197, "points", "197"),
        (61.49, "au-top", "61,49"),
    ],
)
def test_a_ranking_by_time_tells_minutes_and_seconds(value: float, way: str, shown: str) -> None:
    assert _valued(value, way, "fr") == shown


@pytest.mark.parametrize(
    ("name", "word", "left"),
    [
        ("Saison 2026-2027", "saison", "2026-2027"),
        ("2026-2027", "saison", "2026-2027"),
        ("Équipe", "Équipe", "Équipe"),
        ("équipe du Rhône", "Équipe", "du Rhône"),
        ("Saisonniers", "saison", "Saisonniers"),
    ],
)
def test_a_word_that_stands_before_a_name_is_not_said_twice(
    name: str, word: str, left: str
) -> None:
    assert bare(name, word) == left


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_messages_of_ours_are_markup(language: str) -> None:
    """What a person typed may come to ``_``, which Jinja never escapes."""
    env = _environment(language, Assets({}), Catalogue.load())
    shown = env.from_string("{{ _(text) }} {{ text|told }} {{ _('Jouer seul') }}")
    told = shown.render(text="<mark>L'été")
    assert told.count("&lt;mark&gt;") == 2
    assert "<mark>" not in told
