"""What lies between ISPs, as text: lines of two of them, and a detour by a site that translates addresses."""
import unittest

from caravan_testbed import network, ways
from caravan_testbed.description import DOWN, IPV4, IPV6, UP
from caravan_testbed.description_reader import parse_description
from caravan_testbed.errors import TestbedError
from tests.support import TESTBED, assert_golden

_WAYS = """
[transits.slow]
between = ["east.Fibre", "west.Fibre"]
families = ["ipv6"]
up = { rate = "7 Mbit/s", delay = "3 ms", queue = "20 kB" }
down = { rate = "5 Mbit/s", delay = "4 ms", queue = "20 kB" }

[transits.tunnel]
between = ["east.Adsl", "users-coast.Fibre"]
families = ["ipv4"]
up = { rate = "2 Mbit/s", delay = "1 ms", queue = "20 kB" }
down = { rate = "2 Mbit/s", delay = "1 ms", queue = "20 kB" }

[detours.office]
from = ["east.Adsl"]
to = "users-coast.Fibre"
via = "west.Fibre"
up = { rate = "50 Mbit/s", delay = "2 ms", queue = "90 kB" }
down = { rate = "40 Mbit/s", delay = "2 ms", queue = "90 kB" }
window = "46 kB"
"""


class WaysTest(unittest.TestCase):
    def setUp(self) -> None:
        self.description = parse_description((TESTBED / "pair.toml").read_text() + _WAYS, "pair.toml")

    def test_commands(self) -> None:
        sections = ways.commands(self.description, "cvn")
        text = "\n".join("\n".join([f"# {name}", *commands.ipv4, *(f"-6 {line}" for line in commands.ipv6)])
                         for name, commands in sections.items())
        text += "\n# machine\n" + "\n".join(ways.cables(self.description, "cvn")) + "\n" + ways.translation(self.description.detours[0])
        assert_golden(self, TESTBED / "tests/golden/ways.txt", text)

    def test_their_lines_and_namespaces_are_those_of_the_bed(self) -> None:
        lines = {link.name: link for link in network.wan_links(self.description, "cvn")}
        self.assertEqual((5_000_000, 40_000_000), (lines["transit.slow"].shapes[DOWN, IPV6].rate_bps,
                                                   lines["detour.office"].shapes[DOWN, IPV4].rate_bps))
        self.assertNotIn((UP, IPV4), lines["transit.slow"].shapes)
        self.assertIn("cvn-nat-office", network.namespaces(self.description, "cvn"))

    def test_mistakes(self) -> None:
        for good, bad, message in (("west.Fibre\"]", "west.Copper\"]",
                                    r"line outside of regions \(west.Copper\) of transit slow does not exist"),
                                   ("\"east.Fibre\", ", "", r"ends .* of transit slow are not two"),
                                   ('via = "west.Fibre"\n', "", "detour office has no via"),
                                   ('window = "46 kB"', "window = 46", r"size \(46\) of detour office")):
            with self.subTest(message), self.assertRaisesRegex(TestbedError, message):
                parse_description((TESTBED / "pair.toml").read_text() + _WAYS.replace(good, bad), "pair.toml")

    def test_a_host_type_may_pace_its_tcp(self) -> None:
        text = (TESTBED / "pair.toml").read_text()
        self.assertEqual([False, True], [parse_description(each, "pair.toml").host_types[0].paced
                                         for each in (text, text.replace("cores = 4", "cores = 4\npaced = true"))])

    def test_a_host_may_be_at_some_of_the_sites_isps(self) -> None:
        text = (TESTBED / "pair.toml").read_text().replace('id = "pi-east-1", type = "raspberry-pi-3"',
                                                           'id = "pi-east-1", type = "raspberry-pi-3", isps = ["Adsl"]')
        description = parse_description(text, "pair.toml")
        site, host = description.hosts[0]
        self.assertEqual(["Adsl"], [isp.id for isp in host.isps_of(site)])
        with self.assertRaisesRegex(TestbedError, r"The ISP \(Adsl5\) of host pi-east-1 does not exist"):
            parse_description(text.replace('isps = ["Adsl"]', 'isps = ["Adsl5"]'), "pair.toml")
