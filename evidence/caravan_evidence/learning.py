"""What a placement was measured to take beyond its paths, and the service times that others teach: by the rule of the server's
LearnedServiceTimes, except that a p95 is at least the p50."""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass

from .placements import Placement, Subject

LEAST_MILLIS = 0.001  # of a service time
# Place of the mean between p50 and p95 on an exponential tail, as in plans: they are 1, ln 2 and ln 20 times the mean of the tail.
MEAN_ON_TAIL = (1 - math.log(2)) / (math.log(20) - math.log(2))


@dataclass(frozen=True)
class Figures:
    """Measured p50 and p95 in ms."""
    p50: float
    p95: float


@dataclass(frozen=True)
class Planned:
    """Latency of a request in a plan, in ms; of a service time, p50 is the median of what was measured beyond paths."""
    mean: float
    p95: float
    p50: float


@dataclass(frozen=True)
class Measured:
    placement: Placement
    paths: dict[str, Planned]  # predicted time without service times of each request with a bounded latency
    measured: dict[str, Figures]
    valid: bool = True

    def beyond(self, request: str) -> Figures:
        """What the request takes beyond paths: service times."""
        paths, found = self.paths[request], self.measured[request]
        return Figures(found.p50 - paths.p50, found.p95 - paths.p95)

    def effective(self, subject: Subject, request: str) -> frozenset[str]:
        """Components of the request that are at the edge. Placements that differ only in others are repetitions for this request."""
        return self.placement.edge & subject.components_of(request)


def learned(subject: Subject, of: Measured, others: list[Measured]) -> dict[str, Planned]:
    """Service times of requests, from all valid placements of another effective placement. A request without any has none."""
    found = {}
    for request in of.measured:
        own = of.effective(subject, request)
        rest = [each.beyond(request) for each in others
                if each.valid and request in each.measured and request in each.paths and each.effective(subject, request) != own]
        if rest:
            p50 = max(LEAST_MILLIS, statistics.median(each.p50 for each in rest))
            p95 = max(p50, statistics.median(each.p95 for each in rest))
            found[request] = Planned(p50 + (p95 - p50) * MEAN_ON_TAIL, p95, p50)
    return found
