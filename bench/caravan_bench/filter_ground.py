"""A node, a copy and its consumer as three network namespaces, and the filter that the server writes for such a copy.

The text of the filter is the golden file of the test that its generator has, so nothing here writes rules of its own. The copy has the
addresses that the text names.
"""
import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator

from .errors import BenchError, Skipped
from .interrupts import undisturbed
from .programs import run

GOLDEN = Path("adapters/node/src/test/resources/org/caravan/adapter/node/filter-peers.nft")
_PROGRAMS = ("ip", "tc", "nft", "nsenter", "unshare", "setpriv")
_LIFE_S = 3600
_BRIDGE = "br0"
_UPLINK = "uplink"


@dataclass(frozen=True)
class Filter:
    """What the text says of its copy. peers -- admitted address by IP version; own -- the copy's."""
    text: str
    table: str
    device: str
    hardware: str
    own: dict[int, str]
    peers: dict[int, str]
    port: int

    @staticmethod
    def of(text: str) -> "Filter":
        admitted = re.findall(r"^# admits ([0-9a-f.:]+) (\d+)$", text, re.MULTILINE)
        peers = {6 if ":" in address else 4: address for address, _ in admitted}
        own = {version: _found(rf"^{word} saddr != {{ ([^ ,]+)", text) for version, word in ((4, "ip"), (6, "ip6"))}
        device = _found(r'device "([^"]+)"', text)
        return Filter(text, f"caravan_{device}", device, _found(r"^ether saddr != ([0-9a-f:]+) ", text), own, peers, int(admitted[0][1]))

    def on(self, bridge_address: str) -> str:
        """As a node with that hardware address of its bridge loads it."""
        return self.text.replace("@bridge@", bridge_address)


def _found(pattern: str, text: str) -> str:
    found = re.search(pattern, text, re.MULTILINE)
    if found is None:
        raise BenchError(f"The filter's text ({GOLDEN}) has nothing like ({pattern}).", "it was changed: adapt the bench.")
    return found[1]


def why_not() -> str | None:
    if not sys.platform.startswith("linux"):
        return "network namespaces need Linux"
    if os.geteuid() != 0:
        return "only root may make network namespaces"
    path = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/sbin"))
    missing = [program for program in _PROGRAMS if shutil.which(program, path=path) is None]
    return f"programs are missing: {', '.join(missing)}" if missing else None


class Ground:
    """A context. node, copy and peer are ids of processes that hold a namespace each; these end with this process at the latest."""

    def __init__(self, filter_: Filter) -> None:
        self.filter = filter_
        self.node = self.copy = self.peer = 0
        self._holders: list[subprocess.Popen] = []
        self._loaded = ""

    def __enter__(self) -> "Ground":
        if reason := why_not():
            raise Skipped(reason)
        try:
            self.node, self.copy, self.peer = (self._hold() for _ in range(3))
            self._wire()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with undisturbed():
            for holder in self._holders:
                holder.kill()
                holder.wait()

    def put(self) -> float:
        """Loads the filter; the seconds it took, start of nft included."""
        begin = time.perf_counter()
        self._on(self.node, ["nft", "-f", "-"], self._loaded)
        return time.perf_counter() - begin

    def take(self) -> None:
        self._on(self.node, ["nft", "delete", "table", "netdev", self.filter.table])

    @contextmanager
    def line(self, rate: str) -> Iterator[None]:
        """Within it, the consumer is behind a line of that rate, as tc(8) writes it, in both directions."""
        ends = ((self.peer, "eth0"), (self.node, _UPLINK))
        for process, device in ends:
            self._on(process, ["tc", "qdisc", "add", "dev", device, "root", "tbf", "rate", rate, "burst", "64kb", "latency", "20ms"])
        try:
            yield
        finally:
            for process, device in ends:
                self._on(process, ["tc", "qdisc", "del", "dev", device, "root"])

    @contextmanager
    def frames(self) -> Iterator[None]:
        """Within it, no packet is larger than a frame."""
        for process in (self.copy, self.peer):
            self._ip(process, "link set eth0 gso_max_segs 1")
        try:
            yield
        finally:
            for process in (self.copy, self.peer):
                self._ip(process, "link set eth0 gso_max_segs 65535")

    def _hold(self) -> int:
        holder = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", "unshare", "--net", "sleep", str(_LIFE_S)], start_new_session=True)
        self._holders.append(holder)
        own = os.readlink("/proc/self/ns/net")
        for _ in range(6_000):
            if os.readlink(f"/proc/{holder.pid}/ns/net") != own:
                return holder.pid
            time.sleep(0.01)
        raise BenchError("A network namespace was not made within 60 s.", "the machine is very busy; run the bench again.")

    def _wire(self) -> None:
        device, uplink = self.filter.device, _UPLINK
        self._ip(self.node, f"link add {_BRIDGE} type bridge", f"link set {_BRIDGE} up",
                 f"link add {device} type veth peer name eth0 address {self.filter.hardware} netns {self.copy}",
                 f"link add {uplink} type veth peer name eth0 netns {self.peer}",
                 f"link set {device} master {_BRIDGE} up", f"link set {uplink} master {_BRIDGE} up")
        for process, own, others in ((self.copy, self.filter.own, self.filter.peers), (self.peer, self.filter.peers, self.filter.own)):
            self._ip(process, "link set lo up", "link set eth0 up", f"addr add {own[4]}/32 dev eth0",
                f"addr add {own[6]}/128 dev eth0 nodad",
                     f"route add {others[4]} dev eth0 src {own[4]}", f"route add {others[6]} dev eth0 src {own[6]}")
        self._loaded = self.filter.on(self._on(self.node, ["cat", f"/sys/class/net/{_BRIDGE}/address"], sysfs=True).strip())

    def _ip(self, process: int, *lines: str) -> None:
        self._on(process, ["ip", "-batch", "-"], "\n".join(lines) + "\n")

    @staticmethod
    def _on(process: int, command: list[str], text: str = "", sysfs: bool = False) -> str:
        enter = ["nsenter", "-t", str(process), "-n"]
        if sysfs:  # what it shows is that of the namespace in which it was mounted
            command = ["unshare", "--mount", "sh", "-c", 'mount -t sysfs none /sys && exec "$@"', "sh", *command]
        return run([*enter, *command], " ".join(command[:3]), text)
