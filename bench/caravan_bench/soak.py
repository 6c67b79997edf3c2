"""A hundred applications that change all the time on one simulated server: what it takes must stay the same."""
import csv
import os
import time
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Callable

from . import process, scene
from .api import Api
from .churn import Churn
from .errors import Skipped
from .server import Server
from .slope import Slope, floors, slope

PORT = 18083
DNS = "127.0.0.1:15055"
APPLICATIONS = 100
PEOPLE = 6
# What only softly reachable caches hold stays for seconds that depend on how much room there is: not what leaks.
_NO_SOFT_REFERENCES = "-XX:SoftRefLRUPolicyMSPerMB=0"
# Else three collections in four leave what is dead where it lies, up to a twentieth of the old generation, and count it as used.
_ALWAYS_COMPACT = "-XX:MarkSweepAlwaysCompactCount=1"
_PROBE_LIMIT_S = 120
_EVERY_S = 15
_SHORT_EVERY_S = 5
_SHORT_S = 600
_QUIET_EACH = 2
_WINDOW = 4
_LEAST_WINDOWS = 5
_MIB = 2**20
# What may rise in an hour and still count as flat, at 2,000 changes an hour: 1 KiB for each, and a thread or a file for one in a hundred.
_TOLERATED = {"heap_mib": 2.0, "threads": 20.0, "descriptors": 20.0, "broker_mib": 2.0}



@dataclass(frozen=True)
class Sample:
    """seconds -- since the churn began; quiet -- whether nobody changed anything; database and broker are files on disk; load -- average of
    the machine over a minute."""
    seconds: float
    quiet: bool
    heap_mib: float
    threads: int
    descriptors: int
    database_mib: float
    broker_mib: float
    deployments: int
    load: float


@dataclass
class Soak:
    samples: list[Sample]
    churn: Churn
    cpu_s: float

    def second_half(self) -> list[Sample]:
        """Caches are full by then. Quiet samples alone: a plan that is being made takes more memory than a small leak in an hour."""
        return [sample for sample in self.samples if sample.quiet and sample.seconds >= self.samples[-1].seconds / 2]

    def verdicts(self) -> dict[str, tuple[object, str]]:
        late = self.second_half()
        if len(late) < _WINDOW * _LEAST_WINDOWS:
            return {}
        seconds = [sample.seconds for sample in late]
        lines = {name: rise(seconds, [float(getattr(sample, name)) for sample in late]) for name in _TOLERATED}
        return {name: (line, line.verdict(_TOLERATED[name])) for name, line in lines.items()}

    @property
    def failed(self) -> bool:
        return bool(self.churn.wrong) or any(verdict == "RISES" for _, verdict in self.verdicts().values())

    def table(self) -> str:
        lines = [f"{'minute':>7}{'quiet':>7}{'heap MiB':>10}{'threads':>9}{'files':>7}"
                 f"{'database MiB':>14}{'broker MiB':>12}{'deployments':>13}{'load':>7}"]
        lines += [f"{each.seconds / 60:>7.1f}{'yes' if each.quiet else '':>7}{each.heap_mib:>10.1f}{each.threads:>9}{each.descriptors:>7}"
                  f"{each.database_mib:>14.1f}{each.broker_mib:>12.1f}{each.deployments:>13}{each.load:>7.1f}" for each in self.samples]
        lines += ["", "quiet, second half, least of each 4 floor  an hour          95 % from to   verdict"]
        lines += [f"  {name:<30}{line.level:>9.1f}{line.per_hour:>+10.2f}{line.low:>+14.2f} {line.high:>+9.2f}   "
                  f"{verdict} (up to {_TOLERATED[name]:g} an hour is flat)"
                  for name, (line, verdict) in self.verdicts().items()] or [
                      f"  undecided: fewer than {_WINDOW * _LEAST_WINDOWS} quiet samples in the second half"]
        lines += ["", *(f"{what}: " + (", ".join(f"{name} {count}" for name, count in sorted(counter.items())) or "none")
                        for what, counter in (("done", self.churn.done), ("refused, as it may be", self.churn.refused),
                            ("WRONG", self.churn.wrong)))]
        grown = self.samples[-1].database_mib - self.samples[0].database_mib
        made = self.samples[-1].deployments - self.samples[0].deployments
        lines.append(f"server: {self.cpu_s:.0f} CPU-s; database: {1024 * grown / max(1, made):.0f} KiB more for each deployment, "
                     "which is its history")
        return "\n".join(lines) + "\n"

    def record(self) -> dict[str, object]:
        return {"samples": [vars(sample) for sample in self.samples], "failed": self.failed, "done": dict(self.churn.done),
            "refused": dict(self.churn.refused), "wrong": dict(self.churn.wrong),
            "slopes": {name: {**vars(line), "verdict": verdict} for name, (line, verdict) in self.verdicts().items()}}


def rise(seconds: list[float], values: list[float]) -> Slope:
    """Of what is kept for good."""
    return slope(*floors(seconds, values, _WINDOW))


def measure(command: list[str], folder: Path, seconds: float, file: Path | None, say: Callable[[str], None]) -> Soak:
    if reason := process.why_not():
        raise Skipped(reason)
    with Server([command[0], _NO_SOFT_REFERENCES, _ALWAYS_COMPACT, *command[1:]], PORT, folder / "soak", "--caravan.simulated=true",
        "--caravan.adaptation.every=0s",
                dns=DNS) as server:
        api = server.api()
        api.hand_over_texts("/infrastructure", {"bench.caravan": scene.infrastructure()})
        say("simulated probes")
        api.probe("idle", _PROBE_LIMIT_S)
        churn = Churn(api, server.data, APPLICATIONS, PEOPLE)
        churn.begin()
        try:
            samples = _samples(api, server, churn, seconds, file, say)
        finally:
            say("the last deployments end")
            churn.end()
        return Soak(samples, churn, process.cpu_seconds(server.pid))


def _samples(api: Api, server: Server, churn: Churn, seconds: float, file: Path | None, say: Callable[[str], None]) -> list[Sample]:
    """One each quarter of a minute, or more often in a short run, each second of them quiet; each is written to the file at once."""
    every = _SHORT_EVERY_S if seconds < _SHORT_S else _EVERY_S
    began, samples = time.monotonic(), []
    say(f"{APPLICATIONS} applications of {scene.COMPONENTS} components, changed by {PEOPLE} for {seconds / 60:g} min")
    while (passed := time.monotonic() - began) < seconds:
        samples.append(_quiet_sample(server, churn, began) if len(samples) % _QUIET_EACH == _QUIET_EACH - 1 else _sample(server, churn,
            passed, False))
        if file is not None:
            _write(file, samples)
        say(f"minute {passed / 60:.1f}: heap {samples[-1].heap_mib:.1f} MiB, {samples[-1].threads} threads, "
            f"{churn.deployed()} applications deployed, {len(churn.wrong)} kinds of wrong")
        time.sleep(max(0.0, min(began + passed + every, began + seconds) - time.monotonic()))
    return samples


def _quiet_sample(server: Server, churn: Churn, began: float) -> Sample:
    with churn.quiet() as ended:
        return _sample(server, churn, time.monotonic() - began, ended)


def _sample(server: Server, churn: Churn, passed: float, quiet: bool) -> Sample:
    taken = process.taken(server.pid)
    deployments = sum(churn.done[action] for action in ("deploy", "new version", "scale", "roll back", "destroy", "repair"))
    return Sample(round(passed, 1), quiet, taken.heap_bytes / _MIB, taken.threads, taken.descriptors,
        process.folder_bytes(server.data, "server.db", "runs.db") / _MIB,
                  process.folder_bytes(server.data / "broker") / _MIB, deployments, os.getloadavg()[0])


def _write(file: Path, samples: list[Sample]) -> None:
    with open(file, "w", newline="") as target:
        rows = csv.DictWriter(target, [field.name for field in fields(Sample)])
        rows.writeheader()
        rows.writerows(vars(sample) for sample in samples)
