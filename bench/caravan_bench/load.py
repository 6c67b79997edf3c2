"""Two hundred clients at once at a simulated server."""
import asyncio
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from . import process, scene
from .api import Api, approved
from .client import Client, Follower
from .errors import Skipped
from .server import Server
from .tally import Tally, percentile

PORT = 18082
DNS = "127.0.0.1:15054"
APPLICATIONS = 40
FOLLOWERS = 20  # of the 32 that a server takes
CHANGING = 40
_PROBE_LIMIT_S = 120
_DEPLOYED_AT_ONCE = 8
_PLANS = 20  # those that are made at once compete for addresses
_DEPLOY_LIMIT_S = 180
_WARM_UP_S = 10
_LAG_STEP_S = 0.02
_MIB = 2**20


@dataclass
class Load:
    """What came of it; lags are by how many ms the client's own loop woke up late, which its figures contain. Processor time is that of the
    seconds that count."""
    tally: Tally
    clients: int
    think_s: float
    seconds: float
    heard: int
    lags: list[float]
    server_cpu_s: float
    client_cpu_s: float
    before: process.Taken
    after: process.Taken
    load: tuple[float, float]

    @property
    def failed(self) -> bool:
        return self.tally.server_errors > 0

    def table(self) -> str:
        cpu = self.server_cpu_s
        lags = sorted(self.lags)
        return f"""\
{self.clients} clients for {self.seconds:.0f} s, {FOLLOWERS} of them listen; \
the others think {self.think_s:g} s between requests in the mean; {self.tally.answered / self.seconds:.1f} requests/s

{self.tally.table()}
events heard: {self.heard}
server: heap after collection {self.before.heap_bytes / _MIB:.1f} MiB before, {self.after.heap_bytes / _MIB:.1f} MiB after; \
threads {self.before.threads}, {self.after.threads}; descriptors {self.before.descriptors}, {self.after.descriptors}
server: {cpu:.1f} CPU-s, {cpu / self.seconds:.2f} of a core, \
{1000 * cpu / max(1, self.tally.answered):.1f} CPU-ms a request, plans and deployments included
client: {self.client_cpu_s:.1f} CPU-s on the same machine; \
woke up late by {percentile(lags, 0.5):.1f} ms in the median, {percentile(lags, 0.99):.1f} ms at p99, which the times contain
load average of the machine: {self.load[0]:.1f} before, {self.load[1]:.1f} after
"""

    def record(self) -> dict[str, object]:
        return {"clients": self.clients, "followers": FOLLOWERS, "thinkSeconds": self.think_s, "seconds": self.seconds,
            "requests": self.tally.record(),
                "serverErrors": self.tally.server_errors, "eventsHeard": self.heard, "serverCpuSeconds": self.server_cpu_s,
                "heapBytes": [self.before.heap_bytes, self.after.heap_bytes], "threads": [self.before.threads, self.after.threads],
                "descriptors": [self.before.descriptors, self.after.descriptors], "clientCpuSeconds": self.client_cpu_s,
                "clientLagMillisP99": percentile(sorted(self.lags), 0.99), "loadAverage": list(self.load)}


def measure(command: list[str], folder: Path, clients: int, seconds: float, think_s: float, say: Callable[[str], None]) -> Load:
    if reason := process.why_not():
        raise Skipped(reason)
    with Server(command, PORT, folder / "load", "--caravan.simulated=true", dns=DNS) as server:
        api = server.api()
        names = [f"shop-{number}" for number in range(APPLICATIONS)]
        _settle(api, names, say)
        say(f"tokens of {clients} clients")
        tokens = [api.call("POST", "/tokens", {"name": f"client {number}", "role": "deployer",
            "days": 1})["token"] for number in range(clients)]
        before = process.taken(server.pid)
        say(f"{clients} clients: {_WARM_UP_S} s to warm up, {seconds:.0f} s counted")
        return asyncio.run(_run(f"http://127.0.0.1:{PORT}", tokens, names, seconds, think_s, server.pid, before))


def _settle(api: Api, names: list[str], say: Callable[[str], None]) -> None:
    """Everything is deployed before anything is counted."""
    api.hand_over_texts("/infrastructure", {"bench.caravan": scene.infrastructure()})
    say("simulated probes")
    api.probe("idle", _PROBE_LIMIT_S)
    say(f"{len(names)} applications of {scene.COMPONENTS} components")
    with ThreadPoolExecutor(_DEPLOYED_AT_ONCE) as pool:
        list(pool.map(lambda number: _deploy(api, names[number], number), range(len(names))))


def _deploy(api: Api, name: str, number: int) -> None:
    api.hand_over_texts(f"/applications/{name}/model", {"application.caravan": scene.application(name, number)})
    begun = approved(api, name, lambda: api.call("POST", f"/applications/{name}/plans"), _PLANS)
    api.deployed(name, begun, _DEPLOY_LIMIT_S)


async def _run(base: str, tokens: list[str], names: list[str], seconds: float, think_s: float, pid: int, before: process.Taken) -> Load:
    tally, lags = Tally(), []
    load_before = os.getloadavg()[0]
    count_from = time.monotonic() + _WARM_UP_S
    end = count_from + seconds
    followers = [Follower(base, token, tally) for token in tokens[:FOLLOWERS]]
    asking = [Client(base, token, names[number % len(names)], number, number < CHANGING, think_s, tally) for number,
        token in enumerate(tokens[FOLLOWERS:])]
    watch = asyncio.create_task(_watch(lags, end))
    begun = asyncio.create_task(_cpu_at(count_from, pid))
    await asyncio.gather(*(follower.work(end) for follower in followers), *(client.work(names, count_from, end) for client in asking))
    await watch
    server_cpu, client_cpu = await begun
    passed, client_cpu = time.monotonic() - count_from, time.process_time() - client_cpu
    after = process.taken(pid)
    return Load(tally, len(tokens), think_s, passed, sum(follower.heard for follower in followers), lags,
                after.cpu_seconds - server_cpu, client_cpu, before, after, (load_before, os.getloadavg()[0]))


async def _cpu_at(moment: float, pid: int) -> tuple[float, float]:
    """Processor seconds of the server and of this process until then: what warms the server up is not counted."""
    await asyncio.sleep(moment - time.monotonic())
    return process.cpu_seconds(pid), time.process_time()


async def _watch(lags: list[float], end: float) -> None:
    while time.monotonic() < end:
        began = time.monotonic()
        await asyncio.sleep(_LAG_STEP_S)
        lags.append((time.monotonic() - began - _LAG_STEP_S) * 1000)
