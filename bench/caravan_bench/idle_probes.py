"""What sensors and standing idle probes cost nodes, access links and the server, at their default, on the emulated sites of the demo.

Processor time is that of the control group in which a node runs: sshd, shells, ping. Bytes are those of the interfaces of access links.
Memory is the proportional set size of the processes of a node, above what it was without a server. A slower processor is not emulated:
shares of a slower core are the measured share times a factor.
"""
import re
import sys
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from .bed import Bed, why_not
from .errors import BenchError, Skipped
from .process import cpu_seconds
from .server import Server

_PORT = 18083
_PREFIX, _MANAGEMENT = "cvy", "198.18.248.0/24"
_BASELINE_S = 30
_FIRST_RUN_LIMIT_S = 600
_SAMPLE_S = 0.25
_DAY_S = 86_400
MINUTES = 10
SLOWER = 10  # processor time of a Raspberry Pi 3 beside this machine's: an assumption on the careful side, not a measurement
GOAL_SHARE, GOAL_MIB, GOAL_MB = 0.01, 8.0, 50.0


@dataclass(frozen=True)
class Node:
    """Shares are of one core of this machine, in the measured time."""
    name: str
    share: float
    idle_share: float
    memory_mib: float
    commands: int

    @property
    def cost(self) -> float:
        return max(0.0, self.share - self.idle_share)


@dataclass(frozen=True)
class Link:
    name: str
    paths: int
    mb_a_day: float
    counted_mb_a_day: float
    budget_mb: float


@dataclass(frozen=True)
class IdleProbes:
    nodes: list[Node]
    links: list[Link]
    server_share: float
    server_mib: float
    measurements: int
    seconds: float
    slower: float
    sensors: bool = False

    @property
    def failed(self) -> bool:
        return not self.measurements

    def table(self) -> str:
        lines = [f"{self.measurements} measurements of paths in {self.seconds:.0f} s, "
                 "every 60 s for paths in use and every 300 s for others",
                 "", f"{'node':<18}{'CPU ms/min':>12}{'of a core here':>16}{f'of one {self.slower:g} times slower':>25}{'memory MiB':>12}"]
        lines += [f"{node.name:<18}{node.cost * 60_000:>12.1f}{node.cost:>16.3%}{node.cost * self.slower:>25.2%}{node.memory_mib:>12.1f}"
                  for node in sorted(self.nodes, key=lambda node: -node.cost)]
        lines += ["", f"{'access link':<24}{'paths':>6}{'MB/day on the line':>20}{'as counted':>12}{'budget':>8}"]
        lines += [f"{link.name:<24}{link.paths:>6}{link.mb_a_day:>20.2f}{link.counted_mb_a_day:>12.2f}{link.budget_mb:>8.1f}"
                  for link in sorted(self.links, key=lambda link: -link.mb_a_day)]
        lines += ["", f"server: {self.server_share:.2%} of a core here, {self.server_mib:.0f} MiB resident (all it does, "
                      f"{'usage of hosts every 15 s' if self.sensors else 'without metrics'})",
                  self._goal("CPU", max(node.cost for node in self.nodes) * self.slower * 100, GOAL_SHARE * 100, "% of a slower core"),
                  self._goal("memory", max(node.memory_mib for node in self.nodes), GOAL_MIB, "MiB"),
                  self._goal("bytes", max(link.mb_a_day for link in self.links), GOAL_MB, "MB/day and link")]
        return "\n".join(lines) + "\n"

    @staticmethod
    def _goal(name: str, figure: float, goal: float, unit: str) -> str:
        return f"{name}: {figure:.2f} {unit}, goal below {goal:g}: {'met' if figure < goal else f'missed by {figure - goal:.2f}'}"

    def record(self) -> dict[str, object]:
        return {"nodes": [vars(node) for node in self.nodes], "links": [vars(link) for link in self.links],
                "serverShare": self.server_share,
                "serverMiB": self.server_mib, "measurements": self.measurements, "seconds": self.seconds, "slower": self.slower,
                "sensors": self.sensors}


def measure(home: Path, command: list[str], folder: Path, minutes: float, slower: float, sensors: bool,
            say: Callable[[str], None]) -> IdleProbes:
    if reason := why_not():
        raise Skipped(reason)
    description = home / "examples/testbed/nornet.toml"
    say("test bed of eight sites")
    with Bed(home, folder / "testbed", description, _PREFIX, _MANAGEMENT) as bed:
        groups = _groups(home)
        say(f"nodes without a server: {_BASELINE_S} s")
        before = {name: _cpu_seconds(group) for name, group in groups.items()}
        time.sleep(_BASELINE_S)
        idle = {name: (_cpu_seconds(group) - before[name]) / _BASELINE_S for name, group in groups.items()}
        idle_memory = {name: _memory_mib(group) for name, group in groups.items()}
        data = folder / "probed"
        bed.credentials(data)
        with Server(command, _PORT, data, f"--caravan.metrics.every={15 if sensors else 0}s", "--caravan.probing.idle-every=60s") as server:
            api = server.api()
            api.hand_over_texts("/infrastructure", {"nornet.caravan": bed.infrastructure})
            say("first run, of all paths")
            _await_first_run(api)
            say(f"standing probes: {minutes:g} min")
            return _observe(bed, description, groups, idle, idle_memory, server, api, minutes * 60, slower, sensors)


def _observe(bed: Bed, description: Path, groups: dict[str, Path], idle: dict[str, float], idle_memory: dict[str, float], server: Server,
             api,
             seconds: float, slower: float, sensors: bool) -> IdleProbes:
    lines_before = _bytes_of_lines(bed, description)
    counted_before = {link["link"]: link["sentBytes"] for link in api.call("GET", "/network/probes")["links"]}
    runs_before = {run["id"] for run in _runs(api)}
    cpu_before = {name: _cpu_seconds(group) for name, group in groups.items()}
    server_before, began = cpu_seconds(server.pid), time.monotonic()
    peak = dict(idle_memory)
    seen: dict[str, set[int]] = {name: set() for name in groups}
    while time.monotonic() < began + seconds:
        for name, group in groups.items():
            pids = _pids(group)
            seen[name].update(pids)
            peak[name] = max(peak[name], _memory_mib(group, pids))
        time.sleep(_SAMPLE_S)
    took = time.monotonic() - began
    cpu = {name: _cpu_seconds(group) - cpu_before[name] for name, group in groups.items()}
    server_cpu = cpu_seconds(server.pid) - server_before
    plan = api.call("GET", "/network/probes")
    lines = _bytes_of_lines(bed, description)
    done = sum(run["done"] for run in _runs(api) if run["id"] not in runs_before)
    server_mib = int(re.search(r"^VmRSS:\s+(\d+) kB", Path(f"/proc/{server.pid}/status").read_text(), re.MULTILINE)[1]) / 1024
    return IdleProbes(
        [Node(name, cpu[name] / took, idle[name], peak[name] - idle_memory[name], len(seen[name])) for name in groups],
        [Link(link["link"], link["paths"], (lines[link["link"]] - lines_before[link["link"]]) / took * _DAY_S / 1e6,
              (link["sentBytes"] - counted_before[link["link"]]) / took * _DAY_S / 1e6, link["budgetBytes"] / 1e6)
              for link in plan["links"]],
        server_cpu / took, server_mib, done, took, slower, sensors)


def _runs(api) -> list[dict]:
    return api.call("GET", "/probes?most=50")


def _await_first_run(api) -> None:
    end = time.monotonic() + _FIRST_RUN_LIMIT_S
    while not any(run["state"] == "DONE" and run["done"] for run in _runs(api)):
        if time.monotonic() > end:
            raise BenchError("No standing run has ended.", "the machine is very busy; run the bench again.")
        time.sleep(1)


def _groups(home: Path) -> dict[str, Path]:
    """Folder of the control group that accounts processor time, for each node."""
    sys.path.insert(0, str(home / "examples/testbed"))
    from caravan_testbed.cgroups import bed_folders
    for folder in bed_folders(_PREFIX):
        found = {group.name: group for group in sorted(folder.iterdir()) if group.is_dir() and _accounts(group)}
        if found:
            return found
    raise BenchError("The control groups of the nodes account no processor time.", "mount the cpuacct hierarchy, or cgroup v2.")


def _accounts(group: Path) -> bool:
    return (group / "cpuacct.usage").exists() or "usage_usec" in _text(group / "cpu.stat")


def _cpu_seconds(group: Path) -> float:
    if (group / "cpuacct.usage").exists():
        return int((group / "cpuacct.usage").read_text()) / 1e9
    return int(re.search(r"^usage_usec (\d+)", (group / "cpu.stat").read_text(), re.MULTILINE)[1]) / 1e6


def _pids(group: Path) -> list[int]:
    return [int(pid) for file in group.rglob("cgroup.procs") for pid in _text(file).split()]


def _memory_mib(group: Path, pids: list[int] | None = None) -> float:
    found = [re.search(r"^Pss:\s+(\d+) kB", _text(Path(f"/proc/{pid}/smaps_rollup")), re.MULTILINE)
             for pid in (_pids(group) if pids is None else pids)]
    return sum(int(match[1]) for match in found if match) / 1024


def _text(file: Path) -> str:
    """Empty if the process or file has ended meanwhile."""
    try:
        return file.read_text()
    except OSError:
        return ""


def _bytes_of_lines(bed: Bed, description: Path) -> dict[str, int]:
    """What crossed each access link so far, both directions, by the counters of its interface at the site's router."""
    counted = {}
    facts = tomllib.loads(description.read_text())
    for site, own in facts["sites"].items():
        text = bed.inside(site, "cat", "/proc/net/dev")
        for isp in own["isps"]:
            fields = re.search(rf"^\s*wan{facts['isps'][isp]}:(.*)$", text, re.MULTILINE)[1].split()
            counted[f"{site}.{isp}"] = int(fields[0]) + int(fields[8])
    return counted
