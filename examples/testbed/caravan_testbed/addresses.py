"""The address plan: site S and ISP P give 10.P.S.0/24 and fd4e:P:S::/64 (P and S in hexadecimal there)."""
from ipaddress import IPv4Address, IPv4Network, IPv6Network

from .description import IPV4, Host, Isp, Options, Site

_BEFORE_HOSTS = 10  # a site's first host is .11; .1 is the gateway, 100 to 249 are for containers
_BEFORE_MANAGED = 10  # host number 1 is managed at .11


def prefix(site: Site, isp: Isp, family: str) -> IPv4Network | IPv6Network:
    if family == IPV4:
        return IPv4Network(f"10.{isp.index}.{site.index}.0/24")
    return IPv6Network(f"fd4e:{isp.index:x}:{site.index:x}::/64")


def numbered(site: Site, isp: Isp, family: str, number: int) -> str:
    """The address ending in that decimal number; in IPv6 its digits are written as they are, so that both read alike."""
    network = prefix(site, isp, family)
    if family == IPV4:
        return str(network[number])
    return str(network[int(str(number), 16)])


def gateway(site: Site, isp: Isp, family: str) -> str:
    return numbered(site, isp, family, 1)


def host_address(site: Site, isp: Isp, family: str, host: Host) -> str:
    return numbered(site, isp, family, _BEFORE_HOSTS + host.position)


def management_address(options: Options, host: Host) -> IPv4Address:
    return options.management[_BEFORE_MANAGED + host.number]


def management_gateway(options: Options) -> IPv4Address:
    return options.management[1]
