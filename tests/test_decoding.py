"""What decoders complain of, told in French."""

import json
import tomllib
from collections.abc import Callable
from typing import Annotated, Literal

import msgspec
import pytest

from raccord.decoding import MALFORMED, in_french, locate


class Sample(msgspec.Struct, forbid_unknown_fields=True):
    count: Annotated[int, msgspec.Meta(ge=1, le=15)] = 1
    side: Literal["across", "down"] = "down"
    words: tuple[str, ...] = ()


class Outer(msgspec.Struct):
    sample: Sample


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({}, "clé manquante : sample"),
        ({"sample": {"count": "a"}}, "sample.count (attendu : un entier ; reçu : un texte)"),
        ({"sample": {"count": 99}}, "sample.count (attendu : un entier <= 15)"),
        ({"sample": {"side": "up"}}, "sample.side (valeur inconnue : « up »)"),
        ({"sample": {"zut": 1}}, "sample (clé inconnue : zut)"),
        ({"sample": {"words": [1]}}, "sample.words[0] (attendu : un texte ; reçu : un entier)"),
        ([], "attendu : une table ; reçu : une liste"),
    ],
)
def test_a_wrong_value_is_told_with_its_place(value: object, told: str) -> None:
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(value, Outer)
    assert in_french(caught.value) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [("a = = 3", "ligne 1, colonne 5"), ('a = 1\nb = "', "à la fin du texte")],
)
def test_a_text_that_is_no_toml_is_told_by_line_and_column(text: str, told: str) -> None:
    with pytest.raises(MALFORMED) as caught:
        tomllib.loads(text)
    assert locate(caught.value) == told


def test_a_text_that_is_no_json_is_told_by_line_and_column() -> None:
    with pytest.raises(MALFORMED) as caught:
        json.loads('{"a": 1,\n 3}')
    assert locate(caught.value) == "ligne 2, colonne 2"
    with pytest.raises(MALFORMED) as caught:
        msgspec.json.decode('{"a" 3}')
    assert locate(caught.value) == "octet 5"


@pytest.mark.parametrize("decode", [json.loads, msgspec.json.decode])
def test_a_text_too_deep_to_be_read_is_told_whatever_python_calls_it(
    decode: Callable[[str], object],
) -> None:
    """Python 3.14 speaks of a stack overflow where others speak of recursion."""
    with pytest.raises(MALFORMED) as caught:
        decode("[" * 1_000_000)
    assert locate(caught.value) == "trop d'imbrications"
    assert locate(RecursionError("Stack overflow (used 8190 kB)")) == "trop d'imbrications"
