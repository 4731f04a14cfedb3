"""Processes of a run: forked from one that has read the programme, spoken to by a pipe, killed."""

import os
import signal
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

Post = Callable[[bytes], bytes]
"""What carries a message of a process to the hub; ``OSError`` where it is cut."""
Answer = Callable[[str, tuple[Any, ...]], Any]


class DeadError(Exception):
    """The process that was asked is gone."""


class RefusedError(Exception):
    """What was asked was refused; the words of the refusal."""


class Actor:
    """A process of its own, asked one thing at a time."""

    def __init__(self, make: Callable[[Connection], Answer]) -> None:
        self._line, theirs = Pipe()
        self.pid = os.fork()
        if not self.pid:
            self._line.close()
            _serve(theirs, make)
        theirs.close()

    def ask(self, what: str, *args: Any, post: Post | None = None) -> Any:
        """Ask, and carry to the hub what it posts meanwhile."""
        try:
            self._line.send((what, args))
            while True:
                kind, content = self._line.recv()
                if kind == "done":
                    return content
                if kind == "failed":
                    raise RefusedError(content)
                assert post is not None, kind
                self._line.send(_carried(post, content))
        except (EOFError, ConnectionError):
            self.kill()
            raise DeadError(what) from None

    def doom(self, seconds: float) -> None:
        """Kill it after so much work of its own: whatever else the machine does, in the midst."""
        with suppress(DeadError):
            self.ask("doom", seconds)

    def kill(self) -> None:
        """kill -9; what it did not commit is gone."""
        if self.pid:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.pid = 0
            self._line.close()


def _carried(post: Post, message: bytes) -> tuple[str, Any]:
    try:
        return "answer", post(message)
    except RefusedError as refusal:
        return "refused", str(refusal)
    except (DeadError, OSError):
        return "cut", None


def _serve(line: Connection, make: Callable[[Connection], Answer]) -> None:
    """In the child: answer until the line ends."""
    try:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        answer = make(line)
        while True:
            what, args = line.recv()
            if what == "doom":
                signal.setitimer(signal.ITIMER_PROF, *args)
                line.send(("done", None))
                continue
            try:
                line.send(("done", answer(what, args)))
            except (EOFError, ConnectionError):
                raise
            except Exception as error:
                line.send(("failed", f"{type(error).__name__}: {error}"))
    except (EOFError, ConnectionError):
        pass
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(0)
