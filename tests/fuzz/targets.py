"""Every parser of what people give us, as a function of bytes that may be anything.

A target either accepts the bytes, and then what it read can be written and used, or it raises an
error that the command line tells in one line as the caller's.
"""

import atexit
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from raccord import _core, lexicon
from raccord.board import (
    Board,
    Move,
    Reference,
    format_positions,
    gcg,
    parse_positions,
    solver_rack,
)
from raccord.cli.arbitrate import load
from raccord.cli.failures import BAD_INPUT, told
from raccord.duplicate import record
from raccord.jarnac import record as jarnac_record
from raccord.quoting import one_line
from raccord.regulation import EDITION_IDS
from raccord.regulation.marking import format_entry, judge, parse_entry

CORPUS = Path(__file__).parent.parent.parent / "fuzz" / "corpus"
MOST_WORDS = 2000  # compiled; longer lists take too long to try thousands of times

_folder = Path(tempfile.mkdtemp(prefix="raccord-fuzz-"))
atexit.register(shutil.rmtree, _folder, ignore_errors=True)


def attempt(name: str, data: bytes) -> bool:
    """Whether the parser takes the bytes; raises if it fails otherwise than by refusing them."""
    try:
        TARGETS[name](data)
    except Exception as error:
        line, code = told(error)
        if code != BAD_INPUT or not one_line(line).isprintable():
            raise
        return False
    return True


def corpus(name: str) -> list[Path]:
    """The inputs kept for a target."""
    return sorted((CORPUS / name).iterdir())


def _file(data: bytes) -> str:
    return data.decode("utf-8-sig", errors="replace")


def _argument(data: bytes) -> str:
    return data.decode("utf-8", errors="surrogateescape")


def _board(data: bytes) -> None:
    board = Board.parse(_file(data))
    assert Board.parse(str(board)) == board


def _positions(data: bytes) -> None:
    positions = parse_positions(_file(data))
    assert parse_positions(format_positions(positions)) == positions


def _rack(data: bytes) -> None:
    rack = solver_rack(_argument(data))
    assert solver_rack(rack) == rack


def _reference(data: bytes) -> None:
    reference = Reference.parse(_argument(data))
    assert Reference.parse(str(reference)) == reference


def _move(data: bytes) -> None:
    move = Move.parse(_argument(data))
    assert Move.parse(str(move)) == move


def _gcg(data: bytes) -> None:
    gcg.loads(_file(data))


def _entry(data: bytes) -> None:
    entry = parse_entry(_argument(data))
    assert parse_entry(format_entry(entry)) == entry


def _case(data: bytes) -> None:
    path = _folder / "case.toml"
    path.write_bytes(data)
    for case in load(path):
        for edition in EDITION_IDS:
            judge(case.situation(edition), case.slip.slip())


def _word_list(data: bytes) -> None:
    words = lexicon.parse(data).words
    assert all(map(lexicon.is_word, words))
    if len(words) <= MOST_WORDS:
        automaton = _core.Automaton.of(_core.compile("\n".join(words).encode()))
        assert len(automaton) == len(words)


def _record(data: bytes) -> None:
    record.loads(data)


def _jarnac(data: bytes) -> None:
    jarnac_record.loads(data)


TARGETS: dict[str, Callable[[bytes], None]] = {
    "board": _board,
    "case": _case,
    "entry": _entry,
    "gcg": _gcg,
    "jarnac": _jarnac,
    "move": _move,
    "positions": _positions,
    "rack": _rack,
    "record": _record,
    "reference": _reference,
    "word_list": _word_list,
}
