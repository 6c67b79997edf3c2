"""What came back, counted: pure, so that the sums can be tested."""
from __future__ import annotations

from collections import Counter, defaultdict, deque

from .client import Reply

RECENT = 5


def percentile(ordered: list[float], share: float) -> float:
    """Nearest rank: the smallest value that at least `share` of all values do not exceed."""
    return ordered[max(0, -(-len(ordered) * int(share * 100) // 100) - 1)]


def is_lost(reply: Reply) -> bool:
    """No answer, or the shop's own failure. A refusal (4xx) is an answer, and is counted apart."""
    return reply.status is None or reply.status >= 500


class Tally:
    """Latencies are from the moment a request was due, so that a stalled generator does not flatter the shop."""

    def __init__(self) -> None:
        self.sent = self.answered = self.lost = self.refused = 0
        self.latencies: dict[str, list[float]] = defaultdict(list)
        self.lost_by_kind: Counter[str] = Counter()
        self.problems: Counter[str] = Counter()
        self.served_by: Counter[str] = Counter()
        self._last_answer = self._longest_pause = 0.0
        self._since_shown: list[float] = []
        self._shown: deque[list[float]] = deque(maxlen=RECENT)

    def take_recent(self) -> tuple[float, float]:
        """Latencies in seconds: the mean of what was answered since this was last asked, and the p95 since it was asked RECENT times
        before; 0 when nothing was answered."""
        recent, self._since_shown = self._since_shown, []
        self._shown.append(recent)
        several = sorted(latency for part in self._shown for latency in part)
        return sum(recent) / len(recent) if recent else 0.0, percentile(several, .95) if several else 0.0

    def add(self, kind: str, reply: Reply, latency: float, arrived: float | None = None) -> None:
        """`arrived`: seconds from the begin of the load to the reply."""
        self.sent += 1
        if reply.problem:
            self.problems[f"{kind}: {reply.problem}"] += 1
        if is_lost(reply):
            self.lost += 1
            self.lost_by_kind[kind] += 1
            return
        self.answered += 1
        if arrived is not None:
            self._longest_pause = max(self._longest_pause, arrived - self._last_answer)
            self._last_answer = max(self._last_answer, arrived)
        self.refused += reply.status >= 400
        self.latencies[kind].append(latency)
        self._since_shown.append(latency)
        self.served_by[reply.served_by] += 1

    def record(self, seconds: float, each: bool = False) -> dict:
        """Everything, in milliseconds, ready for JSON; with `each`, also the latencies of all answers by kind, in order of arrival."""
        everything = [value for values in self.latencies.values() for value in values]
        kinds = sorted(self.latencies.keys() | self.lost_by_kind.keys())
        return {"seconds": round(seconds, 1), "sent": self.sent, "answered": self.answered, "lost": self.lost,
                "refused": self.refused, "longestPause": round(self._longest_pause * 1000, 1), "latency": _summary(everything),
                "kinds": {kind: self._of_kind(kind, each) for kind in kinds},
                "servedBy": dict(self.served_by.most_common()), "problems": dict(self.problems.most_common(10))}

    def _of_kind(self, kind: str, each: bool) -> dict:
        latencies = self.latencies.get(kind, [])
        return (_summary(latencies) | {"lost": self.lost_by_kind[kind]}
                | ({"each": [round(value * 1000, 1) for value in latencies]} if each else {}))


def _summary(seconds: list[float]) -> dict:
    if not seconds:
        return {"answered": 0}
    ordered = sorted(seconds)
    milliseconds = {"mean": sum(ordered) / len(ordered), "p50": percentile(ordered, .5), "p95": percentile(ordered, .95),
                    "p99": percentile(ordered, .99), "max": ordered[-1]}
    return {"answered": len(ordered)} | {key: round(value * 1000, 1) for key, value in milliseconds.items()}


def table(record: dict) -> str:
    """The record for a person."""
    lines = [f"sent {record['sent']}  answered {record['answered']}  lost {record['lost']}  refused {record['refused']}"
             f"  in {record['seconds']} s", f"{'milliseconds':<20}{'answered':>9}{'lost':>6}{'mean':>9}{'p50':>9}{'p95':>9}{'p99':>9}"]
    rows = {**record["kinds"], "all": {**record["latency"], "lost": record["lost"]}}
    for kind, row in rows.items():
        values = "".join(f"{row[key]:>9.1f}" if key in row else f"{'-':>9}" for key in ("mean", "p50", "p95", "p99"))
        lines.append(f"{kind:<20}{row['answered']:>9}{row['lost']:>6}{values}")
    lines += [f"served by {who}: {count}" for who, count in record["servedBy"].items()]
    lines += [f"problem {text}: {count}" for text, count in record["problems"].items()]
    return "\n".join(lines)
