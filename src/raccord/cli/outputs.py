"""What commands write: files given by name, or the standard output for ``-``."""

from collections.abc import Callable
from os import PathLike
from pathlib import Path

import click

STANDARD = "-"


class NewFile(click.Path):
    """A file, or a folder, to be written: a name, never ``-`` where that would be one too."""

    def __init__(self, *, folder: bool = False) -> None:
        super().__init__(path_type=Path, file_okay=not folder, dir_okay=folder)

    def convert(
        self,
        value: str | PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | PathLike[str]:
        """The path, where it is not that of the standard output."""
        if str(value) == STANDARD:
            self.fail("« - » : donnez un nom, la sortie standard ne convient pas ici", param, ctx)
        return super().convert(value, param, ctx)


def deliver(*wanted: tuple[str | None, Callable[[], bytes]]) -> None:
    """Write each document that is asked for, to its file or to the standard output, and say so."""
    asked = [(path, make) for path, make in wanted if path]
    to_standard = sum(path == STANDARD for path, _ in asked)
    if to_standard > 1:
        raise click.UsageError("une seule sortie peut être « - »")
    for path, make in asked:
        content = make()
        if path == STANDARD:
            click.echo(content, nl=False)
        else:
            Path(path).write_bytes(content)
            click.echo(f"{path} : {len(content)} octets", err=to_standard > 0)
