"""Machines on this kernel: made, used as rented ones are, and removed without a trace."""
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path

_PROGRAM = Path(__file__).resolve().parent.parent / "machines"
_NEEDED = ("lxc-start", "mmdebstrap", "nft", "ip", "mkfs.ext4", "ssh", "ssh-keygen", "busybox")
_FIRST_BOOT = "#!/bin/sh\necho once >> /root/boots\nmkdir -p /srv && cd /srv && exec python3 -m http.server 8080 --bind ::\n"
_CONTAINER = """\
lxc.uts.name = c1
lxc.rootfs.path = overlay:/var/lib/caravan/base:/var/lib/lxc/c1/upper
lxc.init.cmd = /init
lxc.apparmor.profile = unconfined
lxc.cgroup.memory.limit_in_bytes = 64M
lxc.cgroup2.memory.max = 64M
lxc.net.0.type = veth
lxc.net.0.link = br0
lxc.net.0.flags = up
lxc.net.0.ipv4.address = 172.29.0.100/32
"""
_NESTED = """\
set -eu
cd /var/lib/caravan && mkdir -p base/bin base/proc base/sys base/dev /var/lib/lxc/c1/upper
install -m 755 /root/busybox base/bin/busybox
for name in sh httpd ip; do ln -s busybox base/bin/$name; done
printf '#!/bin/sh\\necho hello from c1 > /index.html\\nexec httpd -f -p 8080 -h /\\n' > base/init && chmod 755 base/init
echo 1 > /proc/sys/net/ipv4/ip_forward
ip link add br0 type bridge && ip link set br0 up && ip addr add 169.254.0.1/32 dev br0
lxc-start -n c1
ip route add 172.29.0.100/32 dev br0
lxc-attach -n c1 -- /bin/ip route add 169.254.0.1 dev eth0
lxc-attach -n c1 -- /bin/ip route add default via 169.254.0.1 dev eth0
"""


def _why_not() -> str:
    if os.environ.get("CARAVAN_REAL") != "1":
        return "CARAVAN_REAL=1 asks for them"
    if os.geteuid() != 0:
        return "only root may make containers"
    missing = [name for name in _NEEDED if shutil.which(name) is None]
    return f"programs are missing: {', '.join(missing)}" if missing else ""


def _eventually(what: str, state: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 300
    while not state():
        if time.monotonic() > deadline:
            raise AssertionError(f"waited too long until {what}")
        time.sleep(0.05)


def _answers(address: str, port: int) -> bool:
    try:
        socket.create_connection((address, port), timeout=3).close()
        return True
    except OSError:
        return False


@unittest.skipIf(bool(_why_not()), f"SKIPPED: {_why_not()}")
class MachinesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(tempfile.mkdtemp(prefix="machines-"))
        cls.common = [sys.executable, str(_PROGRAM), "--state", str(cls.folder / "state"), "--prefix", "cvmt", "--link", "198.18.57.0/24"]
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.addClassCleanup(cls.run_verb, "down")
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(cls.folder / "key")], check=True)
        (cls.folder / "user-data").write_text(_FIRST_BOOT)
        cls.run_verb("up", "--route", "198.51.100.0/26")
        cls.run_verb("network", "lan", "--gateway", "172.29.0.1/20", "--gateway", "fdaa:57::1/64")

    @classmethod
    def run_verb(cls, *words: str, refused: bool = False) -> str:
        done = subprocess.run([*cls.common, *words], capture_output=True, text=True)
        assert (done.returncode != 0) == refused, f"{words}: {done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    def setUp(self) -> None:
        self.addCleanup(self.run_verb, "fault", "--none")
        for id in ("one", "two"):
            self.addCleanup(self.run_verb, "destroy", id)

    def create(self, id: str = "one", number: int = 10, *more: str) -> None:
        self.run_verb("create", id, "--nic", f"lan,172.29.0.{number},fdaa:57::{number}", "--key", f"{self.folder}/key.pub",
                      "--user-data", f"{self.folder}/user-data", *more)

    def ssh(self, command: str, login: str = "root@172.29.0.10", given: bytes = b"") -> str:
        done = subprocess.run(["ssh", "-i", f"{self.folder}/key", "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no",
                               "-o", "LogLevel=ERROR", "-o", "UserKnownHostsFile=/dev/null", "-o", "ConnectTimeout=60", login, command],
                              input=given, capture_output=True)
        return (done.stdout + done.stderr).decode().strip()

    def state(self, id: str = "one") -> dict:
        return next(each for each in json.loads(self.run_verb("list", "--json")) if each["id"] == id)

    def await_ready(self, id: str = "one") -> None:
        _eventually(f"{id} is ready", lambda: self.state(id)["ready"])

    def test_looks_like_a_machine(self) -> None:
        self.create("one", 10, "--memory", "256MiB", "--disk", "2GiB")
        self.create("one", 10)  # again: nothing happens
        self.await_ready()
        self.assertEqual("one 0", self.ssh("echo $(hostname) $(id -u)"))
        self.assertEqual("one", self.ssh("hostname", "root@fdaa:57::10"))
        limit = "cat /sys/fs/cgroup/memory/memory.limit_in_bytes 2>/dev/null || cat /sys/fs/cgroup/memory.max"
        self.assertEqual(str(256 * 2**20), self.ssh(limit))
        self.assertLess(int(self.ssh("df --output=size -B1 / | tail -1")), 2 * 2**30)
        self.assertIn("BEGIN SSH HOST KEY KEYS", self.run_verb("console", "one"))
        self.assertEqual("mounted", self.ssh("unshare -Urmpf --mount-proc echo mounted"), "unprivileged containers start in it")
        _eventually("its user data serves", lambda: _answers("172.29.0.10", 8080) and _answers("fdaa:57::10", 8080))

    def test_keeps_its_disk_and_runs_user_data_once(self) -> None:
        # As for programs that run in the background: a machine must hear what it is told all the same.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.SIG_IGN))
        self.create()
        self.await_ready()
        _eventually("its user data has run", lambda: self.ssh("cat /root/boots") == "once")
        for again in (lambda: (self.run_verb("stop", "one"), self.run_verb("start", "one")), lambda: self.run_verb("reboot", "one"),
                      lambda: self.ssh("reboot"), lambda: (self.run_verb("stop", "one", "--now"), self.run_verb("start", "one"))):
            before = self.state()["pid"]
            again()
            _eventually("it is another boot", lambda: self.state()["pid"] not in (None, before))
            self.await_ready()
            self.assertEqual("once", self.ssh("cat /root/boots"))
        self.ssh("poweroff")
        _eventually("it is off", lambda: not self.state()["on"])

    def test_firewall_public_and_further_addresses(self) -> None:
        self.create("one", 10, "--allow", "tcp:22")
        self.await_ready()
        _eventually("its server runs", lambda: ":8080" in self.ssh("ss -ltn"))
        self.assertFalse(_answers("172.29.0.10", 8080))
        self.run_verb("allow", "one", "tcp:22", "tcp:8080")
        _eventually("the allowed port answers", lambda: _answers("172.29.0.10", 8080))
        self.run_verb("attach-address", "one", "172.29.0.55")
        self.ssh("ip address replace 172.29.0.55/32 dev eth0")
        _eventually("the attached address answers", lambda: _answers("172.29.0.55", 8080))
        self.run_verb("attach-address", "one", "172.29.0.55", "--public", "198.51.100.5")
        _eventually("the public address answers", lambda: _answers("198.51.100.5", 8080))
        self.run_verb("detach-address", "one", "172.29.0.55")
        self.assertFalse(_answers("198.51.100.5", 8080) or _answers("172.29.0.55", 8080))
        self.assertIn("not of the network", self.run_verb("attach-address", "one", "10.1.1.1", refused=True))

    def test_machines_reach_each_other_through_the_router_by_their_own_addresses_only(self) -> None:
        self.create("one", 10)
        self.create("two", 11, "--user", "admin")
        self.await_ready("one")
        self.await_ready("two")
        self.assertIn("Please login as admin", self.ssh("id", "root@172.29.0.11"))
        self.assertEqual("0", self.ssh("sudo id -u", "admin@172.29.0.11"))
        self.assertIn("1 received", self.ssh("ping -c 1 -W 30 172.29.0.11"))
        self.assertIn("1 received", self.ssh("ping -c 1 -W 30 fdaa:57::11"))
        self.assertIn("0 received", self.ssh("ip address replace 172.29.0.77/32 dev eth0; ping -c 1 -W 1 -I 172.29.0.77 172.29.0.11"))
        self.assertNotIn("1 received", self.ssh("ping -c 1 -W 1 192.0.2.1"))

    def test_hosts_containers(self) -> None:
        self.create()
        self.run_verb("attach-address", "one", "172.29.0.100")
        self.await_ready()
        self.ssh("cat > /root/busybox", given=Path(shutil.which("busybox") or "").read_bytes())
        self.ssh("mkdir -p /var/lib/lxc/c1; cat > /var/lib/lxc/c1/config", given=_CONTAINER.encode())
        self.assertEqual("", self.ssh(_NESTED))
        _eventually("the container serves", lambda: _answers("172.29.0.100", 8080))

    def test_faults(self) -> None:
        self.run_verb("fault", "--no-capacity", "big")
        self.assertIn("no room", self.run_verb("create", "two", "--nic", "lan,172.29.0.11", "--kind", "big", refused=True))
        self.run_verb("fault", "--none", "--dies-at-boot", "--slow-boot-seconds", "1")
        self.create()
        self.assertFalse(self.state()["ready"])
        _eventually("it is off", lambda: not self.state()["on"])
        self.assertIn("dies-at-boot", self.run_verb("console", "one"))
        self.run_verb("fault", "--none")
        self.run_verb("start", "one")
        self.await_ready()

    def test_destroying_leaves_nothing(self) -> None:
        self.create()
        self.run_verb("destroy", "one")
        self.run_verb("destroy", "one")
        self.assertEqual([], json.loads(self.run_verb("list", "--json")))
        self.assertNotIn(str(self.folder), subprocess.run(["losetup", "-a"], capture_output=True, text=True).stdout)


if __name__ == "__main__":
    unittest.main()
