"""What a copy's network filter costs: streams, round trips and connections with it and without it, by turns."""
import math
import os
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Callable, Sequence

from . import filter_traffic as traffic
from .errors import BenchError
from .filter_ground import GOLDEN, Filter, Ground
from .filter_traffic import Slice

PAIRS = 30
STREAM_S = 0.25
LINE = "500mbit"
LINE_S = 0.5
TURNS = 2000
CONNECTIONS = 300
CPU_UNIT = "CPU s/GB"
LARGE_BYTES = 256 << 20
FRAMES_BYTES = 32 << 20
DECIDING = 6  # pairs, from which on the bounds are those of 95 %
GOAL_SHARE = 0.02
GOAL_MS = 0.02
_CONFIDENCE = 0.95
_WIDTH = 38


@dataclass
class Row:
    """unit -- Gbit/s, where more is better, ms, or processor seconds for each GB. Values and processor seconds of each pair: without the
    filter, with it."""
    name: str
    unit: str
    pairs: list[tuple[Slice, Slice]] = field(default_factory=list)

    @property
    def goal(self) -> float:
        """The most that the filter may cost: share of the throughput, or ms."""
        return GOAL_MS if self.unit == "ms" else GOAL_SHARE

    def costs(self) -> list[float]:
        """Of each pair: lost share of the throughput, or ms more."""
        if self.unit == "Gbit/s":
            return [1 - on.value / off.value for off, on in self.pairs]
        if self.unit == CPU_UNIT:  # the share that a core without idle time loses
            return [1 - off.value / on.value for off, on in self.pairs]
        return [on.value - off.value for off, on in self.pairs]

    def cpu_ratios(self) -> list[float]:
        return [on.cpu / off.cpu for off, on in self.pairs]

    def verdict(self) -> str:
        low, high = bounds(self.costs())
        if len(self.pairs) < DECIDING:
            return "undecided"
        return "met" if high <= self.goal else "MISSED" if low > self.goal else "undecided"

    def record(self) -> dict[str, object]:
        low, high = bounds(self.costs())
        return {"name": self.name, "unit": self.unit, "without": median(off.value for off, _ in self.pairs),
            "with": median(on.value for _, on in self.pairs),
            "cost": median(self.costs()), "costLow": low, "costHigh": high, "goal": self.goal, "verdict": self.verdict(),
            "cpuRatio": median(self.cpu_ratios()), "cpuRatioBounds": bounds(self.cpu_ratios()),
            "pairs": [[off.value, on.value, off.cpu, on.cpu] for off, on in self.pairs]}

    def line(self) -> str:
        low, high = bounds(self.costs())
        off, on = median(off.value for off, _ in self.pairs), median(on.value for _, on in self.pairs)
        cost = median(self.costs())
        if self.unit != "ms":
            shown = f"{cost:>8.1%} {f'({low:.1%} to {high:.1%})':<22}"
        else:
            shown = f"{cost * 1000:>5.1f} µs {f'({low * 1000:.1f} to {high * 1000:.1f})':<22}"
        values = f"{off:>9.3f}{on:>9.3f}" if self.unit != "ms" else f"{off:>9.4f}{on:>9.4f}"
        return f"{f'{self.name}, {self.unit}':<{_WIDTH}}{values}{on / off:>8.3f}  {shown}{self._cpu():<24}{self.verdict()}"


    def _cpu(self) -> str:
        low, high = bounds(self.cpu_ratios())
        return f"{median(self.cpu_ratios()):.3f} ({low:.3f} to {high:.3f})"


class Price:
    """Rows, seconds of each loading of the filter, and the load of the machine around the run."""
    failed = False

    def __init__(self, rows: list[Row], loading: list[float], load: tuple[float, float]) -> None:
        self.rows = rows
        self.loading = loading
        self.load = load

    def record(self) -> dict[str, object]:
        return {"rows": [row.record() for row in self.rows], "loadingMillis": [seconds * 1000 for seconds in self.loading],
                "loadBefore": self.load[0], "loadAfter": self.load[1]}

    def table(self) -> str:
        pairs = len(self.rows[0].pairs)
        head = (f"{f'{pairs} pairs, by turns':<{_WIDTH}}{'without':>9}{'with':>9}{'ratio':>8}  "
                f"cost (95 % of its median)      {'CPU':<24}goal")
        return "\n".join([
            head, *(row.line() for row in self.rows),
            f"{'filter loaded by nft, ms':<{_WIDTH}}{'':>9}{median(self.loading) * 1000:>9.1f}",
            f"Line: the consumer is behind {LINE[:-4]} Mbit/s, so that packets have the size of frames. "
            "The other streams are limited by the processor.",
            "One core: processor time for the same bytes, which other load hardly changes; cost is the throughput that a busy core loses. "
            "Packets have up",
            "to 64 KiB there, as between programs of one machine and from network cards that join segments; with frames, they have 1500 B: "
            "the worst case.",
            f"CPU: ratio of processor time for the same work. Goal: at most {GOAL_SHARE:.0%} of the throughput, "
            f"{GOAL_MS} ms of a round trip.",
            f"Load of the machine: {self.load[0]:.1f} processes before, {self.load[1]:.1f} after the run, {os.cpu_count()} cores."]) + "\n"


def bounds(values: Sequence[float]) -> tuple[float, float]:
    """Of the median at 95 %, by order statistics: no assumption about the distribution.
    The extremes where there are fewer values than DECIDING."""
    ordered, count = sorted(values), len(values)
    if not ordered:
        raise ValueError("bounds need at least one value")
    below, rank = 0.0, 0
    while rank < count // 2:
        below += math.comb(count, rank) / 2**count
        if 2 * below > 1 - _CONFIDENCE:
            break
        rank += 1
    first = max(rank - 1, 0)
    return ordered[first], ordered[count - 1 - first]


def measure(home: Path, pairs: int, say: Callable[[str], None], cpu_only: bool = False) -> Price:
    """pairs -- of each row, 1 to 1000. cpu_only -- only the rows that another load of the machine does not disturb."""
    text = (home / GOLDEN).read_text()
    before, loading = os.getloadavg()[0], []
    with Ground(Filter.of(text)) as ground:
        say("both IP versions without and with the filter")
        _refuse_leaks(ground)
        measured = [one for one in _measurements(ground) if not cpu_only or one[1] == CPU_UNIT]
        rows = [Row(name, unit) for name, unit, _ in measured]
        for number in range(pairs):
            say(f"pair {number + 1} of {pairs}")
            for row, (_, _, one) in zip(rows, measured):
                row.pairs.append(_pair(ground, one, loading, filter_first=number % 2 == 1))
    return Price(rows, loading, (before, os.getloadavg()[0]))


def _pair(ground: Ground, one: Callable[[], Slice], loading: list[float], filter_first: bool) -> tuple[Slice, Slice]:
    """Whatever else the machine does, and does more and more, meets both alike."""
    slices = {}
    for on in (filter_first, not filter_first):
        if on:
            loading.append(ground.put())
        try:
            slices[on] = one()
        except OSError as fault:
            raise BenchError(f"Traffic {'with' if on else 'without'} the filter failed: {fault}.",
                "look at the rules: nft list ruleset.") from fault
        if on:
            ground.take()
    return slices[False], slices[True]


def _measurements(ground: Ground) -> list[tuple[str, str, Callable[[], Slice]]]:
    rows = []
    for version in (4, 6):
        ends = ground.copy, ground.peer, ground.filter.own[version], ground.filter.port, ground.filter.peers[version]
        rows += [(f"TCP to the copy, IPv{version}", "Gbit/s", lambda ends=ends: _stream(ends, to_copy=True)),
                 (f"TCP from the copy, IPv{version}", "Gbit/s", lambda ends=ends: _stream(ends, to_copy=False)),
                 (f"TCP to the copy, line, IPv{version}", "Gbit/s", lambda ends=ends: _limited(ground, ends, to_copy=True)),
                 (f"TCP from the copy, line, IPv{version}", "Gbit/s", lambda ends=ends: _limited(ground, ends, to_copy=False)),
                 (f"TCP to the copy, one core, IPv{version}", CPU_UNIT, lambda ends=ends: _work(ends, True, LARGE_BYTES)),
                 (f"TCP from the copy, one core, IPv{version}", CPU_UNIT, lambda ends=ends: _work(ends, False, LARGE_BYTES)),
                 (f"the same, frames, to, IPv{version}", CPU_UNIT, lambda ends=ends: _frames(ground, ends, True)),
                 (f"the same, frames, from, IPv{version}", CPU_UNIT, lambda ends=ends: _frames(ground, ends, False)),
                 (f"TCP round trip, IPv{version}", "ms", lambda ends=ends: _turns(traffic.connected(*ends))),
                 (f"UDP round trip, IPv{version}", "ms", lambda ends=ends: _turns(traffic.datagrams(*ends))),
                 (f"TCP connection, IPv{version}", "ms", lambda ends=ends: traffic.connections(*ends, CONNECTIONS))]
    return rows


def _work(ends: tuple, to_copy: bool, size: int) -> Slice:
    here, there = traffic.connected(*ends)
    with here, there:
        return traffic.work(there, here, size) if to_copy else traffic.work(here, there, size)


def _frames(ground: Ground, ends: tuple, to_copy: bool) -> Slice:
    """Each packet is one frame of the Ethernet: the worst case, a network card that neither splits nor joins segments."""
    with ground.frames():
        return _work(ends, to_copy, FRAMES_BYTES)


def _limited(ground: Ground, ends: tuple, to_copy: bool) -> Slice:
    with ground.line(LINE):
        return _stream(ends, to_copy, LINE_S)


def _stream(ends: tuple, to_copy: bool, seconds: float = STREAM_S) -> Slice:
    here, there = traffic.connected(*ends)
    with here, there:
        measured = traffic.stream(there, here, seconds) if to_copy else traffic.stream(here, there, seconds)
    return Slice(measured.value / 1e9, measured.cpu)


def _turns(ends: tuple) -> Slice:
    here, there = ends
    with here, there:
        return traffic.turns(here, there, TURNS)


def _refuse_leaks(ground: Ground) -> None:
    """The filter has to be in force: a port that it does not admit must be closed with it, and open without it."""
    target, source, other = ground.filter.own[4], ground.filter.peers[4], ground.filter.port + 1
    ends = ground.copy, ground.peer, target, other, source
    for end in traffic.connected(*ends):
        end.close()
    ground.put()
    try:
        if traffic.opens(*ends, limit=0.5):
            raise BenchError(f"The filter admits port {other}, which it does not name.", "look at the rules: nft list ruleset.")
    finally:
        ground.take()
