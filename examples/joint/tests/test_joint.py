"""One application at once over two LXC sites, OpenStack and EC2, a microVM beside a container of the same component; requests cross all of
them over IPv4 and over IPv6; afterwards nothing is left anywhere.

Needs root on Linux and CARAVAN_REAL=1.
"""
from __future__ import annotations

import json
import os
import sys
import unittest
from ipaddress import ip_address, ip_network

from . import bed, clouds

sys.path.insert(0, str(bed.HOME / "examples/testbed"))
from caravan_testbed import dns  # noqa: E402

USERS = {4: "10.1.5.0/24", 6: "fd4e:2:5::/64"}
VANTAGE = {4: "10.1.5.11", 6: "fd4e:2:5::11"}
REQUESTS = 6


@unittest.skipUnless(os.environ.get("CARAVAN_REAL") == "1" and os.geteuid() == 0,
                     "SKIPPED: sites and clouds of containers need root, namespaces, and CARAVAN_REAL=1")
class Joint(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls) -> None:
        cls.addClassCleanup(cls.raze)
        bed.raise_all()

    @classmethod
    def raze(cls) -> None:
        left = bed.raze_all()
        if left:
            raise AssertionError(f"left on this machine: {left}")

    def test_1_is_deployed_everywhere_at_once_though_both_clouds_fail_at_first(self) -> None:
        bed.run([*bed.OPENSTACK, "fault", "nova", "--method", "POST", "--path", "/servers", "--status", "500", "--times", "1"])
        bed.run([*bed.EC2, "fault", "run_instances", "--code", "RequestLimitExceeded", "--status", "503", "--times", "4"])
        print(bed.caravan("deploy", "--auto-approve", str(bed.JOINT / "joint.caravan")), flush=True)
        placed = {entry["instance"]: entry for entry in self.instances()}
        self.assertEqual({"front:1": "west", "middle:1": "stack", "store:1": "amazon", "store:2": "amazon", "worker:1": "east",
                          "worker:2": "east"},
                         {name: entry["siteId"] for name, entry in placed.items()})
        self.assertEqual(placed["store:1"]["hostId"], placed["store:2"]["hostId"])
        self.assertEqual({"pi-east-1", "vm-east-1"}, {placed[name]["hostId"] for name in ("worker:1", "worker:2")})
        status = bed.caravan("status", "--application", "joint")
        print(status, flush=True)
        self.assertNotIn("NOT verified", status)
        self.assertEqual(6, status.count(" verified"))
        rented = {step["text"]: step["attempts"] for step in bed.ask("GET",
            "/applications/joint/deployments/latest")["steps"] if step["kind"] == "RENT"}
        print("machines were ordered so often:", rented, flush=True)
        self.assertEqual(2, len(rented))
        self.assertTrue(all(attempts > 1 for attempts in rented.values()), rented)

    def test_2_requests_cross_everything_over_ipv4_first(self) -> None:
        for version in (4, 6):
            self.assert_crosses(version, 4)

    def test_3_the_same_over_ipv6_once_ipv4_is_worse(self) -> None:
        for site in ("west", "east", "stack", "amazon"):
            bed.caravan("testbed", "degrade", f"{site}.Four", "rtt", "+150ms")
        bed.caravan("probe", "--scope", "idle")
        print(bed.caravan("deploy", "--auto-approve", str(bed.JOINT / "joint.caravan")), flush=True)
        for version in (4, 6):
            self.assert_crosses(version, 6)

    def test_4_planning_again_changes_nothing(self) -> None:
        self.assertFalse(bed.ask("GET", "/applications/joint/drift")["changes"])
        bed.caravan("plan", str(bed.JOINT / "joint.caravan"), codes=(0,))

    def test_5_nothing_is_left_when_it_is_destroyed(self) -> None:
        for there in (clouds.at_ec2(), clouds.at_openstack()):
            self.assertTrue(there, "there is nothing at a cloud while the application runs")
            print("while it runs:", there, flush=True)
        bed.caravan("destroy", "joint", "--auto-approve")
        self.assertEqual([], clouds.at_ec2())
        self.assertEqual([], clouds.at_openstack())
        for node in ("pi-west-1", "pi-east-1", "vm-east-1"):
            there = bed.caravan("testbed", "exec", node, "--", "sh", "-c", "ls /var/lib/lxc /var/lib/caravan/microvm 2>/dev/null || true")
            self.assertNotIn("joint.", there)

    def instances(self) -> list[dict]:
        return bed.ask("GET", "/applications/joint")["instances"]

    def assert_crosses(self, version: int, between: int) -> None:
        """Users of this IP version; `between` is that of all links."""
        took_part, trees = set(), []
        for _ in range(REQUESTS):
            tree = self.answer(version)
            trees.append(tree)
            took_part |= self.checked(tree, version, between)
        self.assertEqual({"worker:1", "worker:2", "store:1", "store:2"}, took_part)
        print(f"users by ipv{version}, links by ipv{between}: {REQUESTS} requests, answered by {sorted(took_part)}; the last one:\n"
              + json.dumps(trees[-1], indent=1), flush=True)

    def checked(self, tree: dict, version: int, between: int) -> set[str]:
        """Which of the replicas took part."""
        self.assertEqual(("front:1", "west"), (tree["instance"], tree["site"]))
        self.assertEqual(version, ip_address(tree["asked-by"]).version)
        asked = {each["peer"]: each for each in tree["asked"]}
        middle = asked["middle"]["answer"]
        self.assertEqual(("middle:1", "stack"), (middle["instance"], middle["site"]))
        store = middle["asked"][0]["answer"]
        self.assertEqual(("store", "amazon"), (store["instance"].split(":")[0], store["site"]))
        for address in (asked["worker"]["address"], asked["middle"]["address"], middle["asked"][0]["address"], middle["asked-by"],
                        store["asked-by"]):
            self.assertEqual(between, ip_address(address).version, tree)
        if between == 4:  # only public addresses lead to what is at EC2
            self.assertIn(ip_address(middle["asked"][0]["address"]), ip_network(bed.PUBLIC))
        worker = asked["worker"]["answer"]
        if isinstance(worker, dict):
            self.assertEqual("pi-east-1", worker["host"])
            return {worker["instance"], store["instance"]}
        self.assertIn("a unikernel", worker)
        return {worker.split("from ")[1].split(",")[0], store["instance"]}

    def answer(self, version: int) -> dict:
        addresses = self.resolved(version)
        self.assertEqual(1, len(addresses))
        literal = f"[{addresses[0]}]" if version == 6 else addresses[0]
        return json.loads(bed.caravan("testbed", "exec", "vantage-coast", "--", "curl", "-fsS", "--max-time", "120",
                                      "--interface", VANTAGE[version], f"http://{literal}:8079/"))

    @staticmethod
    def resolved(version: int) -> list[str]:
        return dns.resolve("front.joint.caravan", version, ip_network(USERS[version]), bed.DNS)


if __name__ == "__main__":
    unittest.main(verbosity=2)
