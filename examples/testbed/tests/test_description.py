import unittest

from caravan_testbed.description import DOWN, IPV4, IPV6, UP
from caravan_testbed.description_reader import parse_description, read_description
from caravan_testbed.errors import TestbedError
from tests.support import TESTBED, assert_golden

_PAIR = (TESTBED / "pair.toml").read_text()

# what is written wrong: (text of pair.toml, what replaces its first occurrence)
_MISTAKES = {
    "unknown kind": ('kind = "edge"', 'kind = "fog"'),
    "no kind": ('kind = "edge"\n', ""),
    "unknown key": ('country = "NO"', 'land = "NO"'),
    "index too large": ("index = 1", "index = 300"),
    "index taken": ("index = 2", "index = 1"),
    "ISP index taken": ("Adsl = 2", "Adsl = 1"),
    "ISP without index": ("Adsl = 2\n", ""),
    "position outside of the globe": ("[59.9, 10.7]", "[95.0, 10.7]"),
    "rate without unit": ('rate = "100 Mbit/s"', "rate = 100"),
    "rate of nothing": ('rate = "100 Mbit/s"', 'rate = "0 Mbit/s"'),
    "delay with a wrong unit": ('delay = "2 ms"', 'delay = "2 min"'),
    "no direction": ('down = { rate = "100 Mbit/s", delay = "2 ms", queue = "150 kB" }\n', ""),
    "IPv6 alone": ('families = ["ipv4", "ipv6"]', 'families = ["ipv6"]'),
    "unknown family": ('families = ["ipv4", "ipv6"]', 'families = ["ipv4", "ipx"]'),
    "unknown host type": ('type = "raspberry-pi-3"', 'type = "raspberry-pi-9"'),
    "host id taken": ('id = "pi-west-1"', 'id = "pi-east-1"'),
    "host id unusable": ('id = "pi-west-1"', 'id = "pi west"'),
    "host id reserved": ('id = "pi-west-1"', 'id = "core"'),
    "hosts at users": ("vantages = ", "hosts = "),
    "unknown region": ('kind = "edge"', 'kind = "edge"\nregion = "moon"'),
    "memory without unit": ('memory = "1 GiB"', 'memory = "1"'),
    "no cores": ("cores = 4", "cores = 0"),
    "paced neither true nor false": ("cores = 4", 'cores = 4\npaced = "yes"'),
    "price in another unit": ('price = "3.00 EUR/month"', 'price = "3 USD/hour"'),
    "no TOML": ("[isps]", "[isps"),
}


class DescriptionTest(unittest.TestCase):
    def test_mistakes_are_named_with_value_and_owner(self) -> None:
        texts = []
        for mistake, (good, bad) in _MISTAKES.items():
            self.assertIn(good, _PAIR, mistake)
            with self.assertRaises(TestbedError, msg=mistake) as raised:
                parse_description(_PAIR.replace(good, bad, 1), "pair.toml")
            self.assertRegex(str(raised.exception), r"\nMaybe .*\.$", mistake)
            texts.append(f"# {mistake}\n{raised.exception}\n")
        assert_golden(self, TESTBED / "tests/golden/mistakes.txt", "\n".join(texts))

    def test_missing_file(self) -> None:
        with self.assertRaisesRegex(TestbedError, r"\(nowhere.toml\) cannot be read.*\nMaybe check the path"):
            read_description(TESTBED.relative_to(TESTBED) / "nowhere.toml")

    def test_a_direction_holds_for_both_families_unless_one_has_its_own(self) -> None:
        description = read_description(TESTBED / "nornet.toml")
        kvantel = next(isp for site in description.sites if site.id == "simula" for isp in site.isps if isp.id == "Kvantel")
        self.assertEqual((3000, 17000), (kvantel.shapes[UP, IPV4].delay_us, kvantel.shapes[UP, IPV6].delay_us))
        uninett = next(isp for site in description.sites if site.id == "simula" for isp in site.isps if isp.id == "Uninett")
        self.assertEqual(uninett.shapes[DOWN, IPV4], uninett.shapes[DOWN, IPV6])

    def test_hosts_are_numbered_through_the_bed(self) -> None:
        description = read_description(TESTBED / "nornet.toml")
        self.assertEqual(["pi-hainan-1", "pi-bergen-1", "pi-bergen-2", "pi-narvik-1", "simula-1", "ohio-1", "vantage-bergen",
                          "vantage-oslo", "vantage-haikou"], [host.id for _, host in description.hosts])
        self.assertEqual(list(range(1, 10)), [host.number for _, host in description.hosts])
