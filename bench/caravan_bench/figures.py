"""The figures: plain values, and what is made of repeated ones. Knows nothing of where they come from."""
from dataclasses import asdict, dataclass, field
from statistics import mean, median
from typing import Mapping, Sequence

COSTLIEST = 5


@dataclass(frozen=True)
class Spread:
    """Values in the order they were measured; at least one."""
    values: tuple[float, ...]

    def __post_init__(self) -> None:
        if not self.values:
            raise ValueError("a figure needs at least one value")

    @property
    def median(self) -> float:
        return median(self.values)

    def record(self) -> dict[str, object]:
        return {"median": self.median, "min": min(self.values), "max": max(self.values), "values": list(self.values)}


@dataclass(frozen=True)
class Pair:
    """What the probes of one path cost: bytes of both directions, seconds of all its probes."""
    path: str
    bytes: int
    seconds: float


@dataclass(frozen=True)
class Probing:
    """One probe run: of its pairs, and of the run as a whole (which probes several pairs at once)."""
    pairs: tuple[Pair, ...]
    sent_bytes: int
    seconds: float
    faults: int

    @staticmethod
    def of(run: Mapping) -> "Probing":
        """From the server's record of a probe run."""
        pairs = tuple(Pair(pair["path"], pair["bytes"], pair["seconds"]) for pair in run["pairs"])
        return Probing(pairs, run["sentBytes"], run["seconds"], len(run["faults"]))

    @property
    def mean_bytes(self) -> float:
        return mean(pair.bytes for pair in self.pairs) if self.pairs else 0.0

    @property
    def mean_seconds(self) -> float:
        return mean(pair.seconds for pair in self.pairs) if self.pairs else 0.0

    def costliest(self) -> list[Pair]:
        """Most bytes first; the path decides between equals."""
        return sorted(self.pairs, key=lambda pair: (-pair.bytes, -pair.seconds, pair.path))[:COSTLIEST]

    def record(self) -> dict[str, object]:
        return {"pairs": len(self.pairs), "sentBytes": self.sent_bytes, "seconds": self.seconds, "faults": self.faults,
                "meanBytes": self.mean_bytes, "meanSeconds": self.mean_seconds,
                "costliest": [asdict(pair) for pair in self.costliest()]}


@dataclass
class Figures:
    """All that was measured; a part that was not is named in skipped or failed with the reason."""
    machine: dict[str, str] = field(default_factory=dict)
    start_millis: Spread | None = None
    start_rss_bytes: Spread | None = None
    plan_cold_millis: Spread | None = None
    plan_warm_millis: Spread | None = None
    container_millis: Spread | None = None
    raw_millis: Spread | None = None
    probing: Probing | None = None
    skipped: dict[str, str] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)

    @property
    def ratio(self) -> float | None:
        if self.container_millis is None or self.raw_millis is None:
            return None
        return self.container_millis.median / self.raw_millis.median

    def record(self) -> dict[str, object]:
        """For JSON: figures that were not measured are absent."""
        spreads: Sequence[tuple[str, Spread | None]] = (
            ("serverStartMillis", self.start_millis), ("serverStartRssBytes", self.start_rss_bytes),
            ("planColdMillis", self.plan_cold_millis), ("planWarmMillis", self.plan_warm_millis),
            ("containerMillis", self.container_millis), ("rawContainerMillis", self.raw_millis))
        record: dict[str, object] = {"machine": self.machine}
        record.update({name: spread.record() for name, spread in spreads if spread is not None})
        if self.ratio is not None:
            record["containerToRaw"] = self.ratio
        if self.probing is not None:
            record["probing"] = self.probing.record()
        return {**record, "skipped": self.skipped, "failed": self.failed}
