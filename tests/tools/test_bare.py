"""Where no clean Debian can be made that is told, and nothing passes for tried."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import bare
import pytest
import wheels


@pytest.mark.parametrize(
    ("main", "options"),
    [(bare.main, []), (wheels.main, ["--only", "3.13", "--out", "."])],
    ids=["bare", "wheels"],
)
def test_who_is_not_root_is_told_so_and_loses_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    main: Callable[[], None],
    options: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["make", *options])
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    (tmp_path / "letter.txt").touch()
    with pytest.raises(SystemExit, match="only root makes a clean Debian"):
        main()
    assert (tmp_path / "letter.txt").exists()
