"""`join`: another emulated network stands behind a site's gateway, as if its router were the site's own. Pure but for `join`.

Prefixes of that network get a way from the core to the site by the line of their ISP, and packets from them leave by it; so what is
degraded there is degraded for them. The site's vantage gets the address .250 of each prefix, as machines there are not the bed's, and
the site's gateway stands for that of the prefix.
"""
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network

from . import kernel, names, network
from .description import IPV4, IPV6, Description, Host, Isp, Site
from .errors import TestbedError
from .state import Bed

_DEVICE = "joined"
_NEAR = {IPV4: "169.254.250.1", IPV6: "fe80::250:1"}
_FAR = {IPV4: "169.254.250.2", IPV6: "fe80::250:2"}
_VANTAGE, _GATEWAY = 250, 1
_TABLES = 2000  # of vantages; clear of those of their own ISPs


@dataclass(frozen=True)
class Joined:
    """A prefix of the other network, and the ISP of the site by which it is reached."""
    isp: Isp
    prefix: IPv4Network | IPv6Network
    measured: bool  # whether the vantage stands in it, as it does not among public addresses that stand for others

    @property
    def family(self) -> str:
        return IPV4 if self.prefix.version == 4 else IPV6

    @property
    def vantage(self) -> str:
        return str(self.prefix[_VANTAGE] if self.prefix.version == 4 else self.prefix[int(str(_VANTAGE), 16)])

    @property
    def gateway(self) -> str:
        return str(self.prefix[_GATEWAY])


def parse(site: Site, words: list[str], measured: bool) -> list[Joined]:
    """`Fibre=10.140.0.0/24` and the like."""
    found = []
    for word in words:
        id, _, text = word.partition("=")
        isp = next((isp for isp in site.isps if isp.id == id), None)
        if isp is None:
            raise TestbedError(f"The ISP ({id}) of the prefix {text} is not an ISP of site {site.id}.",
                               f"use one of [{', '.join(isp.id for isp in site.isps)}].")
        try:
            found.append(Joined(isp, ip_network(text), measured))
        except ValueError as error:
            raise TestbedError(f"The prefix ({text}) of ISP {id} is none: {error}.", "write it like Fibre=10.140.0.0/24.") from error
    return found


def join(bed: Bed, site: Site, joined: list[Joined], other: str, device: str) -> None:
    """Repeated, nothing changes. What it makes goes with either network."""
    near = names.namespace(bed.prefix, site.id)
    if not kernel.namespace_path(other).exists():
        raise TestbedError(f"The network namespace ({other}) does not exist.", "raise the other network first.")
    if not kernel.succeeds(["ip", "-n", near, "link", "show", _DEVICE]):
        kernel.ip_batch([f"link add {_DEVICE} netns {near} type veth peer name {device} netns {other}"])
    for namespace, ends, name in ((near, _NEAR, _DEVICE), (other, _FAR, device)):
        kernel.ip_batch([f"addr replace {ends[IPV4]}/30 dev {name}", f"link set {name} up"], namespace, "-4")
        kernel.ip_batch([f"addr replace {ends[IPV6]}/64 dev {name} nodad"], namespace, "-6")
    vantage = next((host for host in site.hosts if host.is_vantage), None)
    for namespace, commands in commands_of(bed.description, bed.prefix, site, joined, vantage, other, device).items():
        for family, lines in (("-4", commands.ipv4), ("-6", commands.ipv6)):
            for line in lines:
                if line.startswith("rule add "):  # the only thing that could be there twice
                    kernel.succeeds(["ip", family, "-n", namespace, "rule", "del", *line.split()[2:]])
            kernel.ip_batch(lines, namespace, family)


def commands_of(description: Description, prefix: str, site: Site, joined: list[Joined], vantage: Host | None, other: str,
                device: str) -> dict[str, network.Commands]:
    """By namespace."""
    near = names.namespace(prefix, site.id)
    found = {near: network.Commands(), other: network.Commands()}
    for each in joined:
        family = each.family
        found[near].of(family).append(f"route replace {each.prefix} via {_FAR[family]} dev {_DEVICE}")
        found[near].of(family).extend(_from(each, f"dev {names.site_wan_device(each.isp)}", network.table(each.isp)))
        found[other].of(family).append(f"route replace default via {_NEAR[family]} dev {device}")
        _in_cores(found, description, prefix, site, each)
        if vantage is not None and each.measured:
            node = found.setdefault(names.namespace(prefix, vantage.id), network.Commands())
            node.of(family).append(f"addr replace {each.vantage} dev br0" + (" nodad" if family == IPV6 else ""))
            node.of(family).extend(_from(each, f"via {each.gateway} dev br0 onlink", _TABLES + each.isp.index))
            found[near].of(family).extend([f"addr replace {each.gateway} dev lan" + (" nodad" if family == IPV6 else ""),
                                           f"route replace {each.vantage} dev lan"])
    return found


def _in_cores(found: dict[str, network.Commands], description: Description, prefix: str, site: Site, each: Joined) -> None:
    own = found.setdefault(names.core_namespace(prefix, site.region), network.Commands())
    own.of(each.family).append(f"route replace {each.prefix} dev {names.core_wan_device(site, each.isp)}")
    region = next((region for region in description.regions if region.id == site.region), None)
    if region is not None:
        inner = found.setdefault(names.core_namespace(prefix), network.Commands())
        inner.of(each.family).append(f"route replace {each.prefix} dev {names.haul_device(region)}")


def _from(each: Joined, way: str, table: int) -> list[str]:
    """Packets from the prefix leave that way."""
    return [f"route replace default {way} table {table}", f"rule add {network.source_rule(each.isp, each.prefix, table)}"]
