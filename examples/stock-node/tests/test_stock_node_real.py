"""The life of a node on a stock Debian 12: systemd, control groups v2, AppArmor, nftables, in QEMU. Run by ./caravan test --stock-node.

Twelve minutes on two busy cores without KVM, plus three when the image is built for the first time on a machine. With
CARAVAN_STOCK_ARCH=arm64, the node is emulated on any machine: up to an hour, plus 40 minutes for the image.
"""
from __future__ import annotations

import os
import re
import shlex
import unittest

from . import copy_of
from .stage import (DATA, HERE, NODE, PLACE, caravan, on_node, page, prepare_server, raise_node, raze, restart_node, say, start_server,
                    tool, wait_until)

MIB = 2**20
# What each copy's first process shows in /proc/PID/status, in force in the kernel. Capabilities: chown, dac_override, fowner, fsetid, kill,
# setgid, setuid, net_bind_service.
CONFINED = {"Seccomp": "2", "NoNewPrivs": "1", "CapBnd": "00000000000004fb", "CapEff": "00000000000004fb"}
DEVICES = {"/dev/null", "/dev/urandom"}


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") in ("1", "true") and os.geteuid() == 0,
                     "SKIPPED: a machine in QEMU with a network of its own needs root; set CARAVAN_REAL=1")
class StockNode(unittest.TestCase):
    """Test methods run by name: each number is one act of one play."""

    node: dict

    @classmethod
    def setUpClass(cls) -> None:
        cls.addClassCleanup(raze)
        cls.node = raise_node()
        prepare_server(cls.node)

    def test_1_a_check_pins_only_a_confirmed_host_key_and_changes_nothing(self) -> None:
        place = [*PLACE, "--at", self.node["address"]]
        self.assertIn("[host-key-unconfirmed]", caravan("node", "check", NODE, *place, codes=(1,)))
        self.assertIn("[host-key-differs]", caravan("node", "check", NODE, *place, "--host-key", "SHA256:" + "A" * 43, codes=(1,)))
        said = caravan("node", "check", NODE, *place, "--host-key", self.node["hostKey"], codes=(2,))
        self.assertRegex(said, r"change +packages +install by apt: mbw")
        self.assertRegex(said, r"change +bridge +br0 takes over eth0 .* by ifupdown")
        self.assertEqual("", on_node("ls -d /var/lib/caravan /etc/sysctl.d/60-caravan.conf /sys/class/net/br0 2>/dev/null || true"))

    def test_2_the_node_is_prepared_restarted_and_added(self) -> None:
        place = [*PLACE, "--at", self.node["address"]]
        said = caravan("node", "add", NODE, *place, "--auto-approve", codes=(2,))
        self.assertRegex(said, r"changed +packages +install by apt: mbw")
        self.assertRegex(said, r"reboot +bridge ")
        self.assertIn("needs a restart", said)
        restart_node()
        say("the node has restarted")
        # The kept connection ended without notice: the first calls may report that.
        said = wait_until("added", lambda: self.added(place))
        self.assertIn(f"{NODE} is a host of the infrastructure.", said)
        self.assertRegex(said, r"ok +host type ")
        self.assertIn(f"{NODE} is fit.", caravan("node", "check", NODE))
        self.assertEqual("active\nactive", on_node("systemctl is-active ssh apparmor"))

    def test_3_copies_run_with_limits_and_profiles_in_force(self) -> None:
        caravan("deploy", "--auto-approve", str(HERE / "pages.caravan"))
        self.assert_in_force()

    def test_4_copies_return_after_a_power_cut_without_the_server(self) -> None:
        web = self.addresses("web")
        caravan("server", "stop")
        tool("power-off")
        self.assertFalse(any(page(address, 3) for address in web), "nothing answers without power")
        say(tool("power-on", "--wait", "1800").strip().splitlines()[-1])
        for address in web:
            wait_until(f"the copy at {address} answers again", lambda: page(address) == "stock node\n")
        say("the copies answer, the server is still stopped")
        self.assert_in_force()
        start_server()
        wait_until("the server finds what it deployed", lambda: "The running state matches the target." in self.drift())

    def test_5_a_node_leaves_without_a_trace(self) -> None:
        self.assertIn("pages", caravan("node", "remove", NODE, "--auto-approve", codes=(1,)), "while copies are planned there it stays")
        caravan("destroy", "pages", "--auto-approve")
        self.assertIn("is drained", caravan("node", "drain", NODE, "--auto-approve"))
        self.assertIn("is no longer a host", caravan("node", "remove", NODE, "--auto-approve"))
        self.assertEqual("", on_node(r"""
            ls -d /var/lib/caravan /run/caravan /run/lock/caravan* /etc/sysctl.d/60-caravan.conf /etc/modules-load.d/caravan.conf \
                /etc/systemd/system/caravan-* /etc/systemd/system/*.wants/caravan-* /var/lib/lxc/*/ /sys/fs/cgroup/lxc.*caravan* \
                2>/dev/null || true
            nft list ruleset | grep -i caravan || true
            grep -h 1900544000 /etc/subuid /etc/subgid || true
            pgrep -a lxc-start || true
            ls /sys/class/net | grep -vxE 'lo|eth0|br0|lxcbr0' || true"""))
        self.assertNotIn(self.node["address"], (DATA / "credentials/stock/known_hosts").read_text())
        self.assertEqual("", on_node("systemctl --failed --plain --no-legend"))
        caravan("server", "stop")
        wait_until("its sessions have ended", lambda: on_node("ls -d /run/caravan-calls.* 2>/dev/null; pgrep -a sha256sum || true") == "")

    def added(self, place: list[str]) -> str:
        said = caravan("node", "add", NODE, *place, "--auto-approve", "--repetitions", "2", codes=(0, 1))
        self.assertNotRegex(said, r"(?m)^ +(missing|failed) ")
        return said if "is a host of the infrastructure" in said else ""

    def assert_in_force(self) -> None:
        copies = wait_until("both copies run", self.running)
        # One with a ceiling of its own; the other may use four times its share while the node is idle.
        for component, memory, weight, most in (("web", 64, 25, 0.5), ("store", 48, 10, 0.4)):
            copy = copies[component]
            with self.subTest(component=component, facts=copy.facts):
                self.assertEqual(str(memory * MIB), copy.facts["memory.max"])
                quota, period = map(int, copy.facts["cpu.max"].split())
                self.assertAlmostEqual(most, quota / period, places=3)
                self.assertEqual(str(weight), copy.facts["cpu.weight"])
                self.assertRegex(copy.facts["profile"], r"^lxc-.*\(enforce\)$", "a profile of its own, not unconfined")
                self.assertGreaterEqual(int(copy.facts["uid"]), 1900544000, "root of a container is nobody on the node")
                self.assertEqual({device: device in DEVICES for device in copy_of.DEVICES}, copy.devices)
                self.assertTrue({"nosuid", "nodev"} <= set(copy.mounts["/"].split(",")), copy.mounts["/"])
                for word, value in CONFINED.items():
                    self.assertEqual(value, copy.facts[word], word)
        for address in self.addresses("web"):
            self.assertEqual("stock node\n", wait_until(f"{address} answers users", lambda: page(address)))
        # The planned consumer reaches the store on the planned path; users do not.
        store = self.addresses("store")
        self.assertIn("stock node", wait_until("store answers web", lambda: self.from_web(store[0])))
        self.assertEqual([""] * len(store), [page(address, 3) for address in store])

    def running(self) -> dict[str, copy_of.Copy]:
        """By component; empty until all run. After a power cut, the node starts one after the other."""
        copies = copy_of.read(on_node(copy_of.SCRIPT))
        self.assertEqual({"web", "store"}, set(copies))
        return copies if all(copy.running for copy in copies.values()) else {}

    def addresses(self, component: str) -> list[str]:
        """Of a component's copy, IPv4 first, then IPv6, as the node has them."""
        text = self.inside(component, "ip -o address show dev eth0 scope global")
        found = re.findall(r"inet (\S+)/", text) + re.findall(r"inet6 (\S+)/", text)
        self.assertEqual(2, len(found), text)
        return found

    def from_web(self, address: str) -> str:
        """What a request from the network of web gets; empty without an answer."""
        call = f"exec 3<>/dev/tcp/{address}/80 && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && timeout 10 cat <&3"
        return self.inside("web", f"timeout 20 bash -c {shlex.quote(call)} 2>/dev/null || true")

    def inside(self, component: str, command: str) -> str:
        """Prints what a command of the node prints in the network of a component's copy."""
        copy = copy_of.read(on_node(copy_of.SCRIPT))[component]
        return on_node(f"nsenter -t {copy.facts['pid']} -n {command}")

    def drift(self) -> str:
        return caravan("drift", "pages", codes=(0, 1, 2))


if __name__ == "__main__":
    unittest.main()
