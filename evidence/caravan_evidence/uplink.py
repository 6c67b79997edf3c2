"""An emulated node: a bridge, copies as network namespaces behind it, and one uplink to a peer. Everything is removed at the end."""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

PREFIX = "cev"
NODE = f"{PREFIX}-node"
PEER = f"{PREFIX}-peer"
TARGET = "10.66.1.254"
DEVICE = "uplink0"
CAPACITY = 100e6
FRAME = 1514 / 1448  # bytes that HTB counts, of a TCP segment with this payload
FRAME_OF_DATAGRAM = 1442 / 1400
TRAFFIC = pathlib.Path(__file__).with_name("traffic.py")


@dataclass(frozen=True)
class Claim:
    share: float = 1
    min: float = 0  # Mbit/s
    max: float = 0  # 0: only the capacity limits it


def run(*words: str, text: str | None = None) -> str:
    done = subprocess.run(words, input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {(done.stderr or done.stdout).strip()}")
    return done.stdout


def inside(namespace: str, *words: str) -> list[str]:
    return ["ip", "netns", "exec", namespace, *words]


class Uplink:
    """Use as a context. Copies are C1 to Cn with the addresses 10.66.0.1 to 10.66.0.n."""

    def __init__(self, shaper: pathlib.Path, copies: int):
        self.shaper = shaper
        self.copies = copies
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="caravan-evidence-"))
        self.started: list[subprocess.Popen] = []
        self.daemon: subprocess.Popen | None = None
        self.log = self.root / "received"

    def __enter__(self) -> Uplink:
        try:
            self._raise()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.started:
            process.kill()
            process.wait()
        for name in [NODE, PEER, *(self.namespace(number) for number in range(1, self.copies + 1))]:
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)
        shutil.rmtree(self.root, ignore_errors=True)

    @staticmethod
    def namespace(number: int) -> str:
        return f"{PREFIX}-c{number}"

    @staticmethod
    def address(number: int) -> str:
        return f"10.66.0.{number}"

    def _raise(self) -> None:
        for name in (NODE, PEER):
            run("ip", "netns", "add", name)
        run("ip", "-n", NODE, "link", "add", "br0", "type", "bridge")
        run("ip", "-n", NODE, "link", "add", DEVICE, "type", "veth", "peer", "name", "eth0", "netns", PEER)
        run("ip", "-n", NODE, "link", "set", DEVICE, "master", "br0", "up")
        run("ip", "-n", NODE, "link", "set", "br0", "up")
        run("ip", "-n", PEER, "addr", "add", f"{TARGET}/16", "dev", "eth0")
        run("ip", "-n", PEER, "link", "set", "eth0", "up")
        for number in range(1, self.copies + 1):
            name = self.namespace(number)
            run("ip", "netns", "add", name)
            run("ip", "-n", NODE, "link", "add", f"cv{number:012x}", "type", "veth", "peer", "name", "eth0", "netns", name)
            run("ip", "-n", NODE, "link", "set", f"cv{number:012x}", "master", "br0", "up")
            run("ip", "-n", name, "addr", "add", f"{self.address(number)}/16", "dev", "eth0")
            run("ip", "-n", name, "link", "set", "eth0", "up")
        self.start(PEER, "receive", TARGET, str(self.log))
        deadline = time.monotonic() + 20
        while not (self.log.exists() and self.log.stat().st_size):
            if time.monotonic() > deadline:
                raise RuntimeError("the receiver does not begin")
            time.sleep(0.05)

    def start(self, namespace: str, *words: str) -> subprocess.Popen:
        process = subprocess.Popen(inside(namespace, sys.executable, str(TRAFFIC), *words), stderr=subprocess.DEVNULL)
        self.started.append(process)
        return process

    def call(self, *words: str) -> list[str]:
        return inside(NODE, "env", f"SHAPER_ROOT={self.root}", "perl", str(self.shaper), *words)

    def describe(self, claims: list[Claim]) -> None:
        """The files that an adapter writes for copies."""
        for number in range(1, self.copies + 1):
            folder = self.root / f"var/lib/lxc/paper.c{number}.1.1"
            shutil.rmtree(folder, ignore_errors=True)
            if number > len(claims):
                continue
            folder.mkdir(parents=True)
            claim = claims[number - 1]
            most = f"{claim.max * 1e6:.0f}" if claim.max else "-"
            (folder / "bandwidth").write_text("bridge br0\nnet Line 10.66.0.0/24\n"
                                              f"link Line {CAPACITY:.0f} {claim.min * 1e6:.0f} {most} {claim.share}\n")
            (folder / "caravan").write_text(f"spec 0\naddress {self.address(number)} 24 10.66.0.254\n")

    def clear(self) -> None:
        if self.daemon:
            self.daemon.kill()
            self.daemon.wait()
            self.daemon = None
        (self.root / "run/caravan/shaper.pid").unlink(missing_ok=True)
        self.describe([])
        run(*self.call("apply"))
        subprocess.run(inside(NODE, "tc", "qdisc", "del", "dev", DEVICE, "root"), capture_output=True, check=False)

    def uncontrolled(self, _: list[Claim]) -> None:
        """The line alone: a FIFO of 100 ms at the same rate."""
        self.clear()
        run(*inside(NODE, "tc", "qdisc", "add", "dev", DEVICE, "root", "tbf", "rate", f"{CAPACITY:.0f}", "burst", "64k",
                    "limit", "1250000"))

    def static_htb(self, claims: list[Claim]) -> None:
        """As administrators write it: minimum as rate, maximum as ceiling, share as quantum of one to n frames."""
        self.clear()
        self.describe(claims)
        run(*self.call("apply"))
        least = min(claim.share for claim in claims)
        for line in (self.root / "run/caravan/shaped").read_text().splitlines():
            minor, label = int(line.split()[1]), line.split()[3]
            claim = claims[int(re.search(r"c(\d+)", label)[1]) - 1]
            run(*inside(NODE, "tc", "class", "change", "dev", DEVICE, "parent", "ca7a:1", "classid", f"ca7a:{minor:x}", "htb",
                        "rate", f"{max(claim.min * 1e6, 1e5):.0f}", "ceil", f"{(claim.max or 100) * 1e6:.0f}",
                        "quantum", f"{1514 * claim.share / least:.0f}"))

    def ours(self, claims: list[Claim]) -> None:
        self.clear()
        self.describe(claims)
        run(*self.call("apply"))
        self.daemon = subprocess.Popen(self.call("run"))
        self.started.append(self.daemon)
        self.wait_for_daemon()

    def wait_for_daemon(self) -> int:
        deadline = time.monotonic() + 20
        while not (self.root / "run/caravan/shaper.pid").exists():
            if time.monotonic() > deadline:
                raise RuntimeError("the shaper does not begin")
            time.sleep(0.02)
        return int((self.root / "run/caravan/shaper.pid").read_text())

    def cost(self) -> tuple[float, float]:
        """Processor seconds so far and MiB of memory of the allocator; zeros without one."""
        if not self.daemon:
            return 0, 0
        process = pathlib.Path(f"/proc/{self.wait_for_daemon()}")
        fields = process.joinpath("stat").read_text().rsplit(")", 1)[1].split()
        memory = int(re.search(r"VmRSS:\s+(\d+)", process.joinpath("status").read_text())[1]) / 1024
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), memory

    @staticmethod
    def busy() -> float:
        """Processor seconds that all work of the machine has taken so far."""
        ticks = [int(word) for word in pathlib.Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
        return (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")

    def samples(self) -> list[tuple[float, dict[str, int]]]:
        rows = []
        for line in self.log.read_text().splitlines():
            words = line.split()
            if len(words) % 2:
                rows.append((float(words[0]), {words[index]: int(words[index + 1]) for index in range(1, len(words), 2)}))
        return rows

    def rates(self, begin: float, end: float, frame: float = FRAME) -> list[float]:
        """Mbit/s of frames by copy between two times of the monotonic clock."""
        rows = self.samples()
        first = min(rows, key=lambda row: abs(row[0] - begin))
        last = min(rows, key=lambda row: abs(row[0] - end))
        passed = last[0] - first[0]
        return [(last[1].get(self.address(number), 0) - first[1].get(self.address(number), 0)) * 8 / 1e6 / passed * frame
                for number in range(1, self.copies + 1)]

    def longest_pause(self, begin: float, end: float) -> float:
        """Seconds between two lines of the receiver, at most: it writes one every 0.1 s unless the machine delays it."""
        times = [at for at, _ in self.samples() if begin <= at <= end]
        return max((later - earlier for earlier, later in zip(times, times[1:])), default=end - begin)

    def ping(self, number: int, count: int = 20) -> float:
        """Median round-trip time in ms of 64 B."""
        said = run(*inside(self.namespace(number), "ping", "-n", "-i", "0.05", "-c", str(count), "-W", "2", TARGET))
        times = sorted(float(value) for value in re.findall(r"time=([\d.]+)", said))
        return times[len(times) // 2]


def water_fill(claims: list[Claim], capacity: float = CAPACITY / 1e6) -> list[float]:
    """One level for all, by bisection: independent of the allocator under test."""
    low, high = 0.0, capacity * 100
    for _ in range(100):
        level = (low + high) / 2
        parts = [min(max(claim.share * level, claim.min), claim.max or capacity) for claim in claims]
        low, high = (low, level) if sum(parts) > capacity else (level, high)
    return parts
