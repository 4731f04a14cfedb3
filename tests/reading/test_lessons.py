"""What a club's hands teach: cells of confirmed slips, and what was gained on hands kept apart."""

import json
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from handwriting.cells import make_cells
from handwriting.fonts import APACHE, APART, CALIBRATING, FIGURES, TRAINING
from handwriting.sheets import load_hand

from raccord.cli import cli
from raccord.reading.cells import read_cells
from raccord.reading.errors import ReadingError
from raccord.reading.lessons import Lesson, format_lesson, hands_in, lesson_of, refine
from raccord.reading.network import CHARACTERS, format_network, parse_network, shipped_network
from raccord.reading.photographs import find_slips
from raccord.regulation import Slip
from tests.reading_slips import HANDS, frame_of, picture_of, slip_of


def lessons(count: int = 5, cells: int = 130) -> dict[str, list[Lesson]]:
    """Hands whose every letter stands for the one before it: nothing shipped can read them."""
    found = {}
    for n in range(count):
        made = make_cells([load_hand(HANDS[n % len(HANDS)])], cells, seed=n)
        own = (made.characters < 26) & (made.struck < 0.5)
        shifted = (made.characters[own] + 1) % 26
        found[f"K7QX/{n}"] = [Lesson(made.crops[own], shifted.astype(np.int64))]
    return found


def test_weights_are_small_and_the_fonts_they_are_tried_on_are_no_others() -> None:
    assert len(format_network(shipped_network())) < 2**20
    learnt = {*TRAINING, *FIGURES}
    assert len(learnt) == len(TRAINING) + len(FIGURES)
    assert not learnt & set(APART)
    assert not set(CALIBRATING) & (set(APART) | learnt)
    assert {path.stem for path in HANDS} <= set(APART)


def test_the_weights_name_every_font_they_were_made_from_with_its_licence() -> None:
    notice = resources.files("raccord.data").joinpath("NOTICE-reading.md").read_text("utf-8")
    named = [
        one.strip() for part in notice.split(":\n")[1:] for one in part.split(".\n")[0].split(",")
    ]
    made_from = (*TRAINING, *FIGURES, *CALIBRATING)
    assert named == [f"{name}*" if name in APACHE else name for name in made_from]


def test_a_network_read_from_its_file_sees_the_same() -> None:
    network = shipped_network()
    crops = make_cells([load_hand(HANDS[0])], 20, seed=1).crops
    again = parse_network(format_network(network))
    assert np.allclose(again(crops).logits, network(crops).logits, atol=1e-4)


def test_the_cells_of_a_confirmed_slip_bear_its_characters() -> None:
    (flat,) = find_slips(frame_of([slip_of(4, "H4 MOTEL", 38)])).slips
    slip = Slip(word="MOTEL", direction="across", reference="H4", score=38)
    lesson = lesson_of(read_cells(flat.image, shipped_network()), slip)
    assert sorted(CHARACTERS[i] for i in lesson.characters) == sorted("MOTELH438")
    other = Slip(word="MOT", direction="across", reference="H12", score=None)
    assert not len(lesson_of(read_cells(flat.image, shipped_network()), other).crops)


def test_refining_tells_what_it_gained_on_hands_kept_apart() -> None:
    network, gain = refine(shipped_network(), lessons())
    assert gain.after > gain.before + 0.1
    assert (gain.hands, gain.apart) == (4, 1)
    assert network is not shipped_network()
    with pytest.raises(ReadingError, match="trop peu pour apprendre"):
        refine(shipped_network(), lessons(2))


def test_the_commands_read_scans_and_train(tmp_path: Path) -> None:
    for name, taught in lessons().items():
        path = tmp_path / "hands" / f"{name}-1.npz"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(format_lesson(taught[0]))
    assert len(hands_in(tmp_path / "hands")) == 5
    run = CliRunner()
    trained = run.invoke(cli, ["reading", "train", "--data", str(tmp_path), "--json"])
    assert json.loads(trained.output)["kept"], trained.output
    assert (tmp_path / "reading.npz").exists()
    scan, other = tmp_path / "scan.jpg", tmp_path / "other.jpg"
    scan.write_bytes(picture_of(slip_of(3, "H4 TOILE", 12)))
    other.write_bytes(b"nothing")
    asked = ["reading", "read", str(scan), "--rack", "EILNOTS", "--json"]
    told = json.loads(run.invoke(cli, asked).output)
    assert (told[0]["table"], "TOILE" in told[0]["readings"][0]["line"]) == (3, True)
    refused = run.invoke(cli, ["reading", "read", str(other), "--rack", "EILNOTS"])
    assert (refused.exit_code, "JPEG" in refused.output) == (2, True)
