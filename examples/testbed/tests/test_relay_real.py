"""The relay's shaping, measured by packets through two private namespaces."""
import os
import re
import signal
import socket
import subprocess
import tempfile
import time
import unittest
from dataclasses import replace
from pathlib import Path

from caravan_testbed import kernel, relay
from caravan_testbed.description import DOWN, IPV4, IPV6, UP
from caravan_testbed.network import WanLink
from caravan_testbed.shape import Shape
from tests import datagrams
from tests.support import BUSY_MS, TESTBED, least, real

_PREFIX = f"t{os.getpid() % 16**6:x}r"
_NEAR, _FAR = f"{_PREFIX}-near", f"{_PREFIX}-far"
_ADDRESSES = {IPV4: ("10.0.0.1", "10.0.0.2"), IPV6: ("fd4e::1", "fd4e::2")}
_FAST = Shape(rate_bps=100_000_000, delay_us=2000, queue_bytes=1_000_000)
_SLOW = Shape(rate_bps=8_000_000, delay_us=10_000, queue_bytes=30_000)  # 1 byte per microsecond
_HEADERS = 28  # of a UDP packet in IPv4


@real
class RelayTest(unittest.TestCase):
    """Up is slow in IPv4 and fast in IPv6; down is fast."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.plan = cls.folder / "wan.plan"
        cls.link = WanLink("line", (_NEAR, "wan"), (_FAR, "wan"),
                           {(UP, IPV4): _SLOW, (UP, IPV6): _FAST, (DOWN, IPV4): _FAST, (DOWN, IPV6): _FAST})
        relay.compile_c(sorted((TESTBED / "relay").glob("*.c")), cls.folder / "relay")
        for end, namespace in enumerate((_NEAR, _FAR)):
            kernel.run(["ip", "netns", "add", namespace])
            cls.addClassCleanup(kernel.run, ["ip", "netns", "delete", namespace])
            kernel.ip_batch(["tuntap add dev wan mode tun", f"addr add {_ADDRESSES[IPV4][end]}/30 dev wan",
                             "link set wan up"], namespace)
            kernel.ip_batch([f"addr add {_ADDRESSES[IPV6][end]}/126 dev wan nodad"], namespace, "-6")
        relay.write_plan(cls.plan, [cls.link])
        cls.pid = relay.start(cls.folder / "relay", cls.plan, cls.folder / "relay.log", dict(os.environ))
        cls.addClassCleanup(os.waitpid, cls.pid, 0)
        cls.addClassCleanup(os.kill, cls.pid, signal.SIGTERM)

    def tearDown(self) -> None:
        self._shape(_SLOW)

    def _shape(self, up_ipv4: Shape) -> None:
        relay.write_plan(self.plan, [replace(self.link, shapes=self.link.shapes | {(UP, IPV4): up_ipv4})])
        relay.reread(self.pid)

    def _rtt_ms(self, address: str) -> float:
        """Infinite without an answer."""
        said = subprocess.run(["ip", "netns", "exec", _NEAR, "ping", "-n", "-q", "-c", "3", "-i", "0.05", "-W", "3", address],
                              capture_output=True, text=True).stdout
        found = re.search(r"= ([\d.]+)/", said)
        return float(found[1]) if found else float("inf")

    def _train(self, count: int, size: int) -> tuple[list[float], float]:
        """Arrival times at the far end of packets that left the near end at once, and the seconds that "at once" took."""
        # The silence is longer than any wait between two packets here.
        with datagrams.ends(_NEAR, _FAR, _ADDRESSES[IPV4][1], silence_s=3) as (sender, receiver):
            began = time.monotonic()
            for _ in range(count):
                sender.sendto(b"x" * size, receiver.getsockname())
            sending = time.monotonic() - began
            return datagrams.arrivals(receiver, count), sending

    def test_delay_per_family(self) -> None:
        for family, expected in ((IPV4, 12.1), (IPV6, 4)):
            rtt = least(lambda: self._rtt_ms(_ADDRESSES[family][1]), expected + BUSY_MS)
            self.assertGreater(rtt, expected)
            self.assertLess(rtt, expected + BUSY_MS)

    def test_rate(self) -> None:
        self._shape(replace(_SLOW, delay_us=30_000, queue_bytes=1_000_000))
        self._wait_for_rtt_above(30)  # by which the new shape is known to hold
        self.assertLess(least(self._off_the_rate, 0.1), 0.1)

    def _off_the_rate(self) -> float:
        """By which part the rate of 0.3 s is another than 8 Mbit/s."""
        arrivals, _ = self._train(300, 1000)
        self.assertEqual(300, len(arrivals))
        return abs(299 * (1000 + _HEADERS) * 8 / (arrivals[-1] - arrivals[0]) - 8e6) / 8e6

    def test_queue_drops_what_does_not_fit(self) -> None:
        self.assertLess(least(self._more_than_fit, BUSY_MS), BUSY_MS)

    def _more_than_fit(self) -> float:
        """Of packets sent at once, those that arrived though neither the queue had room for them nor the line the time;
        a millisecond is one."""
        fits = _SLOW.queue_bytes // (1000 + _HEADERS)
        arrivals, sending = self._train(200, 1000)
        self.assertGreaterEqual(len(arrivals), fits)
        return len(arrivals) - fits - sending * _SLOW.rate_bps / 8 / (1000 + _HEADERS)

    def test_loss(self) -> None:
        self._shape(replace(_FAST, loss_ppm=200_000))
        self._wait_for_rtt_below(4 + BUSY_MS)
        self.assertAlmostEqual(400, len(self._train(500, 100)[0]), delta=40)

    def test_change_while_running(self) -> None:
        self._shape(replace(_SLOW, delay_us=210_000))
        self._wait_for_rtt_above(200)
        self._shape(_SLOW)
        self._wait_for_rtt_below(12 + BUSY_MS)

    def _wait_for_rtt_above(self, limit_ms: float) -> None:
        self._wait(lambda rtt: rtt > limit_ms)

    def _wait_for_rtt_below(self, limit_ms: float) -> None:
        self._wait(lambda rtt: rtt < limit_ms)

    def _wait(self, reached) -> None:
        deadline = time.monotonic() + 120
        while True:
            done = subprocess.run(["ip", "netns", "exec", _NEAR, "ping", "-n", "-q", "-c", "1", "-W", "1", _ADDRESSES[IPV4][1]],
                                  capture_output=True, text=True)
            found = re.search(r"= ([\d.]+)/", done.stdout)
            if found and reached(float(found[1])):
                return
            self.assertLess(time.monotonic(), deadline, f"last seen: {done.stdout}")
