"""Ctrl-C and its like: they end the bench once, and never in the middle of putting something away."""
import signal
from contextlib import contextmanager
from typing import Iterator

_depth = 0
_came = False
_told = False


def install() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _handle)


@contextmanager
def undisturbed() -> Iterator[None]:
    """An interrupt that comes within is raised at the end of it."""
    global _depth
    _depth += 1
    try:
        yield
    finally:
        _depth -= 1
        _raise_once()


def _handle(*_: object) -> None:
    global _came
    _came = True
    _raise_once()


def _raise_once() -> None:
    global _told
    if _came and not _told and _depth == 0:
        _told = True
        raise KeyboardInterrupt
