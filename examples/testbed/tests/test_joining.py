"""Another network behind a site's gateway: what is told to whom, and mistakes."""
import unittest
from pathlib import Path

from caravan_testbed import joining
from caravan_testbed.description_reader import parse_description
from caravan_testbed.errors import TestbedError

TEXT = (Path(__file__).resolve().parents[2] / "joint/joint.toml").read_text()


class Joining(unittest.TestCase):
    def setUp(self) -> None:
        self.description = parse_description(TEXT, "joint.toml")
        self.site = next(site for site in self.description.sites if site.id == "amazon")

    def commands(self, *public: str) -> dict:
        joined = joining.parse(self.site, ["Four=10.150.0.0/24", "Six=fdca:150::/64"], True) + joining.parse(self.site, list(public), False)
        return joining.commands_of(self.description, "cvj", self.site, joined, self.site.hosts[0], "cvk-cloud", "cvk-wan")

    def test_prefixes_are_reached_by_the_sites_lines_and_leave_by_them(self) -> None:
        commands = self.commands()
        self.assertEqual(["route replace 10.150.0.0/24 dev s4p1"], commands["cvj-core"].ipv4)
        self.assertEqual(["route replace fdca:150::/64 dev s4p2"], commands["cvj-core"].ipv6)
        self.assertIn("rule add pref 1001 from 10.150.0.0/24 lookup 1001", commands["cvj-amazon"].ipv4)
        self.assertIn("route replace 10.150.0.0/24 via 169.254.250.2 dev joined", commands["cvj-amazon"].ipv4)
        self.assertEqual(["route replace default via 169.254.250.1 dev cvk-wan"], commands["cvk-cloud"].ipv4)

    def test_the_vantage_stands_in_each_prefix_behind_its_gateway(self) -> None:
        commands = self.commands()
        self.assertEqual(["addr replace fdca:150::250 dev br0 nodad", "route replace default via fdca:150::1 dev br0 onlink table 2002",
                          "rule add pref 1002 from fdca:150::/64 lookup 2002"], commands["cvj-vantage-amazon"].ipv6)
        self.assertIn("addr replace 10.150.0.1 dev lan", commands["cvj-amazon"].ipv4)

    def test_public_addresses_are_not_measured_from(self) -> None:
        self.assertEqual(self.commands()["cvj-vantage-amazon"], self.commands("Four=198.51.100.0/24")["cvj-vantage-amazon"])
        self.assertIn("route replace 198.51.100.0/24 dev s4p1", self.commands("Four=198.51.100.0/24")["cvj-core"].ipv4)

    def test_mistakes_say_what_may_help(self) -> None:
        for word, expected in (("Fibre=10.150.0.0/24", "use one of [Four, Six]"), ("Four=10.150.0.1/24", "write it like")):
            with self.assertRaisesRegex(TestbedError, "(?s)" + expected.replace("[", r"\[").replace("]", r"\]")):
                joining.parse(self.site, [word], True)


if __name__ == "__main__":
    unittest.main()
