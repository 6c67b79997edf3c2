"""The sock shop on an emulated network of homes, edge and cloud, deployed by a Caravan server of its own. Everything is removed at the end.

Beside any other bed and server: names begin with cve1, 198.18.140.0/24, ports 8681 and 5653.
"""

from __future__ import annotations

import json
import os
import pathlib
import secrets
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from typing import NamedTuple

HOME = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(HOME / "examples"))
from installation import UNPROBED, Installation  # noqa: E402 (the path must be set first)

PAPER = HOME / "evidence/paper001"
BED = PAPER / "bed.toml"
MODEL = PAPER / "sock-shop.caravan"
PREFIX = "cve1"
LINE_BITS = 1024e6
NODES = {"homes": "vantage-homes", "corner": "edge-1", "datacenter": "cloud-1"}
SITES = tuple(NODES)
PORT = 8079
USERS = 10
FAR_MS = 250  # of section 3.6: 280 ms between edge and cloud instead of 30
DEPLOYMENT_S = 600
ANSWER_S = 10  # mean time of an answer above which a loop ends early
# What the server would learn in one placement would be part of its predictions of all others, and of this one.
UNLEARNED = "--caravan.learned-service-times=false"


class Latency(NamedTuple):
    """Of a request in a plan, in ms."""
    mean: float
    p95: float
    p50: float


@dataclass(frozen=True)
class Application:
    name: str
    model: pathlib.Path
    entry: str  # component to which users send requests
    images: pathlib.Path  # folder of image specifications


SOCK_SHOP = Application("sock-shop", MODEL, "frontend", HOME / "examples/sock-shop/images")


class Shop:
    """Use as a context. All operations are on `application`, which may be replaced by another one of those given after it is destroyed."""

    def __init__(self, *applications: Application) -> None:
        self.applications = applications or (SOCK_SHOP,)
        self.application = self.applications[0]
        data = pathlib.Path(os.environ.get("CARAVAN_EVIDENCE_DATA", HOME / "data/evidence-001"))
        self.images = pathlib.Path(os.environ.get("CARAVAN_IMAGES", data / "images"))
        self.own = Installation(data, "http://127.0.0.1:8681", f"--prefix {PREFIX} --mgmt 198.18.140.0/24")
        self.caravan = self._carry_out

    def _carry_out(self, *arguments: str, codes: tuple[int, ...] = (0,), limit: float = 900) -> str:
        try:
            return self.own.caravan(*arguments, codes=codes, limit=limit)
        except AssertionError as failure:
            raise RuntimeError(str(failure)) from failure

    def __enter__(self) -> Shop:
        try:
            self._raise()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for command in (("server", "stop"), ("testbed", "down", str(BED))):
            subprocess.run([str(HOME / "caravan"), *command], env=self.own.environment, capture_output=True, check=False)

    def _raise(self) -> None:
        # An interrupted run leaves a server, a bed, and a target that this run would follow.
        self.__exit__()
        forget(self.own.data, self.images)
        self.images.mkdir(parents=True, exist_ok=True)
        infrastructure = self.own.data / "paper.caravan"
        infrastructure.touch()  # the next run removes what this one leaves, however early it ends
        folders = dict.fromkeys((SOCK_SHOP.images, *(each.images for each in self.applications)))  # others build on the shop's images
        specs = [str(spec) for folder in folders for spec in sorted(folder.glob("*.toml"))]
        self.own.run([str(HOME / "executionware/images/image-build"), *specs, "--output", str(self.images)])
        self.caravan("testbed", "up", "--weight", "64", str(BED))
        self.own.keep_keys_of_bed()
        self.caravan("server", "start", "--caravan.dns.listen=127.0.0.1:5653", f"--caravan.images={self.images}", UNPROBED, UNLEARNED)
        infrastructure.write_text(self.caravan("testbed", "infrastructure"), encoding="utf-8")
        self.caravan("infrastructure", str(infrastructure))
        subprocess.run([str(HOME / "caravan"), "secret", "set", "shop-db-password"], env=self.own.environment, input=secrets.token_hex(12),
                       text=True, capture_output=True, check=True)
        self.probe()

    def probe(self) -> None:
        self.caravan("probe", "--scope", "idle")

    def round_trips(self) -> dict[str, float]:
        """Measured idle round-trip times in ms between the sites, by ping."""
        addresses = {"corner": "10.1.1.11", "datacenter": "10.2.2.11"}
        found = {}
        for near, far in (("homes", "corner"), ("corner", "datacenter"), ("homes", "datacenter")):
            said = self.caravan("testbed", "exec", NODES[near], "--", "ping", "-n", "-q", "-i", "0.05", "-c", "20", addresses[far])
            found[f"{near} to {far}"] = float(said.rsplit("=", 1)[1].split("/")[1])
        return found

    def far(self, is_far: bool) -> None:
        self.caravan("testbed", *(("degrade", "datacenter", "rtt", f"+{FAR_MS}ms") if is_far else ("restore", "datacenter")))
        self.probe()

    def deploy(self, text: str) -> dict[str, Latency]:
        """Submits the model, approves its plan, and waits until it runs. Predicted latency of each request of the model; without
        those that have no bounded latency."""
        plan = self._plan(text)
        if plan["changes"]:
            self._finish(self.own.ask("POST", f"/applications/{self.application.name}/plans/{plan['id']}/approval"))
        return self._latencies(plan)

    def predict(self, text: str) -> dict[str, Latency]:
        """The same, without a deployment."""
        return self._latencies(self._plan(text))

    def answers(self) -> bool:
        """Whether the server answers, within 10 s."""
        end = time.monotonic() + 10
        while time.monotonic() < end:
            try:
                self.own.ask("GET", "/applications")
                return True
            except (OSError, AssertionError):
                time.sleep(1)
        return False

    def _plan(self, text: str) -> dict:
        self.own.ask("PUT", f"/applications/{self.application.name}/model", {"files": {f"{self.application.name}.caravan": text}})
        plan = self.own.ask("POST", f"/applications/{self.application.name}/plans")
        if plan["outcome"] != "PLANNED":
            raise RuntimeError(f"there is no placement: {plan['reasons']}")
        return plan

    @staticmethod
    def _latencies(plan: dict) -> dict[str, Latency]:
        """A request without a bounded latency has no median, and is left out."""
        return {entry["requestId"]: Latency(entry["meanMillis"], entry["p95Millis"], entry["p50Millis"])
                for entry in plan["report"]["latencies"] if entry.get("p50Millis") is not None}

    def service_times(self, seconds: int, think_ms: float) -> tuple[dict[tuple[str, str, str], tuple[float, float]], dict]:
        """Mean and p95 in ms by request, asking and answering component, under the load of the runs; and the record of this load."""
        capture = f"/applications/{self.application.name}/turn-captures"
        begun = self.own.ask("POST", capture, {"seconds": seconds})
        end = time.monotonic() + seconds + 300
        record = self.load("default", seconds * 100, think_ms, 0, at_most=seconds)
        while True:
            found = self.own.ask("GET", f"{capture}/{begun['id']}")
            if found["state"] == "DONE":
                return {hop: times for request in found["result"]["requests"] for hop, times in under_load(request).items()}, record
            if found["state"] != "RUNNING" or time.monotonic() > end:
                raise RuntimeError(f"capture of service times {found['state']}: {found.get('error')}")
            time.sleep(0.5)

    def destroy(self) -> None:
        self._finish(self.own.ask("DELETE", f"/applications/{self.application.name}"))

    def _finish(self, begun: dict) -> None:
        end = time.monotonic() + DEPLOYMENT_S
        while True:
            run = self.own.ask("GET", f"/applications/{self.application.name}/deployments/{begun['deploymentId']}")
            if run["state"] == "DONE":
                return
            if run["state"] != "RUNNING" or time.monotonic() > end:
                raise RuntimeError(f"deployment {run['state']}: {run.get('error')}")
            time.sleep(0.5)

    def sites(self) -> dict[str, str]:
        """Site of each running copy, by component."""
        copies = self.own.ask("GET", f"/applications/{self.application.name}")["instances"]
        return {copy["instance"].rpartition(":")[0]: copy["siteId"] for copy in copies}

    def replication(self) -> dict[str, str]:
        """State of each read replica, as its database says."""
        found = {}
        for name, site in sorted(self.sites().items()):
            if "-replica-" not in name:
                continue
            running = self.caravan("testbed", "exec", NODES[site], "--", "lxc-ls", "-1", "--running").split()
            container = next(each for each in running if each.startswith(f"{self.application.name}.{name}."))
            ask = (["redis-cli", "info", "replication"] if name.startswith("carts") else
                   ["mariadb", "--no-defaults", "--socket=/run/mysqld/mysqld.sock", "--execute=SHOW SLAVE STATUS\\G"])
            said = self.caravan("testbed", "exec", NODES[site], "--", "lxc-attach", "-n", container, "--", *ask)
            found[name] = state_of_replica(said)
        return found

    def load(self, mix: str, requests: int, think_ms: float, seed: int, at_most: float | None = None) -> dict:
        """Record of one closed loop, as the load generator prints it, with `busy` (percent by core), `own` (percent of a core that
        nodes and copies used) and `lines` (percent by site). The loop ends after
        `at_most` seconds, by default after what its requests and pauses may take."""
        at_most = longest(requests, think_ms, USERS) if at_most is None else at_most
        entry, used = self._entry(), self._used()
        before, since = self._bytes(), time.monotonic()
        with Cores() as cores:
            said = self.caravan("testbed", "exec", "vantage-homes", "--", str(HOME / "examples/sock-shop/load/sock-shop-load"), "--url",
                                f"http://{entry}:{PORT}", "--keep-alive", "--json", "--each", "--mix", mix, "--requests", str(requests),
                                "--duration", str(at_most), "--think", str(think_ms), "--seed", str(seed), "--shoppers", str(USERS),
                                codes=(0, 1), limit=at_most + 120)
        passed, after = time.monotonic() - since, self._bytes()
        own = (self._used() - used) / passed * 100
        lines = {site: (after[site] - before[site]) * 8 / passed / LINE_BITS * 100 for site in SITES}
        return json.loads(said) | {"busy": cores.busy(), "own": own, "lines": lines}

    def _entry(self) -> str:
        copies = self.own.ask("GET", f"/applications/{self.application.name}")["instances"]
        return next(copy["addresses"][0] for copy in copies if copy["instance"] == f"{self.application.entry}:1")

    @staticmethod
    def _used() -> float:
        """Processor seconds of all nodes of the bed so far, in control groups of version 1 or 2; 0 without them."""
        for pattern, unit in ((f"cpuacct/**/{PREFIX}-testbed/cpuacct.usage", 1e9), (f"{PREFIX}-testbed/cpu.stat", 1e6)):
            for file in pathlib.Path("/sys/fs/cgroup").glob(pattern):
                return int(file.read_text(encoding="ascii").replace("usage_usec", "").split()[0]) / unit
        return 0.0

    @staticmethod
    def _bytes() -> dict[str, int]:
        """On the line of each site so far, in the direction with more of them."""
        found = {}
        for site in SITES:
            said = subprocess.run(["ip", "-n", f"{PREFIX}-{site}", "-s", "-j", "link"], capture_output=True, text=True, check=True).stdout
            line = next(device["stats64"] for device in json.loads(said) if device["ifname"].startswith("wan"))
            found[site] = max(line[way]["bytes"] for way in ("rx", "tx"))
        return found


def under_load(request: dict) -> dict[tuple[str, str, str], tuple[float, float]]:
    """Mean and p95 in ms of the hops of a captured request. Samples run alone; all requests take longer, because they share processors.
    Processor sharing slows all parts alike: means are multiplied so that their sum grows by what all requests take longer, and the
    distances of p95 from them so that their sum is that of all requests. Hosts of the bed are as fast as the reference host."""
    hops = [hop for hop in request["hops"] if hop["turns"] and "modelTurns" in hop]
    load = request.get("load")
    if not hops or not load:
        return {}
    mean = sum(hop["referenceMeanMillis"] for hop in hops)
    beyond = sum(hop["referenceP95Millis"] for hop in hops) - mean
    slower = 1 + max(0.0, load["meanMillis"] - load["aloneMeanMillis"]) / mean if mean else 1.0
    wider = (load["p95Millis"] - load["meanMillis"]) / beyond if beyond else 1.0
    return {(request["request"], hop["from"], hop["to"]):
            (hop["referenceMeanMillis"] * slower,
             hop["referenceMeanMillis"] * slower + (hop["referenceP95Millis"] - hop["referenceMeanMillis"]) * wider) for hop in hops}


def as_users_see(times: dict[tuple[str, str, str], tuple[float, float]], entry: str, planned: dict[str, Latency],
                 seen: dict[str, float]) -> dict[tuple[str, str, str], tuple[float, float]]:
    """Service times with what users take beyond the entry: programs of users need time to send and to read, which no capture at components
    contains. It is the median that users measured during the capture beyond the planned median of a plan with the captured times, both by
    request; each request takes it once, wherever components are, so it is part of the mean and p95 of the hop from users to `entry`."""
    found = dict(times)
    for request, median in seen.items():
        hop = (request, "users", entry)
        beyond = max(0.0, median - planned[request].p50) if request in planned else 0.0
        if hop in times:
            found[hop] = (times[hop][0] + beyond, times[hop][1] + beyond)
    return found


def longest(requests: int, think_ms: float, users: int) -> float:
    """Seconds after which a closed loop ends, whether or not all requests are sent."""
    return max(600, requests * (think_ms / 1000 + ANSWER_S) / users)


def forget(data: pathlib.Path, images: pathlib.Path) -> None:
    """Removes all data of an earlier run except images; refuses a folder of anything else."""
    parts = [part for part in data.glob("*") if part != images and part not in images.parents]
    if parts and not any((data / known).exists() for known in ("token", "testbed", "paper.caravan")):
        raise RuntimeError(f"The folder ({data}) has other files than those of an earlier run.\n"
                           "Maybe set CARAVAN_EVIDENCE_DATA to another folder.")
    for part in parts:
        subprocess.run(["rm", "-rf", "--one-file-system", str(part)], check=True)


def state_of_replica(said: str) -> str:
    """Of the answer of Redis or MariaDB."""
    values = dict(line.strip().split(":", 1) for line in said.splitlines() if ":" in line)
    if "master_link_status" in values:
        up = values["master_link_status"] == "up"
        return f"follows, last message {values['master_last_io_seconds_ago']} s ago" if up else "does NOT follow"
    follows = values.get("Slave_IO_Running", "").strip() == values.get("Slave_SQL_Running", "").strip() == "Yes"
    return f"follows, {values['Seconds_Behind_Master'].strip()} s behind" if follows else "does NOT follow"


class Cores:
    """Use as a context: share of time that each core was busy with anything, once per second, as `sar` of the paper."""

    def __init__(self) -> None:
        self.samples: list[list[float]] = []
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)

    def __enter__(self) -> Cores:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def busy(self) -> list[float]:
        """Percent by core: mean of the seconds without outliers."""
        return [mean_without_outliers(list(each)) for each in zip(*self.samples)]

    def _sample(self) -> None:
        before = _ticks()
        while not self._end.wait(1):
            now = _ticks()
            self.samples.append([(1 - (idle - idle_before) / max(1, total - total_before)) * 100
                                 for (total, idle), (total_before, idle_before) in zip(now, before)])
            before = now


def mean_without_outliers(values: list[float]) -> float:
    """Without values further than 1.5 interquartile ranges from the quartiles, as in the paper; 0 of nothing."""
    ordered = sorted(values)
    if not ordered:
        return 0.0
    low, high = ordered[len(ordered) // 4], ordered[(3 * len(ordered)) // 4 - (len(ordered) % 4 == 0)]
    kept = [value for value in ordered if low - 1.5 * (high - low) <= value <= high + 1.5 * (high - low)]
    return sum(kept) / len(kept)


def _ticks() -> list[tuple[int, int]]:
    """Total and idle ticks of each core so far."""
    found = []
    for line in pathlib.Path("/proc/stat").read_text(encoding="ascii").splitlines():
        words = line.split()
        if words[0].startswith("cpu") and words[0] != "cpu":
            ticks = [int(word) for word in words[1:9]]
            found.append((sum(ticks), ticks[3] + ticks[4]))
    return found
