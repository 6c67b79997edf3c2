"""The small bed (pair.toml) raised for real, used as Caravan uses nodes, and removed."""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from tests.support import BUSY_MS, TESTBED, least, real

_CONTAINER = """\
lxc.uts.name = c1
lxc.rootfs.path = dir:/var/lib/lxc/c1/rootfs
lxc.init.cmd = /hog
lxc.apparmor.profile = unconfined
lxc.net.0.type = veth
lxc.net.0.link = br0
lxc.net.0.flags = up
lxc.net.0.ipv4.address = 10.1.1.100/24
lxc.net.0.ipv4.address = 10.2.1.100/24
lxc.net.0.ipv4.gateway = 10.1.1.1
lxc.net.0.ipv6.address = fd4e:1:1::100/64
lxc.net.0.ipv6.gateway = fd4e:1:1::1
lxc.cgroup.memory.limit_in_bytes = 64M
lxc.cgroup2.memory.max = 64M
"""


class Bed:
    """The command line of a bed of this test's own, beside any other on the machine."""

    def __init__(self, folder: Path, letter: str) -> None:
        self.state = folder / "state"
        self.prefix = f"t{os.getpid() % 16**6:x}{letter}"
        self.common = [sys.executable, str(TESTBED / "testbed"), "--state", str(self.state), "--prefix", self.prefix,
                       "--mgmt", f"198.19.{(os.getpid() + ord(letter)) % 127 * 2}.0/24"]

    def start(self, *words: str) -> subprocess.Popen:
        return subprocess.Popen([*self.common, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def run(self, *words: str) -> tuple[int, str]:
        done = subprocess.run([*self.common, *words], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def up(self) -> str:
        code, text = self.run("up", str(TESTBED / "pair.toml"))
        assert code == 0, text
        self.facts = self.status()
        return text

    def status(self) -> dict:
        return json.loads(self.run("status", "--json")[1])

    def ssh(self, host: str, command: str, text: str | bytes | None = None) -> subprocess.CompletedProcess:
        facts = self.facts
        address = next(each["management"] for site in facts["sites"] for each in site["hosts"] if each["id"] == host)
        return subprocess.run(["ssh", "-i", facts["key"], "-o", f"UserKnownHostsFile={facts['knownHosts']}", "-o", "BatchMode=yes",
                               f"root@{address}", command], input=text, capture_output=True)

    def rtt_ms(self, host: str, target: str) -> float:
        """Infinite without an answer."""
        text = self.ssh(host, f"ping -n -q -c 3 -i 0.05 -W 2 {target}").stdout.decode()
        found = re.search(r"= ([\d.]+)/", text)
        return float(found[1]) if found else float("inf")


@real
class BedTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.bed = Bed(Path(cls.enterClassContext(tempfile.TemporaryDirectory())), "a")
        cls.addClassCleanup(cls.bed.run, "down")
        cls.bed.up()

    def _assert_rtt(self, expected_ms: float, host: str, target: str) -> None:
        """Above the sum of delays and of the time the bytes take on the lines, and little above it."""
        rtt = least(lambda: self.bed.rtt_ms(host, target), expected_ms + BUSY_MS)
        self.assertGreater(rtt, expected_ms, target)
        self.assertLess(rtt, expected_ms + BUSY_MS, target)

    def test_a_second_up_changes_nothing(self) -> None:
        before = self.bed.status()
        self.assertIn("up already; nothing changed", self.bed.up())
        self.assertEqual(before, self.bed.status())

    def test_each_isp_and_family_has_its_round_trip_time(self) -> None:
        for target, expected in (("10.1.1.11", 12), ("10.2.1.11", 38.7), ("fd4e:1:1::11", 12), ("10.1.2.11", 14), ("fd4e:1:2::11", 14)):
            self._assert_rtt(expected, "vantage-coast", target)

    def test_the_source_picks_the_isp(self) -> None:
        self._assert_rtt(10, "pi-east-1", "-I 10.1.1.11 10.1.2.11")
        self._assert_rtt(36.7, "pi-east-1", "-I 10.2.1.11 10.1.2.11")

    def test_a_node_is_itself_and_apart_from_the_machine(self) -> None:
        self.assertEqual(b"pi-east-1\n", self.bed.ssh("pi-east-1", "hostname").stdout)
        facts = json.loads(self.bed.ssh("pi-east-1", "cat /etc/caravan/node.json").stdout)
        self.assertEqual((4000, 2**30), (facts["cpuMilliCores"], facts["memoryBytes"]))
        self.assertEqual(0, self.bed.ssh("pi-east-1", "touch /etc/of-the-node /usr/bin/of-the-node").returncode)
        self.assertFalse(Path("/etc/of-the-node").exists() or Path("/usr/bin/of-the-node").exists())

    def test_nodes_do_not_meet_behind_the_emulated_network(self) -> None:
        west = next(host["management"] for site in self.bed.facts["sites"] for host in site["hosts"] if host["id"] == "pi-west-1")
        self.assertNotEqual(0, self.bed.ssh("pi-east-1", f"ping -n -c 1 -W 1 {west}").returncode)

    def test_degrade_acts_at_once_and_restore_ends_it(self) -> None:
        code, text = self.bed.run("degrade", "west.Fibre", "rtt", "+400ms")
        self.assertIn("west.Fibre up ipv4: rate 100 Mbit/s  delay 3 ms", text)
        self.assertIn("->  rate 100 Mbit/s  delay 203 ms", text)
        self._assert_rtt(414, "vantage-coast", "10.1.2.11")
        self.assertIn("degraded: west.Fibre  rtt +400 ms", self.bed.run("status")[1])
        self.assertEqual(0, self.bed.run("restore")[0])
        self._assert_rtt(14, "vantage-coast", "10.1.2.11")
        self.assertIn("nothing changed", self.bed.run("restore")[1])

    def test_a_container_is_reached_by_every_isp_and_held_to_its_memory(self) -> None:
        hog = Path(self.enterContext(tempfile.TemporaryDirectory())) / "hog"
        subprocess.run(["gcc", "-static", "-O0", "-o", hog, TESTBED / "tests/hog.c"], check=True)
        self.bed.ssh("pi-east-1", "cd /var/lib/lxc && mkdir -p c1/rootfs/dev c1/rootfs/proc c1/rootfs/sys && cat > c1/rootfs/hog && "
                     "chmod +x c1/rootfs/hog", hog.read_bytes())
        self.bed.ssh("pi-east-1", "cat > /var/lib/lxc/c1/config", _CONTAINER.encode())
        started = self.bed.ssh("pi-east-1", "lxc-start -n c1 && lxc-wait -n c1 -s RUNNING -t 120")
        self.assertEqual(0, started.returncode, started.stderr)
        self.addCleanup(self.bed.ssh, "pi-east-1", "lxc-stop -k -n c1")
        for target, expected in (("10.1.1.100", 12), ("10.2.1.100", 38.7), ("fd4e:1:1::100", 12)):
            self.bed.ssh("vantage-coast", f"ping -n -q -c 1 -w 60 {target}")  # a fresh IPv6 address is tentative for a second
            self._assert_rtt(expected, "vantage-coast", target)
        self.assertEqual(b"held 40 MiB\n", self.bed.ssh("pi-east-1", "lxc-attach -n c1 -- /hog 40 ends").stdout)
        self.assertEqual(137, self.bed.ssh("pi-east-1", "lxc-attach -n c1 -- /hog 100 ends").returncode)  # killed

    def test_an_ended_relay_is_started_again(self) -> None:
        pid = next(int(line.split()[1].rstrip(":")) for line in self.bed.run("leftovers")[1].splitlines() if "/bin/relay" in line)
        os.kill(pid, signal.SIGKILL)
        end = time.monotonic() + 120
        while self.bed.status()["state"] != "broken":
            self.assertLess(time.monotonic(), end, "the end of the relay is not seen")
        self.assertIn("started again", self.bed.up())
        self._assert_rtt(14, "vantage-coast", "10.1.2.11")

    def test_netperfmeter_measures_a_line_over_ssh(self) -> None:
        self.bed.ssh("pi-west-1", "netperfmeter 9000 -quiet -quiet </dev/null >/tmp/passive.log 2>&1 & echo $! >/tmp/passive.pid; "
                     "until ss -Hltn 'sport = :9001' | grep -q .; do sleep 0.05; done")
        self.addCleanup(self.bed.ssh, "pi-west-1", "kill $(cat /tmp/passive.pid)")
        self.assertLess(least(self._off_the_measured_rate, 0.15e6), 0.15e6)

    def _off_the_measured_rate(self) -> float:
        """By how many bit/s the rate of 4 s is another than what the line leaves of 1 Mbit/s for payload."""
        done = self.bed.ssh("pi-east-1", "cd /tmp && timeout 60 netperfmeter 10.2.2.11:9000 -control-over-tcp -local=10.2.1.11 "
                            "-controllocal=10.2.1.11 -runtime=4 -vector= -scalar=x.sca -config=x.c -quiet -quiet "
                            "-tcp const0:const1400:const0:const0:cc=cubic >/dev/null && cat x-passive.sca")
        rate = re.search(r'passive.flow\[0\]" "Received Bit Rate"\s+([\d.]+)', done.stdout.decode())
        self.assertIsNotNone(rate, done.stderr)
        return abs(float(rate[1]) - 0.96e6)


@real
class DownTest(unittest.TestCase):
    def setUp(self) -> None:
        self.bed = Bed(Path(self.enterContext(tempfile.TemporaryDirectory())), "b")
        self.addCleanup(self.bed.run, "down")

    def _assert_nothing_left(self) -> None:
        code, text = self.bed.run("down")
        self.assertEqual(0, code, text)
        self.assertEqual((0, "nothing is left\n"), self.bed.run("leftovers", str(TESTBED / "pair.toml")))
        self.assertFalse(self.bed.state.exists())

    def test_down_leaves_nothing(self) -> None:
        self.bed.up()
        self.assertEqual(1, self.bed.run("leftovers")[0])
        self._assert_nothing_left()
        self.assertIn("nothing changed", self.bed.run("down")[1])

    def test_down_cleans_up_after_an_up_killed_at_any_step(self) -> None:
        for step in ("tools", "namespaces", "wide area", "disks"):
            with self.subTest(step), self.bed.start("up", str(TESTBED / "pair.toml")) as up:
                for line in up.stdout:
                    if step in line:
                        break
                up.kill()
            self._assert_nothing_left()

    def test_a_lost_state_file_does_not_matter(self) -> None:
        self.bed.up()
        (self.bed.state / "bed.json").unlink()
        code, text = self.bed.run("down", str(TESTBED / "pair.toml"))
        self.assertEqual(0, code, text)
        self.assertEqual(0, self.bed.run("leftovers", str(TESTBED / "pair.toml"))[0])
