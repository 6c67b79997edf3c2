"""Pure: which `ip` commands make the bed's networks. Nothing is run here.

core ── wan ── site gateway ── lan bridge ── host's uplink ── br0 ── containers.   Of ISP P: table and rule 1000 + P.
"""
from . import addresses, names, ways
from .commands import Commands, WanLink
from .description import IPV4, IPV6, Description, Host, Isp, Options, Region, Site

_TABLES = 1000  # clear of the kernel's own 253 to 255
_LOCAL_FIRST, _BY_SOURCE = 100, 1000  # rule preferences: neighbours in any prefix of the site are reached without an ISP


def namespaces(description: Description, prefix: str) -> list[str]:
    cores = [names.core_namespace(prefix)] + [names.core_namespace(prefix, region.id) for region in description.regions]
    return cores + [names.namespace(prefix, site.id) for site in description.sites] + ways.namespaces(description, prefix) + [
        names.namespace(prefix, host.id) for _, host in description.hosts]


def wan_links(description: Description, prefix: str) -> list[WanLink]:
    hauls = [WanLink(f"haul.{region.id}", (names.core_namespace(prefix, region.id), "haul"),
                     (names.core_namespace(prefix), names.haul_device(region)), region.shapes) for region in description.regions]
    return hauls + [WanLink(names.link_name(site, isp), (names.namespace(prefix, site.id), names.site_wan_device(isp)),
                            (names.core_namespace(prefix, site.region), names.core_wan_device(site, isp)), isp.shapes)
                    for site in description.sites for isp in site.isps] + ways.links(description, prefix)


def core_commands(description: Description, region: Region | None) -> Commands:
    """A core knows its own sites' prefixes; a region's core sends the rest up its haul, the inner core drops the rest."""
    commands = Commands(["link set lo up"])
    if region is not None:
        commands.ipv4 += ["link set haul up", "route add default dev haul"]
        commands.ipv6.append("route add default dev haul")
    else:
        commands.ipv4 += [f"link set {names.haul_device(each)} up" for each in description.regions]
        commands.ipv4 += ["addr add 10.255.255.1/32 dev lo"]  # the source of its ICMP errors
    for site in description.sites:
        here = site.region == (region.id if region else None)
        if not here and region is not None:
            continue
        for isp in site.isps:
            device = names.core_wan_device(site, isp) if here else f"haul-{site.region[:10]}"
            if here:
                commands.ipv4.append(f"link set {device} up")
            for family in isp.families:
                commands.of(family).append(f"route add {addresses.prefix(site, isp, family)} dev {device}")
    return commands


def gateway_commands(site: Site) -> Commands:
    commands = Commands(["link set lo up", "link add lan type bridge", "link set lan up"])
    commands.ipv4 += [f"link set {names.lan_port(host)} master lan up" for host in site.hosts]
    commands.ipv4 += [f"link set {names.site_wan_device(isp)} up" for isp in site.isps]
    _local_first(commands)
    for isp in site.isps:
        for family in isp.families:
            network = addresses.prefix(site, isp, family)
            commands.of(family).extend([
                _address(addresses.gateway(site, isp, family), network.prefixlen, "lan"),
                f"route add default dev {names.site_wan_device(isp)} table {_TABLES + isp.index}",
                _source_rule(isp, network)])
    return commands


def host_commands(site: Site, host: Host, options: Options) -> Commands:
    managed = f"{addresses.management_address(options, host)}/{options.management.prefixlen}"
    # A bridge otherwise takes the lowest address of its ports: it would change with every container and confuse neighbours.
    commands = Commands(["link set lo up", "link add br0 type bridge", f"link set br0 address {_mac(site, host)} up",
                         "link set uplink master br0 up", f"addr add {managed} dev mgmt", "link set mgmt up"])
    _local_first(commands)
    with_default = set()
    for isp in host.isps_of(site):
        for family in isp.families:
            network, gateway = addresses.prefix(site, isp, family), addresses.gateway(site, isp, family)
            own = addresses.host_address(site, isp, family, host)
            commands.of(family).extend([_address(own, network.prefixlen, "br0"),
                                        f"route add default via {gateway} dev br0 table {_TABLES + isp.index}",
                                        _source_rule(isp, network)])
            if family not in with_default:  # who names no source goes out by the site's first ISP
                commands.of(family).append(f"route add default via {gateway} dev br0 src {own}")
                with_default.add(family)
    return commands


def cable_commands(description: Description, options: Options) -> list[str]:
    """In the root namespace: cables between site and host, and the management network. Ports are isolated from each other,
    so that no node reaches another behind the emulated network's back."""
    prefix, bridge = options.prefix, names.management_bridge(options.prefix)
    lines = [f"link add {bridge} type bridge", f"link set {bridge} addrgenmode none",
             f"addr add {addresses.management_gateway(options)}/{options.management.prefixlen} dev {bridge}", f"link set {bridge} up"]
    for site, host in description.hosts:
        node, port = names.namespace(prefix, host.id), names.management_port(prefix, host)
        lines += [f"link add {names.lan_port(host)} netns {names.namespace(prefix, site.id)} type veth peer name uplink netns {node}",
                  f"link add {port} type veth peer name mgmt netns {node}",
                  f"link set {port} addrgenmode none", f"link set {port} master {bridge} up",
                  f"link set {port} type bridge_slave isolated on"]
    return lines + ways.cables(description, prefix)


def sysctls(forwards: bool) -> dict[str, str]:
    """Answers may leave by another device than requests came in (several ISPs), so no reverse path filter anywhere."""
    flag = "1" if forwards else "0"
    return {"ipv4/ip_forward": flag, "ipv6/conf/all/forwarding": flag, "ipv6/conf/default/forwarding": flag,
            "ipv4/conf/all/rp_filter": "0", "ipv4/conf/default/rp_filter": "0",
            "ipv6/conf/all/accept_ra": "0", "ipv6/conf/default/accept_ra": "0"}


def _local_first(commands: Commands) -> None:
    for family in (IPV4, IPV6):
        commands.of(family).append(f"rule add pref {_LOCAL_FIRST} lookup main suppress_prefixlength 0")


def table(isp: Isp) -> int:
    return _TABLES + isp.index


def source_rule(isp: Isp, network: object, number: int) -> str:
    """Packets from there leave as the table of that number says."""
    return f"pref {_BY_SOURCE + isp.index} from {network} lookup {number}"


def _source_rule(isp: Isp, network: object) -> str:
    return f"rule add {source_rule(isp, network, table(isp))}"


def _address(address: str, length: int, device: str) -> str:
    no_wait = " nodad" if ":" in address else ""  # a tentative address would refuse traffic for a second
    return f"addr add {address}/{length} dev {device}{no_wait}"


def _mac(site: Site, host: Host) -> str:
    return f"02:ca:4a:{site.index:02x}:00:{host.number:02x}"
