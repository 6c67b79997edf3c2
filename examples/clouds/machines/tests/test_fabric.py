"""Rules and scripts as text; nothing is touched."""
import unittest
from ipaddress import IPv4Network
from pathlib import Path

from caravan_machines.cli import nic, quantity
from caravan_machines.errors import MachinesError
from caravan_machines.fabric import boot_script, rules_text
from caravan_machines.ground import Ground
from caravan_machines.machine import Machine, Network, Nic, Rule, lowest_free

GROUND = Ground(Path("/nowhere"), "cvt", IPv4Network("198.18.57.0/24"), Path("/nowhere"))
NETWORK = Network("lan", 1, ("172.31.0.1/20", "fdaa:1::1/64"))
CARD = Nic("lan", "02:ca:00:01:00:00", "m1n0", ("172.31.0.10", "fdaa:1::10"), ("172.31.0.55",))


def machine(**changes: object) -> Machine:
    return Machine(**{"id": "one", "hostname": "one", "number": 1, "virtual_cpus": 1, "memory_bytes": 2**29, "disk_bytes": 2**33,
                      "user": "root", "nics": (CARD,), **changes})


class FabricTest(unittest.TestCase):
    def test_lets_in_only_what_is_named(self) -> None:
        text = rules_text(GROUND, [machine(rules=(Rule.parse("tcp:22"), Rule.parse("udp:53-54@10.0.0.0/8"), Rule.parse("icmp")))])
        self.assertIn("ip daddr { 172.31.0.10, 172.31.0.55 } tcp dport 22-22 accept", text)
        self.assertIn("ip6 daddr { fdaa:1::10 } tcp dport 22-22 accept", text)
        self.assertIn("ip daddr { 172.31.0.10, 172.31.0.55 } ip saddr 10.0.0.0/8 udp dport 53-54 accept", text)
        self.assertNotIn("ip6 daddr { fdaa:1::10 } ip saddr", text)
        self.assertIn("meta l4proto ipv6-icmp accept", text)
        self.assertIn("policy drop", text)

    def test_without_firewall_all_is_let_in(self) -> None:
        self.assertIn("ip daddr { 172.31.0.10, 172.31.0.55 } accept", rules_text(GROUND, [machine()]))

    def test_drops_what_is_not_of_the_machine(self) -> None:
        text = rules_text(GROUND, [machine()])
        self.assertIn("ether saddr 02:ca:00:01:00:00 ip saddr != { 172.31.0.10, 172.31.0.55 } drop", text)
        self.assertLess(text.index("!="), text.index("established"))

    def test_translates_public_addresses_both_ways(self) -> None:
        text = rules_text(GROUND, [machine(public={"172.31.0.55": "198.51.100.7"})])
        self.assertIn("ip daddr 198.51.100.7 dnat ip to 172.31.0.55", text)
        self.assertIn('ip saddr 172.31.0.55 oifname { "cvt-link", "cvt-wan" } snat ip to 198.51.100.7', text)
        self.assertIn("ip saddr 172.31.0.55 ct status dnat snat ip to 198.51.100.7", text)

    def test_boot_configures_own_addresses_only(self) -> None:
        text = boot_script((CARD,), [NETWORK])
        self.assertIn("ip addr add 172.31.0.10/20 dev eth0", text)
        self.assertIn("ip addr add fdaa:1::10/128 dev eth0 nodad", text)
        self.assertIn("ip -6 route replace default via fdaa:1::1 dev eth0 onlink", text)
        self.assertNotIn("172.31.0.55", text)


class WordsTest(unittest.TestCase):
    def test_rules_that_are_none_are_refused(self) -> None:
        for text in ("tcp", "tcp:x", "sctp:1", "80", ""):
            with self.assertRaisesRegex(MachinesError, "Maybe "):
                Rule.parse(text)

    def test_first_address_of_each_version_is_the_own_one(self) -> None:
        card = nic("lan,172.31.0.10,172.31.0.11,fdaa:1::10,fdaa:1::11")
        self.assertEqual((("172.31.0.10", "fdaa:1::10"), ("172.31.0.11", "fdaa:1::11")), (card.own, card.further))

    def test_quantities(self) -> None:
        self.assertEqual([512, 2**29, 2 * 2**30], [quantity(text) for text in ("512", "512MiB", "2GiB")])

    def test_numbers_are_used_again(self) -> None:
        self.assertEqual(2, lowest_free({1, 3}))

    def test_ids_and_prefixes_are_checked(self) -> None:
        for id in ("../x", "", "A", "x" * 41):
            with self.assertRaises(MachinesError):
                machine(id=id)
        with self.assertRaises(MachinesError):
            Ground(Path("x"), "../x", GROUND.link, Path("x"))


if __name__ == "__main__":
    unittest.main()
