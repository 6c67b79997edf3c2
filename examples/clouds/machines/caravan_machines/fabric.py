"""The network of the emulated provider. It works as rented networks do: machines reach each other, too, only through the router, which
delivers each address to the machine that has it, lets in what a firewall allows, and translates public addresses one to one.

The router has no default route and the real machine forwards nothing: no packet ever leaves it.
"""
from ipaddress import ip_address, ip_interface

from .ground import Ground
from .machine import Machine, Network, Nic, all_machines, all_networks
from .programs import ip, run, succeeds

_MARK = "143"  # of the routes that are ours to change


def exists(ground: Ground) -> bool:
    return succeeds(["ip", "netns", "exec", ground.namespace, "true"])


def raise_router(ground: Ground) -> None:
    ip(f"netns add {ground.namespace}")
    _set(ground, {"net.ipv4.ip_forward": "1", "net.ipv6.conf.all.forwarding": "1", "net.ipv6.conf.all.accept_dad": "0",
                  "net.ipv6.conf.default.accept_dad": "0", "net.ipv4.conf.all.rp_filter": "0"})
    ip("link set lo up", ground.namespace)
    ip(f"link add {ground.interface} type veth peer name {ground.interface} netns {ground.namespace}")
    for addresses, namespace in ((ground.near, ""), (ground.far, ground.namespace)):
        ip(f"addr add {addresses[0]}/{ground.link.prefixlen} dev {ground.interface}", namespace)
        ip(f"link set {ground.interface} up", namespace)
        ip(f"addr add {addresses[1]}/64 dev {ground.interface} nodad", namespace)


def raze_router(ground: Ground) -> None:
    """With it go all bridges, and the route of the real machine."""
    if succeeds(["ip", "link", "show", ground.interface]):
        ip(f"link del {ground.interface}")
    if exists(ground):
        ip(f"netns del {ground.namespace}")


def route_here(ground: Ground, range: str) -> None:
    """The real machine finds addresses of the range at the router, used or not; it must not ask the world for them."""
    gateway = ground.far[0 if ip_interface(range).version == 4 else 1]
    ip(f"route replace {range} via {gateway} dev {ground.interface}")
    if ip_interface(range).version == 4:  # or the router would send what nobody has back to where it came from, for ever
        ip(f"route replace blackhole {range}", ground.namespace)
    else:
        ip(f"-6 route replace blackhole {range} dev lo", ground.namespace)


def add_network(ground: Ground, network: Network) -> None:
    ip(f"link add {network.bridge} type bridge", ground.namespace)
    ip(f"link set {network.bridge} up", ground.namespace)
    _set(ground, {f"net.ipv4.conf.{network.bridge}.proxy_arp_pvlan": "1"})
    for gateway in network.gateways:
        nodad = " nodad" if ":" in gateway else ""
        ip(f"addr add {gateway} dev {network.bridge}{nodad}", ground.namespace)
        ip(f"route replace {ip_interface(gateway).network} via {ground.far[1 if nodad else 0]} dev {ground.interface}")


def remove_network(ground: Ground, network: Network) -> None:
    ip(f"link del {network.bridge}", ground.namespace)
    for gateway in network.gateways:
        succeeds(["ip", "route", "del", str(ip_interface(gateway).network), "dev", ground.interface])


def _set(ground: Ground, values: dict[str, str]) -> None:
    run(["ip", "netns", "exec", ground.namespace, "sysctl", "-q", "-w", *(f"{key}={value}" for key, value in values.items())])


def apply(ground: Ground) -> None:
    """After it the network is as the machines' files say; repeated, nothing changes."""
    machines, networks = all_machines(ground), all_networks(ground)
    run(["ip", "netns", "exec", ground.namespace, "nft", "-f", "-"], rules_text(ground, machines))
    for version in (4, 6):
        _apply_routes(ground, version, _routes(machines, {network.id: network for network in networks}, version))
    for machine in machines:  # ports of a bridge that cannot see each other: all goes through the router
        for nic in machine.nics:
            succeeds(["bridge", "-n", ground.namespace, "link", "set", "dev", nic.interface, "isolated", "on"])


def _routes(machines: list[Machine], networks: dict[str, Network], version: int) -> set[str]:
    """A further address is delivered to the machine by way of its own one."""
    routes = set()
    for machine in machines:
        for nic in machine.nics:
            own = next((each for each in nic.own if ip_address(each).version == version), None)
            bridge = networks[nic.network].bridge
            routes |= {f"{each} via {own} dev {bridge}" for each in nic.further if own and ip_address(each).version == version}
    return routes


def _apply_routes(ground: Ground, version: int, wanted: set[str]) -> None:
    shown = ip(f"-{version} route show proto {_MARK}", ground.namespace).splitlines()
    present = {" ".join(line.split()[:5]) for line in shown}
    lines = [f"route del {route} proto {_MARK}" for route in sorted(present - wanted)]
    lines += [f"route replace {route} proto {_MARK}" for route in sorted(wanted - present)]
    if lines:
        run(["ip", f"-{version}", "-n", ground.namespace, "-batch", "-"], "\n".join(lines) + "\n")


def rules_text(ground: Ground, machines: list[Machine]) -> str:
    """One transaction: there is no moment without rules."""
    world = f'{{ "{ground.interface}", "{ground.wan}" }}'
    public = sorted((private, public) for machine in machines for private, public in machine.public.items())
    return "\n".join([
        "table inet cloud", "delete table inet cloud", "table inet cloud {",
        " chain prerouting { type nat hook prerouting priority -100;",
        *(f"  ip daddr {public_address} dnat ip to {private}" for private, public_address in public), " }",
        " chain postrouting { type nat hook postrouting priority 100;",
        # to the world, and to another machine by its public address: both see the sender's public one
        *(f"  ip saddr {private} oifname {world} snat ip to {public_address}" for private, public_address in public),
        *(f"  ip saddr {private} ct status dnat snat ip to {public_address}" for private, public_address in public), " }",
        " chain forward { type filter hook forward priority 0; policy drop;",
        *_source_checks(machines), "  ct state established,related accept",
        f"  oifname {world} accept", *_let_in(machines), " }", "}", ""])


def _source_checks(machines: list[Machine]) -> list[str]:
    """A machine sends from its own addresses only: the provider drops all else."""
    lines = []
    for nic in (nic for machine in machines for nic in machine.nics):
        for family, addresses in _by_family(nic.addresses).items():
            lines.append(f"  ether saddr {nic.mac} {family} saddr != {{ {addresses} }} drop")
    return lines


def _let_in(machines: list[Machine]) -> list[str]:
    lines = []
    for machine in machines:
        for family, addresses in _by_family(machine.addresses).items():
            to = f"  {family} daddr {{ {addresses} }}"
            if machine.rules is None:
                lines.append(f"{to} accept")
                continue
            lines += [f"{to}{_condition(rule, family)} accept" for rule in machine.rules
                      if not rule.source or family == _family(rule.source)]
    return lines


def _condition(rule, family: str) -> str:
    source = f" {family} saddr {rule.source}" if rule.source else ""
    if rule.protocol == "any":
        return source
    if rule.protocol == "icmp":
        return f"{source} meta l4proto {'icmp' if family == 'ip' else 'ipv6-icmp'}"
    return f"{source} {rule.protocol} dport {rule.first}-{rule.last}"


def _by_family(addresses: tuple[str, ...]) -> dict[str, str]:
    families: dict[str, list[str]] = {}
    for address in addresses:
        families.setdefault(_family(address), []).append(address)
    return {family: ", ".join(members) for family, members in families.items()}


def _family(address: str) -> str:
    return "ip" if ip_interface(address).version == 4 else "ip6"


def boot_script(nics: tuple[Nic, ...], networks: list[Network]) -> str:
    """What a machine learns by DHCP: its own addresses and routers. Replies leave by the interface that their address belongs to."""
    lines = ["ip link set lo up"]
    for index, (nic, network) in enumerate(zip(nics, networks)):
        lines.append(f"ip link set eth{index} up")
        for address in nic.own:
            version = ip_address(address).version
            gateway = ip_interface(network.gateway(version))
            length = gateway.network.prefixlen if version == 4 else 128
            nodad = " nodad" if version == 6 else ""
            lines += [f"ip addr add {address}/{length} dev eth{index}{nodad}",
                      f"ip -{version} route replace default via {gateway.ip} dev eth{index} onlink metric {100 + index}",
                      f"ip -{version} route replace default via {gateway.ip} dev eth{index} onlink table {100 + index}",
                      f"ip -{version} rule add from {address} lookup {100 + index}"]
    return "\n".join(lines) + "\n"
