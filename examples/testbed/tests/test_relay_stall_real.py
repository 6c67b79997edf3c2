"""A relay that the machine kept from running: what it missed comes one after another, and it says so."""
import os
import re
import signal
import socket
import tempfile
import time
import unittest
from pathlib import Path

from caravan_testbed import kernel, relay
from caravan_testbed.description import DOWN, IPV4, IPV6, UP
from caravan_testbed.network import WanLink
from caravan_testbed.shape import Shape
from tests import datagrams
from tests.support import TESTBED, real

_PREFIX = f"t{os.getpid() % 16**6:x}s"
_NEAR, _MIDDLE, _FAR = (f"{_PREFIX}-{end}" for end in ("near", "middle", "far"))
_DEEP = Shape(rate_bps=8_000_000, delay_us=1000, queue_bytes=1_000_000)
_SHALLOW = Shape(rate_bps=9_000_000, delay_us=1000, queue_bytes=20_000)  # faster: nothing waits there while packets come one after another
_PACKETS = 300
_TRIES = 10


@real
class StalledRelayTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        links = [WanLink("first", (_NEAR, "wan"), (_MIDDLE, "wan1"), {key: _DEEP for key in cls._directions()}),
                 WanLink("second", (_MIDDLE, "wan2"), (_FAR, "wan"), {key: _SHALLOW for key in cls._directions()})]
        relay.compile_c(sorted((TESTBED / "relay").glob("*.c")), cls.folder / "relay")
        for namespace, lines in {_NEAR: ["addr add 10.0.0.1/30 dev wan", "link set wan up", "route add default dev wan"],
                                 _MIDDLE: ["link set wan1 up", "link set wan2 up", "route add 10.0.0.0/30 dev wan1",
                                           "route add 10.0.1.0/30 dev wan2"],
                                 _FAR: ["addr add 10.0.1.1/30 dev wan", "link set wan up", "route add default dev wan"]}.items():
            kernel.run(["ip", "netns", "add", namespace])
            cls.addClassCleanup(kernel.run, ["ip", "netns", "delete", namespace])
            kernel.ip_batch([*relay.device_commands(links)[namespace], *lines], namespace)
        kernel.set_sysctls(_MIDDLE, {"ipv4/ip_forward": "1"})
        relay.write_plan(cls.folder / "wan.plan", links)
        cls.pid = relay.start(cls.folder / "relay", cls.folder / "wan.plan", cls.folder / "relay.log", dict(os.environ))
        cls.addClassCleanup(os.waitpid, cls.pid, 0)
        cls.addClassCleanup(os.kill, cls.pid, signal.SIGTERM)

    @staticmethod
    def _directions() -> list[tuple[str, str]]:
        return [(direction, family) for direction in (UP, DOWN) for family in (IPV4, IPV6)]

    def test_a_stall_makes_no_burst_that_the_next_queue_drops(self) -> None:
        with datagrams.ends(_NEAR, _FAR, "10.0.1.1", silence_s=5) as (sender, receiver):
            self.until_the_lines_carry(sender, receiver)
            for _ in range(_TRIES):  # on a busy machine, all packets may have passed before the stall
                self.assertEqual(_PACKETS, self.arrived_in_spite_of_a_stall(sender, receiver))
                reported = re.findall(r"^late \d{10}\.\d{3} for (\d+\.\d) ms$", (self.folder / "relay.log").read_text(), re.MULTILINE)
                if any(float(ms) >= 90 for ms in reported):
                    return
        self.fail(f"the relay reported {reported}")

    def arrived_in_spite_of_a_stall(self, sender: socket.socket, receiver: socket.socket) -> int:
        for _ in range(_PACKETS):  # 0.3 s of the first line
            sender.sendto(b"x" * 1000, receiver.getsockname())
        receiver.recv(2048)
        os.kill(self.pid, signal.SIGSTOP)
        time.sleep(0.1)  # a hundred packets become due: five times what the second queue holds
        os.kill(self.pid, signal.SIGCONT)
        return 1 + len(datagrams.arrivals(receiver, _PACKETS - 1))

    def until_the_lines_carry(self, sender: socket.socket, receiver: socket.socket) -> None:
        """On a busy machine the relay and the neighbours' addresses come late; afterwards nothing of it is under way."""
        arrived = 0
        for _ in range(60):
            if arrived:
                break
            sender.sendto(b"first", receiver.getsockname())
            arrived = len(datagrams.arrivals(receiver, 1))
        self.assertTrue(arrived, "nothing arrives")
        datagrams.arrivals(receiver, 60)


if __name__ == "__main__":
    unittest.main()
