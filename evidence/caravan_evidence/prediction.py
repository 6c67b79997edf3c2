"""Predictions beside measurements over placements that are drawn at random: each is predicted without its own measurement.

Service times are learned as the server learns them: what was measured beyond the time that the plan predicts for paths. That of a request
is the median over all valid placements of the application that place the components of this request differently; it is written into the
model, and the plan of that model is the prediction.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator
from dataclasses import dataclass

from .command import FAULTS
from .kept import Kept
from .learning import Figures, Measured, Planned, learned
from .paper001 import WARM_UP, error, judge, summary, with_service_times
from .placements import Extent, Placement, Subject, check, draw, shares
from .report import Report, bars_of
from .shop import USERS, Latency, Shop

GOAL_MEDIAN, GOAL_P50, GOAL_P95 = 10, 20, 25  # percent: median of all errors; 95th percentile of errors of p50 and of p95
FAILED = "FAILED: "  # begin of the doubts that end the run with exit code 1
LEAST_JUDGED = 30  # valid placements, for a verdict


@dataclass(frozen=True)
class Row:
    placement: str
    request: str
    at_edge: int
    paths: float | None  # None: not predicted
    predicted: Planned | None
    measured: Figures
    valid: bool = True

    HEADS = ["placement", "request", "at edge", "paths ms", "predicted p50", "measured p50", "error of p50 %", "predicted p95",
             "measured p95", "error of p95 %", "valid"]

    @property
    def application(self) -> str:
        return self.placement.rpartition(" ")[0]

    def errors(self) -> tuple[float, float]:
        """Of a row that is predicted."""
        return error(self.measured.p50, self.predicted.p50), error(self.measured.p95, self.predicted.p95)

    def cells(self) -> list[str]:
        p50, of_p50, p95, of_p95 = "not predicted", "-", "not predicted", "-"
        if self.predicted:
            of_p50, of_p95 = (f"{each:+.0f}" for each in self.errors())
            p50, p95 = f"{self.predicted.p50:.1f}", f"{self.predicted.p95:.1f}"
        paths = "not predicted" if self.paths is None else f"{self.paths:.1f}"
        return [self.placement, self.request, str(self.at_edge), paths, p50, f"{self.measured.p50:.1f}", of_p50,
                p95, f"{self.measured.p95:.1f}", of_p95, "yes" if self.valid else "NOT VALID"]

    def picture(self) -> str:
        """Measured p50 and p95 as bars, predicted p50 and p95 as lines; 2 ms per pixel."""
        lines = [self.predicted.p50 / 2, self.predicted.p95 / 2] if self.predicted else [0, 0]
        return bars_of([self.measured.p50 / 2, self.measured.p95 / 2], lines, 300)


def spread(errors: list[float], limit: float, not_judged: str = "") -> tuple[str, str]:
    """Median and 95th percentile of absolute errors, and the goal with whether it is met, or why this is not judged."""
    ordered = sorted(abs(each) for each in errors)
    median, high = statistics.median(ordered), ordered[math.ceil(len(ordered) * 0.95) - 1]
    met = f"not judged, {not_judged}" if not_judged else "met" if median <= GOAL_MEDIAN and high <= limit else "NOT met"
    return (f"median {median:.1f} %, 95th percentile {high:.1f} % (of {len(ordered)})",
            f"{GOAL_MEDIAN} %, {limit} %: {met}")


def run(report: Report, wanted: Extent, kept: Kept | None = None) -> int:
    """Exit code: 1 if a placement failed. Whether the goal is met, is not judged, or rows are not predicted is no part of it."""
    check(wanted)
    kept = kept or Kept(None, wanted, False)
    parts = [(subject, draw(subject, count, wanted.seed)) for subject, count in shares(wanted.placements)]
    report.inputs(
        "network: homes to edge 10 ms, edge to cloud 30 ms, homes to cloud 40 ms, lines of 1024 Mbit/s",
        "placements: " + ", ".join(f"{len(placements)} of {subject.application.name}" for subject, placements in parts)
        + f"; each component pinned to edge or cloud, drawn from seed {wanted.seed}",
        f"load: closed loop of {USERS} users, {wanted.requests} requests per run, {wanted.repetitions} runs per placement after a warm-up; "
        f"a user pauses {wanted.think_ms:g} ms on average (exponential)",
        "paths: predicted p50 on paths alone, by the plan that is deployed",
        "service times: what was measured beyond paths, median over all valid placements that place the components of the request "
        "differently",
        "predicted: p50 and p95 of the request in the plan of the model with these service times",
        "error: (predicted - measured) / measured; of valid placements",
        *kept.origin([each for _, placements in parts for each in placements]))
    for failure in kept.failures:
        report.doubt(failure)
    rows: list[Row] = []
    try:
        with Shop(*(subject.application for subject, _ in parts)) as shop:
            for path, milliseconds in shop.round_trips().items():
                report.figure(f"round trip, {path}", f"{milliseconds:.1f} ms", "")
            for subject, placements in parts:
                shop.application = subject.application
                compare(report, shop, wanted, subject, placements, rows, kept)
    finally:
        conclude(report, rows)
    return 1 if any(line.startswith(FAILED) for line in report.doubts) else 0


class ServerEnded(RuntimeError):
    """The server of the bed does not answer any more: no later placement can be measured or predicted."""


def compare(report: Report, shop: Shop, wanted: Extent, subject: Subject, placements: list[Placement], rows: list[Row],
            kept: Kept) -> None:
    """Measures placements of one application and adds a row per request; if this ends early, of those that are measured."""
    found: list[Measured] = []
    try:
        for placement in placements:
            earlier = kept.find(placement, report)
            if earlier:
                report.progress(f"{placement.name}: kept of the run that is resumed")
                found.append(earlier)
                continue
            figures, doubts = len(report.figures), len(report.doubts)
            try:
                found.append(measure(report, shop, wanted, subject, placement))
                kept.add(found[-1], report.figures[figures:], report.doubts[doubts:])
            except FAULTS as problem:
                report.doubt(f"{FAILED}{placement.name} was not measured: {cause(problem)}")
                kept.fail(placement, cause(problem))
                answering(shop, len(kept.placements))
            finally:
                remove(report, shop, placement)
    except ServerEnded:
        found.clear()  # nothing can be predicted
        raise
    finally:
        if found:
            report.progress(f"{subject.application.name}: predictions of {len(found)} placements")
        for row in predicted(report, shop, subject, found):
            rows.append(row)
            report.row(row)
        distinct(report, subject, found)


def answering(shop: Shop, measured: int) -> None:
    """ServerEnded if the server does not answer."""
    if not shop.answers():
        raise ServerEnded(f"The server of the bed ended; see {shop.own.data / 'server.log'}. "
                          f"Finished placements are kept ({measured}): continue with --resume.")


def cause(problem: BaseException) -> str:
    return (str(problem) or repr(problem)).replace("\n", " ")[:300]


def remove(report: Report, shop: Shop, placement: Placement) -> None:
    try:
        shop.destroy()
    except FAULTS as problem:
        report.doubt(f"{placement.name} was not removed: {cause(problem)}")


def measure(report: Report, shop: Shop, wanted: Extent, subject: Subject, placement: Placement) -> Measured:
    report.progress(f"{placement.name}: deployment")
    paths = shop.deploy(placement.model(subject))
    for mix in dict.fromkeys((subject.mix, *subject.warm_up)):
        shop.load(mix, WARM_UP, 0, 0)
    records = []
    for number in range(wanted.repetitions):
        report.progress(f"{placement.name}: run {number + 1} of {wanted.repetitions}")
        records.append(shop.load(subject.mix, wanted.requests, wanted.think_ms, number + 1))
    valid = judge(report, placement.name, records)
    answered = [kind for kind in subject.requests if all(record["kinds"].get(kind, {}).get("answered") for record in records)]
    values = {subject.requests[kind]: summary([record["kinds"][kind] for record in records]) for kind in answered}
    return Measured(placement, {request: Planned(*times) for request, times in paths.items()},
                    {request: Figures(value.p50, value.p95) for request, value in values.items()}, valid)


def predicted(report: Report, shop: Shop, subject: Subject, found: list[Measured]) -> Iterator[Row]:
    """A row per request and placement, without a prediction where none can be made."""
    for each in found:
        text, times = each.placement.model(subject), learned(subject, each, found)
        entries = subject.entry_hops(text)
        planned: dict[str, Latency] = {}
        try:
            if times:
                planned = shop.predict(with_service_times(text, {(request, "users", entries[request]): (time.mean, time.p95)
                                                                 for request, time in times.items()}))
        except FAULTS as problem:
            report.doubt(f"{FAILED}{each.placement.name} was not predicted: {cause(problem)}")
        for request, figures in each.measured.items():
            yield Row(each.placement.name, request, len(each.placement.edge), each.paths[request].p50 if request in each.paths else None,
                      Planned(*planned[request]) if request in times and request in planned else None, figures, each.valid)


def distinct(report: Report, subject: Subject, found: list[Measured]) -> None:
    """How many placements differ in components of each request: only these are measurements of their own."""
    for request in dict.fromkeys(request for each in found for request in each.measured):
        valid = [each for each in found if each.valid and request in each.measured]
        report.figure(f"{subject.application.name}, {request}: distinct placements of its components",
                      f"{len({each.effective(subject, request) for each in valid})} of {len(valid)} valid placements", "")


def conclude(report: Report, rows: list[Row]) -> None:
    """Errors of all valid rows, and of each application."""
    if not rows:
        return
    judged = [row for row in rows if row.valid and row.predicted]
    placements = len({row.placement for row in judged})
    not_judged = "" if placements >= LEAST_JUDGED else f"{placements} valid placements of {LEAST_JUDGED}"
    for name in ["all", *sorted({row.application for row in judged})] if judged else []:
        chosen = [row.errors() for row in judged if name in ("all", row.application)]
        for index, (figure, limit) in enumerate((("p50", GOAL_P50), ("p95", GOAL_P95))):
            report.figure(f"error of {figure}, {name}", *spread([errors[index] for errors in chosen], limit, not_judged))
    report.figure("rows not predicted", f"{sum(row.predicted is None for row in rows)} of {len(rows)}", "")
    report.figure("placements not valid", f"{len({row.placement for row in rows if not row.valid})} of "
                  f"{len({row.placement for row in rows})}", "")
    if not_judged:
        report.doubt(f"the goal is not judged: {not_judged} are predicted")
