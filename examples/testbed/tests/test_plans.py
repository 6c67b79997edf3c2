"""The pure parts: addresses, infrastructure text, commands for the kernel and plan for the relay."""
import unittest
from ipaddress import IPv4Network

from caravan_testbed import addresses, netem, network, relay
from caravan_testbed.description import IPV4, IPV6, Options
from caravan_testbed.description_reader import read_description
from caravan_testbed.infrastructure import infrastructure_text
from tests.support import TESTBED, assert_golden

_OPTIONS = Options("cvn", IPv4Network("198.18.255.0/24"))
_GOLDEN = TESTBED / "tests/golden"


class AddressPlanTest(unittest.TestCase):
    def setUp(self) -> None:
        self.sites = {site.id: site for site in read_description(TESTBED / "nornet.toml").sites}

    def test_hainan_by_cernet(self) -> None:
        hainan, host = self.sites["hainan"], self.sites["hainan"].hosts[0]
        cernet = hainan.isps[0]
        self.assertEqual("10.7.88.0/24", str(addresses.prefix(hainan, cernet, IPV4)))
        self.assertEqual("fd4e:7:58::/64", str(addresses.prefix(hainan, cernet, IPV6)))
        self.assertEqual(("10.7.88.1", "fd4e:7:58::1"), tuple(addresses.gateway(hainan, cernet, each) for each in (IPV4, IPV6)))
        self.assertEqual("10.7.88.11", addresses.host_address(hainan, cernet, IPV4, host))
        self.assertEqual("198.18.255.11", str(addresses.management_address(_OPTIONS, host)))

    def test_ipv6_ends_in_the_same_digits_as_ipv4(self) -> None:
        bergen = self.sites["bergen"]
        self.assertEqual("fd4e:1:6::12", addresses.host_address(bergen, bergen.isps[0], IPV6, bergen.hosts[1]))
        self.assertEqual("fd4e:1:6::100", addresses.numbered(bergen, bergen.isps[0], IPV6, 100))

    def test_no_address_is_given_twice(self) -> None:
        given = [addresses.host_address(site, isp, family, host) for site in self.sites.values() for isp in site.isps
                 for family in isp.families for host in site.hosts]
        self.assertEqual(len(given), len(set(given)))


class InfrastructureTest(unittest.TestCase):
    def test_nornet_is_the_committed_text(self) -> None:
        text = infrastructure_text(read_description(TESTBED / "nornet.toml"), _OPTIONS)
        assert_golden(self, TESTBED / "nornet.caravan", text)


class CommandsTest(unittest.TestCase):
    """The whole network as text: a reviewer reads a change of it here before a kernel sees it."""

    def test_pair_network(self) -> None:
        assert_golden(self, _GOLDEN / "pair-network.txt", self._network("pair.toml"))

    def test_nornet_cores_route_every_prefix_and_only_regions_have_a_default(self) -> None:
        text = self._network("nornet.toml")
        sections = dict(section.split("\n", 1) for section in text.split("# ")[1:])
        self.assertNotIn("default", sections["cvn-core"])
        self.assertIn("route add default dev haul", sections["cvn-core-asia"])
        self.assertIn("route add 10.7.88.0/24 dev haul-asia", sections["cvn-core"])
        self.assertIn("route add 10.7.89.0/24 dev s89p7", sections["cvn-core-asia"])

    def test_relay_plan_of_pair(self) -> None:
        links = network.wan_links(read_description(TESTBED / "pair.toml"), "cvn")
        assert_golden(self, _GOLDEN / "pair-relay.txt", relay.plan_text(links))

    def test_netem_commands_of_pair(self) -> None:
        links = network.wan_links(read_description(TESTBED / "pair.toml"), "cvn")
        text = "\n".join("\n".join([f"# {namespace}", *lines]) for commands in (netem.band_commands(links), netem.shape_commands(links))
                         for namespace, lines in commands.items())
        assert_golden(self, _GOLDEN / "pair-netem.txt", text + "\n")

    def _network(self, file: str) -> str:
        description = read_description(TESTBED / file)
        sections = {"machine": network.Commands(network.cable_commands(description, _OPTIONS)),
                    "cvn-core": network.core_commands(description, None)}
        sections |= {f"cvn-core-{region.id}": network.core_commands(description, region) for region in description.regions}
        sections |= {f"cvn-{site.id}": network.gateway_commands(site) for site in description.sites}
        sections |= {f"cvn-{host.id}": network.host_commands(site, host, _OPTIONS) for site, host in description.hosts}
        return "\n".join("\n".join([f"# {name}", *commands.ipv4, *(f"-6 {line}" for line in commands.ipv6)])
                         for name, commands in sections.items()) + "\n"
