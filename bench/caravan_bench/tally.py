"""Counts of requests and how long they took. Pure."""
from collections import Counter
from dataclasses import dataclass, field


def percentile(ordered: list[float], share: float) -> float:
    """The least value that so large a share of all does not exceed (nearest rank).

    ordered -- ascending, at least one
    share -- above 0, at most 1
    """
    rank = -(-len(ordered) * round(share * 1000) // 1000)
    return ordered[max(0, rank - 1)]


@dataclass
class Kind:
    """One kind of request; statuses has what was not 2xx or 304, with the code of the problem; away is without any answer."""
    millis: list[float] = field(default_factory=list)
    statuses: Counter = field(default_factory=Counter)
    slowed: int = 0
    away: Counter = field(default_factory=Counter)

    def row(self) -> list[str]:
        ordered = sorted(self.millis)
        times = [f"{percentile(ordered, share):.0f}" for share in (0.5, 0.95, 0.99, 1)] if ordered else ["-"] * 4
        wrong = [f"{status} {count}" for status, count in sorted((self.statuses + self.away).items())]
        return [str(len(ordered)), *times, str(self.slowed), ", ".join(wrong) or "-"]


@dataclass
class Tally:
    kinds: dict[str, Kind] = field(default_factory=dict)

    def add(self, kind: str, millis: float, status: int, code: str = "") -> None:
        """status 0: no answer, code says why. 429 is no error of the server's: it is counted by itself, and its time nowhere."""
        entry = self.kinds.setdefault(kind, Kind())
        if status == 429:
            entry.slowed += 1
            return
        if status == 0:
            entry.away[f"no answer ({code})"] += 1
            return
        entry.millis.append(millis)
        if not (200 <= status < 300 or status == 304):
            entry.statuses[f"{status} {code}".strip()] += 1

    @property
    def answered(self) -> int:
        return sum(len(kind.millis) for kind in self.kinds.values())

    @property
    def server_errors(self) -> int:
        """Answers of 500 and above, and requests without any."""
        return sum(sum(count for status,
            count in kind.statuses.items() if status >= "5") + kind.away.total() for kind in self.kinds.values())

    def table(self) -> str:
        head = ["request", "count", "p50 ms", "p95 ms", "p99 ms", "max ms", "429", "not 2xx"]
        rows = [[name, *kind.row()] for name, kind in sorted(self.kinds.items())]
        everything = Kind([each for kind in self.kinds.values() for each in kind.millis],
            slowed=sum(kind.slowed for kind in self.kinds.values()))
        total = ["all", *everything.row()[:-1], f"{self.server_errors} of 5xx or without an answer"]
        return "".join(_line(cells) for cells in [head, *rows, total])

    def record(self) -> dict[str, object]:
        return {name: {"count": len(kind.millis), **{label: percentile(sorted(kind.millis), share) for label, share in
                                                     (("p50Millis", 0.5), ("p95Millis", 0.95), ("p99Millis", 0.99),
                                                         ("maxMillis", 1)) if kind.millis},
                       "slowed": kind.slowed, "errors": dict(kind.statuses + kind.away)} for name, kind in sorted(self.kinds.items())}


def _line(cells: list[str]) -> str:
    return f"{cells[0]:<22}" + "".join(f"{cell:>9}" for cell in cells[1:7]) + f"  {cells[7]}\n"
