"""Pure: for each path what the paper says, what the emulated inputs imply, and what Caravan measured, as one row."""
from dataclasses import dataclass

from . import paper, statistics
from .implied import Implied, implied
from .inputs import Description, way
from .paper import Figure, Path, Said

TOLERANCE = 0.1  # of what the inputs imply


@dataclass(frozen=True)
class Measured:
    mean: float
    half_width: float | None
    times: int


@dataclass(frozen=True)
class Row:
    path: Path
    expected: Implied
    paper_mbps: Said | None
    paper_ms: Said | None
    mbps: Measured | None  # throughput
    loaded_ms: Measured | None
    idle_ms: Measured | None
    stalled: float | None  # share of the measured time in which the emulated lines stood still, mean; None where nobody tells

    def off_throughput(self) -> float | None:
        """How far the measured is from the implied, as a share of it; None where nothing was measured."""
        return None if self.mbps is None else self.mbps.mean * 1e6 / self.expected.throughput_bps - 1

    def off_loaded(self) -> float | None:
        return None if self.loaded_ms is None else self.loaded_ms.mean / self.expected.loaded_rtt_ms - 1


def rows(description: Description, figure: Figure, repetitions: list[dict]) -> list[Row]:
    return [_row(description, path, [found for each in repetitions for found in each["paths"] if _is(found,
        path)]) for path in figure.paths]


def agrees(measured: Measured, said: Said) -> bool:
    """Within a tenth of the paper's number, or within its bound."""
    if said.value is not None:
        return abs(measured.mean - said.value) <= TOLERANCE * said.value
    return (said.least is None or measured.mean > said.least) and (said.most is None or round(measured.mean, 1) <= said.most)


def _row(description: Description, path: Path, found: list[dict]) -> Row:
    return Row(path, implied(way(description, path.source, path.target, path.family), path.family), paper.said(paper.THROUGHPUT, path),
               paper.said(paper.LOADED_RTT, path), _measured([each["throughputBps"] / 1e6 for each in found]),
               _measured([each["loadedRttMs"] for each in found]), _measured([each["idleRttMs"] for each in found]),
               statistics.mean(told) if (told := [each["stalled"] for each in found if "stalled" in each]) else None)


def _is(found: dict, path: Path) -> bool:
    return (found["from"], found["to"], found["family"]) == (path.source, path.target, path.family)


def _measured(values: list[float]) -> Measured | None:
    return Measured(statistics.mean(values), statistics.half_width(values), len(values)) if values else None
