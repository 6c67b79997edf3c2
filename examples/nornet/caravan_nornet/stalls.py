"""Intervals in which the emulated lines stalled because their relay got no processor time, as logged by the relay. Real lines do not stall
this way."""
import re
from dataclasses import dataclass
from pathlib import Path as File

_TOLD = re.compile(r"^late (\d+\.\d+) for (\d+\.\d+) ms$", re.MULTILINE)


@dataclass(frozen=True)
class Stall:
    end: float  # s since 1970
    seconds: float


def told(log: File) -> list[Stall] | None:
    """None where no relay keeps the lines, but the kernel, which tells nothing."""
    if not log.exists():
        return None
    return [Stall(float(end), float(ms) / 1e3) for end, ms in _TOLD.findall(log.read_text())]


def share(stalls: list[Stall], began: float, ended: float) -> float:
    """Of that time, in which the lines stood still: 0 to 1."""
    covered, until = 0.0, began
    for each in sorted(stalls, key=lambda stall: stall.end):
        start, end = max(each.end - each.seconds, until), min(each.end, ended)
        if end > start:
            covered += end - start
            until = end
    return covered / (ended - began)
