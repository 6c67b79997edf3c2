"""Why Cloud Applications Are not Ready for the Edge (yet) (Nguyen et al., SEC 2019): the sock shop in five deployments and in the planner's
own, deployed and measured. Figures 5 and 6, tables 4 and 5, and beside each value what the plan predicted."""

from __future__ import annotations

import math
import re
import statistics
from dataclasses import dataclass, field

from .report import Report, bars_of
from .shop import MODEL, USERS, Latency, Shop, as_users_see

SERVICES = ("frontend", "catalogue", "accounts", "carts", "orders", "payment", "shipping")
STORES = ("catalogue-db", "carts-db", "orders-db", "accounts-db")
EDGE, CLOUD = "corner", "datacenter"
NEAR, FAR = "30 ms", "280 ms"
MIXES = ("default", "read-only", "write")
BUSY_LIMIT, LINE_LIMIT = 50, 10  # percent

# Kinds of the load generator as requests of the model.
REQUESTS = {"GET /": "home", "GET /basket.html": "basket", "DELETE /cart": "emptying", "POST /cart": "adding", "GET /catalogue": "listing",
            "GET /category.html": "category", "GET /detail.html": "detail", "GET /login": "login", "POST /orders": "order"}
# Two-sided quantiles of Student's t for 95 %, by degrees of freedom.
T_95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262)


@dataclass(frozen=True)
class Scenario:
    name: str
    edge: tuple[str, ...] = ()  # components that are pinned to the edge; all others are pinned to the cloud, unless this is the optimum
    replicas: str = "1"  # copies of the data of a readable database
    paper: dict[str, float] = field(default_factory=dict)  # mean in ms by mix or request, figure 5

    @property
    def pinned(self) -> bool:
        return self.name != "optimum"

    def model(self, text: str) -> str:
        """The model with the pins of this scenario. The paper's *Ideal* breaks the rule that data stay in the cloud."""
        kept = [line for line in text.rstrip().removesuffix("}").splitlines() if not (self.pinned and line.strip().startswith("require "))]
        pins = [f"  require {component} at {EDGE if component in self.edge else CLOUD}" for component in SERVICES + STORES if self.pinned]
        return "\n".join(kept + pins + ["}", ""]).replace("replicas 1..2", f"replicas {self.replicas}")


LIMITED = SERVICES[:5]
SCENARIOS = (
    Scenario("cloud", paper={"default": 62, "category": 45, "basket": 69}),
    Scenario("limited", LIMITED, paper={"category": 94, "basket": 111}),
    Scenario("mixed", SERVICES, paper={"category": 94, "basket": 111}),
    Scenario("mostly", SERVICES, "2", {"default": 54, "category": 15, "basket": 38}),
    Scenario("ideal", SERVICES + STORES, paper={"default": 27, "category": 15, "basket": 38}),
    Scenario("optimum", replicas="1..2"),
)


@dataclass(frozen=True)
class Ratio:
    """Of the means of two scenarios, with the range that confirms figure 5 of the paper."""
    name: str
    above: str
    below: str
    least: float
    most: float
    paper: str

    def text(self, means: dict[str, float], judged: bool = True, not_valid: frozenset[str] = frozenset()) -> str:
        """With a verdict if the means are valid and those of the network of the range."""
        if self.above not in means or self.below not in means:
            return "not measured"
        ratio = means[self.above] / means[self.below]
        without = [scenario for scenario in (self.above, self.below) if scenario in not_valid]
        if without:
            return f"{ratio:.2f} (no verdict: {' and '.join(without)} NOT VALID)"
        if not judged:
            return f"{ratio:.2f}"
        return f"{ratio:.2f} ({'within' if self.least <= ratio <= self.most else 'NOT within'} {self.least:g} to {self.most:g})"


RATIOS = (
    Ratio("limited / cloud", "limited", "cloud", 2.5, 3.5, "almost 3"),
    Ratio("mixed / cloud", "mixed", "cloud", 2.5, 3.5, "almost 3"),
    Ratio("mostly / cloud", "mostly", "cloud", 0.8, 0.95, "0.87"),
    Ratio("ideal / mostly", "ideal", "mostly", 0, 0.6, "0.50"),
    Ratio("optimum / mostly, the best that may be deployed", "optimum", "mostly", 0, 1, "not measured"),
)


@dataclass(frozen=True)
class Value:
    """Of one request of one scenario, in ms: mean of the means of the repetitions, half-width of its 95 % interval, and percentiles."""
    mean: float
    half: float
    p50: float
    p95: float


def summary(repetitions: list[dict]) -> Value:
    """Each with mean, p50 and p95 in ms. Percentiles are those of all answers together if each repetition lists them: of 22 answers, the
    nearest rank of the p95 is the second largest, and the mean over runs of so few values varies more than the value of all."""
    means = [each["mean"] for each in repetitions]
    half = T_95[min(len(means) - 2, len(T_95) - 1)] * statistics.stdev(means) / math.sqrt(len(means)) if len(means) > 1 else math.nan
    if all(each.get("each") for each in repetitions):
        answers = sorted(value for each in repetitions for value in each["each"])
        return Value(statistics.fmean(means), half, nearest_rank(answers, 50), nearest_rank(answers, 95))
    return Value(statistics.fmean(means), half, statistics.fmean(each["p50"] for each in repetitions),
                 statistics.fmean(each["p95"] for each in repetitions))


def nearest_rank(ordered: list[float], percent: int) -> float:
    """Smallest value that at least `percent` of all do not exceed."""
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def error(measured: float, predicted: float) -> float:
    """Percent of the measured value by which the prediction is off; negative: too low."""
    return (predicted - measured) / measured * 100


def predicted_of_all(counts: dict[str, int], predicted: dict[str, Latency]) -> float:
    """Mean in ms over a mix as it was sent: count of each request."""
    return sum(count * predicted[request].mean for request, count in counts.items()) / sum(counts.values())


class Found:
    """What was measured so far."""

    def __init__(self) -> None:
        self.means: dict[str, dict[str, float]] = {NEAR: {}, FAR: {}}  # of the default mix, by distance and scenario
        self.not_valid: dict[str, set[str]] = {NEAR: set(), FAR: set()}  # scenarios whose means are not valid
        self.errors: list[tuple[str, tuple[float, float, float]]] = []  # scenario, and errors of a request of a valid run
        self.left_out = 0  # requests with a prediction, of runs that are not valid


@dataclass(frozen=True)
class Measurement:
    """A row of the table."""
    item: str
    scenario: str
    request: str
    value: Value
    network: float  # predicted mean without service times
    predicted: Latency | None  # of one request
    mean: float  # predicted, of one request or of the mix
    paper: float | None

    HEADS = ["item", "scenario", "request", "mean ms", "± 95 %", "p50", "p95", "network alone", "predicted mean",
             "predicted p50", "predicted p95", "error of mean %", "error of p50 %", "error of p95 %", "paper ms"]

    def errors(self) -> tuple[float, float, float]:
        """Of mean, p50 and p95 of one request."""
        return (error(self.value.mean, self.mean), error(self.value.p50, self.predicted.p50), error(self.value.p95, self.predicted.p95))

    def cells(self) -> list[str]:
        percentiles, errors = ["-", "-"], [f"{error(self.value.mean, self.mean):+.0f}", "-", "-"]
        if self.predicted:
            percentiles = [f"{self.predicted.p50:.1f}", f"{self.predicted.p95:.1f}"]
            errors = [f"{each:+.0f}" for each in self.errors()]
        return [self.item, self.scenario, self.request, f"{self.value.mean:.1f}",
                "-" if math.isnan(self.value.half) else f"{self.value.half:.1f}", f"{self.value.p50:.1f}", f"{self.value.p95:.1f}",
                f"{self.network:.1f}", f"{self.mean:.1f}", *percentiles, *errors,
                "" if self.paper is None else f"{self.paper:g}"]

    def picture(self) -> str:
        """Measured mean as a bar, predicted one as a line; 2 ms per pixel."""
        return bars_of([self.value.mean / 2], [self.mean / 2], 300)


@dataclass(frozen=True)
class Plans:
    """Predicted latency of each request: of the network alone, and with service times."""
    network: dict[str, Latency]
    complete: dict[str, Latency]


def with_service_times(text: str, times: dict[tuple[str, str, str], tuple[float, float]]) -> str:
    """The model with measured service times of its hops: by request, asking and answering component, mean and p95 in ms."""
    request, found = "", []
    for line in text.splitlines():
        begun = re.match(r"\s*request (\S+) {", line)
        hop = re.match(r"\s*(\S+) -> (\S+) .*turns", line)
        request = begun[1] if begun else request
        if hop and (request, hop[1], hop[2]) in times:
            mean, p95 = times[request, hop[1], hop[2]]
            line += f"  service-time {mean:.3f}..{max(mean, p95):.3f} ms"
        found.append(line)
    return "\n".join(found) + "\n"


def rows(item: str, mix: str, scenario: Scenario, records: list[dict], plans: Plans) -> list[Measurement]:
    """Of one scenario with one mix: a row of all requests, then one per request that was answered in each run."""
    names = {kind: REQUESTS[kind] for kind in records[0]["kinds"]
             if all(record["kinds"].get(kind, {}).get("answered") for record in records)}
    if not names:
        raise RuntimeError(f"{item}, {scenario.name}: no request was answered in all runs.")
    counts = {request: records[0]["kinds"][kind]["answered"] for kind, request in names.items()}
    paper = scenario.paper if item.startswith("Fig. 5") else {}
    found = [Measurement(item, scenario.name, "all", summary([of_all(record) for record in records]),
                         predicted_of_all(counts, plans.network), None, predicted_of_all(counts, plans.complete),
                         paper.get("default") if mix == "default" else None)]
    for kind, request in names.items():
        found.append(Measurement(item, scenario.name, request, summary([record["kinds"][kind] for record in records]),
                                 plans.network[request].mean, plans.complete[request], plans.complete[request].mean, paper.get(request)))
    return found


def of_all(record: dict) -> dict:
    """Latency over all kinds of one run, with all answers if the kinds list them."""
    answers = [value for kind in record["kinds"].values() for value in kind.get("each", [])]
    return record["latency"] | ({"each": answers} if answers else {})


def median_and_p95(errors: list[float]) -> str:
    ordered = sorted(abs(each) for each in errors)
    if not ordered:
        return "not measured"
    return f"median {statistics.median(ordered):.0f} %, 95th percentile {nearest_rank(ordered, 95):.0f} % (of {len(ordered)})"


def faults(records: list[dict]) -> tuple[float, float, float, int]:
    """Busiest core, processor time of the bed (percent of a core), busiest line (percent), and requests without a good answer."""
    return (max(max(record["busy"], default=0) for record in records), max(record["own"] for record in records),
            max(max(record["lines"].values()) for record in records),
            sum(record["lost"] + record["refused"] for record in records))


@dataclass(frozen=True)
class Extent:
    requests: int
    repetitions: int
    think_ms: float
    far: bool
    scenarios: tuple[Scenario, ...] = SCENARIOS
    mixes: tuple[str, ...] = MIXES


def extent(quick: bool) -> Extent:
    return Extent(200, 2, 300, False) if quick else Extent(1000, 5, 300, True)


def run(report: Report, wanted: Extent) -> None:
    report.inputs(
        "network: homes to edge 10 ms, edge to cloud 30 ms (figure 6: 280 ms), homes to cloud 40 ms (290 ms), lines of 1024 Mbit/s",
        f"load: closed loop of {USERS} users, {wanted.requests} requests per run, {wanted.repetitions} runs per deployment and mix after a "
        f"warm-up; connections of users stay open; a user pauses {wanted.think_ms:g} ms on average (exponential)",
        "mixes: table 4 (default), table 5 (read-only: basket and catalogue), the requests of table 4 that write (write)",
        "deployment: by a Caravan server from a model with pins, as in section 3.3; optimum: without pins",
        "mostly and optimum: MariaDB and Redis replicate from the cloud to the edge; sessions are signed, so that a login only reads",
        "all services send answers without pacing (congestion control reno; databases: the default of the kernel), and commits do not wait "
        "for the disk",
        "predicted: latency of the request in the plan that is deployed; network alone: without service times",
        f"service times: mean and p95 of each hop, captured for {CAPTURE_S} s in the first deployment under the load of the runs (turns "
        "capture), and of the hop from users what their programs took meanwhile beyond the entry; nothing of the other deployments is in "
        "their predictions",
        "error: (predicted - measured) / measured; ± is the half-width of the 95 % interval over runs (Student)")
    found = Found()
    try:
        deployments(report, wanted, found)
    finally:
        if report.figures:  # the bed was ready
            conclude(report, wanted, found)


def deployments(report: Report, wanted: Extent, found: Found) -> None:
    """Measures each scenario, and adds its means and the errors of its predictions."""
    with Shop() as shop:
        for path, milliseconds in shop.round_trips().items():
            supposed = {"homes to corner": "10 ms", "corner to datacenter": "30 ms"}.get(path, "40 ms")
            report.figure(f"round trip, {path}", f"{milliseconds:.1f} ms", supposed)
        text = MODEL.read_text(encoding="utf-8")
        times: dict[tuple[str, str, str], tuple[float, float]] = {}
        for scenario in wanted.scenarios:
            report.progress(f"{scenario.name}: deployment")
            plans = deploy(report, shop, wanted, scenario, text, times)
            at_edge = sorted(name for name, site in shop.sites().items() if site == EDGE)
            report.figure(f"{scenario.name}: at the edge", ", ".join(at_edge) or "nothing", "")
            for mix in wanted.mixes:
                item = "Fig. 5, table 4" if mix == "default" else "Fig. 5, table 5" if mix == "read-only" else "write"
                measured(report, shop, wanted, scenario, (NEAR, mix, item), plans, found)
            for replica, state in shop.replication().items():
                report.figure(f"{scenario.name}: {replica}", state, "")
                if not state.startswith("follows"):
                    report.doubt(f"NOT VALID: {scenario.name}: {replica} {state}")
            if wanted.far:
                shop.far(True)
                plans = deploy(report, shop, wanted, scenario, text, times)
                measured(report, shop, wanted, scenario, (FAR, "default", "Fig. 6, table 4"), plans, found)
                shop.far(False)
            shop.destroy()


def conclude(report: Report, wanted: Extent, found: Found) -> None:
    """Of what was measured, also if the run ended early."""
    for distance in (NEAR, FAR) if wanted.far else (NEAR,):
        for ratio in RATIOS:
            near = distance == NEAR
            text = ratio.text(found.means[distance], near, frozenset(found.not_valid[distance]))
            report.figure(f"{distance}: {ratio.name}", text, ratio.paper if near else "the same order")
    captured = wanted.scenarios[0].name
    for name, of_these in ((f"in {captured}, where service times were captured", [each for each in found.errors if each[0] == captured]),
                           ("in all other deployments", [each for each in found.errors if each[0] != captured])):
        for index, figure in enumerate(("means", "p50", "p95")):
            report.figure(f"error of predicted {figure} of single requests, {name}",
                          median_and_p95([each[1][index] for each in of_these]), "")
    if found.left_out:
        report.figure("requests of runs that are NOT VALID, not in these errors", str(found.left_out), "")
    report.left_out("figures 1 to 4 and table 3: CloudSuite Web Serving is not part of the examples",
                    "figures 10 to 14: see caravan turns and caravan advise",
                    *(["figure 6: 280 ms between edge and cloud (without --quick)"] if not wanted.far else []))


def deploy(report: Report, shop: Shop, wanted: Extent, scenario: Scenario, text: str,
           times: dict[tuple[str, str, str], tuple[float, float]]) -> Plans:
    """Deploys it and opens the connections between services. The first deployment also fills in the service times."""
    model = scenario.model(text)
    network = shop.predict(model)
    complete = shop.deploy(with_service_times(model, times))
    report.progress(f"{scenario.name}: warm-up")
    for mix in ("default", "write"):
        shop.load(mix, WARM_UP, 0, 0)
    if not times:
        report.progress(f"{scenario.name}: capture of service times, {CAPTURE_S} s")
        captured, record = shop.service_times(CAPTURE_S, wanted.think_ms)
        judge(report, f"{scenario.name}, capture of service times", [record])
        seen = {REQUESTS[kind]: each["p50"] for kind, each in record["kinds"].items() if each.get("answered")}
        times |= as_users_see(captured, shop.application.entry, shop.predict(with_service_times(model, captured)), seen)
        for request in sorted(seen):
            hop = (request, "users", shop.application.entry)
            if hop in captured:
                report.figure(f"programs of users in {scenario.name}: {request}", f"{times[hop][0] - captured[hop][0]:.2f} ms", "")
            else:
                report.doubt(f"{scenario.name}: the capture has no hop from users of {request}, so its predictions lack their programs")
        for (request, caller, called), (mean, p95) in times.items():
            report.figure(f"service time in {scenario.name}: {request}, {caller} -> {called}", f"{mean:.2f} ms, p95 {p95:.2f} ms", "")
        complete = shop.deploy(with_service_times(model, times))
    unbounded = sorted(set(REQUESTS.values()) - (network.keys() & complete.keys()))
    if unbounded:
        raise RuntimeError(f"{scenario.name} is not predicted: the plan has no bounded latency of {', '.join(unbounded)}.")
    return Plans(network, complete)


def measured(report: Report, shop: Shop, wanted: Extent, scenario: Scenario, what: tuple[str, str, str], plans: Plans,
             found: Found) -> None:
    """Adds the rows of a distance, mix and item of the paper, and what is found."""
    distance, mix, item = what
    records = []
    for number in range(wanted.repetitions):
        report.progress(f"{scenario.name}: {item}, run {number + 1} of {wanted.repetitions}")
        records.append(shop.load(mix, wanted.requests, wanted.think_ms, number + 1))
    of_mix = rows(item, mix, scenario, records, plans)
    for row in of_mix:
        report.row(row)
    add(found, distance, scenario.name, mix, of_mix, judge(report, f"{scenario.name}, {item}", records, "each core below 10 %"))


def add(found: Found, distance: str, scenario: str, mix: str, of_mix: list[Measurement], valid: bool) -> None:
    """Adds the rows of one mix: the first is that of all requests."""
    errors = [(scenario, row.errors()) for row in of_mix if row.predicted]
    if valid:
        found.errors += errors
    else:
        found.left_out += len(errors)
    if mix == "default":
        found.means[distance][scenario] = of_mix[0].value.mean
        if not valid:
            found.not_valid[distance].add(scenario)


def judge(report: Report, name: str, records: list[dict], paper: str = "") -> bool:
    """Adds how busy the machine was, in the paper as given, and what makes these runs not valid; whether they are valid."""
    core, own, line, bad = faults(records)
    report.figure(f"{name}: busiest core; bed alone; busiest line", f"{core:.0f} %; {own:.0f} % of one core; {line:.2f} %",
                  paper)
    if core > BUSY_LIMIT or line > LINE_LIMIT:
        report.doubt(f"NOT VALID: {name}: busiest core {core:.0f} % (limit {BUSY_LIMIT} %; the bed alone {own:.0f} % of one core), "
                     f"busiest line {line:.1f} % (limit {LINE_LIMIT} %)")
    if bad:
        report.doubt(f"NOT VALID: {name}: {bad} requests without a good answer")
    return not (core > BUSY_LIMIT or line > LINE_LIMIT or bad)


WARM_UP = 300  # requests without pauses: each thread of each service opens its connections
CAPTURE_S = 60
