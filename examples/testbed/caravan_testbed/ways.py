"""Pure: what lies between ISPs, as commands: transits (a line of their own for two of them) and detours (traffic goes by a third
site, whose router translates addresses). All of it is rules at the core, by device and addresses, before its ordinary routes:

    iif line of near, near -> far    into the transit's near end;  from its far end on as ever
    iif line of far,  far -> near    into the far end;             from its near end straight to the near site
    sources <-> target               to the site they go by, unless they come from there
"""
from . import addresses, names
from .commands import Commands, WanLink
from .description import IPV4, IPV6, Description, Detour, Isp, Site, Transit

_FROM_TRANSIT, _TRANSIT, _FROM_VIA, _DETOUR = 55, 60, 65, 70  # rule preferences; an ISP's own rules begin at 100
_GATEWAY = 50  # before the gateway's own networks: the translator has one of its addresses
_TABLES = 4000
_TRANSLATOR = 2  # .2 of the prefix that the detour goes by
_MAC = "02:ca:4a:00:00:02"  # both ends have it: nobody answers ARP between gateway and translator


def namespace(prefix: str, detour: Detour) -> str:
    return names.namespace(prefix, f"nat-{detour.id}")


def namespaces(description: Description, prefix: str) -> list[str]:
    return [namespace(prefix, detour) for detour in description.detours]


def links(description: Description, prefix: str) -> list[WanLink]:
    core = names.core_namespace(prefix)
    between = [WanLink(f"transit.{each.id}", (core, f"t{n}near"), (core, f"t{n}far"), each.shapes)
               for n, each in enumerate(description.transits)]
    return between + [WanLink(f"detour.{each.id}", (names.namespace(prefix, each.via[0].id), f"nat{n}"),
                              (namespace(prefix, each), "inside"),
                              each.shapes) for n, each in enumerate(description.detours)]


def cables(description: Description, prefix: str) -> list[str]:
    return [f"link add out{n} address {_MAC} arp off netns {names.namespace(prefix, each.via[0].id)} type veth "
            f"peer name outside address {_MAC} arp off netns {namespace(prefix, each)}" for n, each in enumerate(description.detours)]


def commands(description: Description, prefix: str) -> dict[str, Commands]:
    """By namespace; to be run after the ordinary ones."""
    found: dict[str, Commands] = {}
    core = found.setdefault(names.core_namespace(prefix), Commands())
    for number, transit in enumerate(description.transits):
        _transit(core, transit, number, description.detours)
    for number, detour in enumerate(description.detours):
        _detour(core, detour, _TABLES + 200 + number)
        _gateway(found.setdefault(names.namespace(prefix, detour.via[0].id), Commands()), detour, number)
        found[namespace(prefix, detour)] = _translator(detour)
    return found


def translation(detour: Detour) -> str:
    """Rules of nftables. Who is inside opens connections as the translator; who is outside names the inner address, as a forwarded
    port would. A window that is to stay small cannot be scaled (RFC 7323), so the offer to scale it is taken out of the first packet."""
    lines = ["table ip caravan {", "  chain translated {", "    type nat hook postrouting priority srcnat",
             f'    oifname "outside" counter snat to {_address(detour)}', "  }", "  chain narrowed {",
             "    type filter hook forward priority filter"]
    if detour.window_bytes is not None:
        lines += ['    iifname "outside" ct direction original tcp flags syn counter reset tcp option window',
                  f'    oifname "outside" ct direction reply tcp window > {detour.window_bytes} counter tcp window set '
                  f'{detour.window_bytes}']
    return "\n".join([*lines, "  }", "}", ""])


def _transit(core: Commands, transit: Transit, number: int, detours: tuple[Detour, ...]) -> None:
    """Where traffic of the two takes a detour, the transit lies between the near site and the site that it goes by."""
    via = next((each.via for each in detours if transit.near in each.sources and each.target == transit.far), transit.far)
    for family in (IPV4, IPV6):
        if not any(family == shaped for _, shaped in transit.shapes):
            continue
        up, down = _TABLES + 2 * number, _TABLES + 2 * number + 1
        core.of(family).extend([
            f"link set t{number}near up", f"link set t{number}far up",
            f"route add default dev t{number}near table {up}", f"route add default dev t{number}far table {down}",
            f"rule add pref {_FROM_TRANSIT} iif t{number}near lookup main",
            f"rule add pref {_TRANSIT} iif {_core_device(transit.near)} {_between(transit.near, transit.far, family)} lookup {up}",
            f"rule add pref {_TRANSIT} iif {_core_device(via)} {_between(transit.far, transit.near, family)} lookup {down}"])


def _detour(core: Commands, detour: Detour, table: int) -> None:
    core.ipv4.append(f"route add default dev {_core_device(detour.via)} table {table}")
    for source in detour.sources:
        for between in (_between(source, detour.target, IPV4), _between(detour.target, source, IPV4)):
            core.ipv4 += [f"rule add pref {_FROM_VIA} iif {_core_device(detour.via)} {between} lookup main",
                          f"rule add pref {_DETOUR} {between} lookup {table}"]


def _gateway(commands: Commands, detour: Detour, number: int) -> None:
    """What comes in by the line goes through the translator, from one side or the other, and out by the line again."""
    wan = names.site_wan_device(detour.via[1])
    inside, outside, line = (_TABLES + 3 * number + i for i in range(3))
    commands.ipv4 += [f"link set nat{number} up", f"link set out{number} up",
                      f"route add default dev nat{number} table {inside}", f"route add default dev out{number} table {outside}",
                      f"route add default dev {wan} table {line}",
                      f"rule add pref {_GATEWAY} iif {wan} to {_address(detour)} lookup {outside}"]
    for source in detour.sources:
        commands.ipv4 += [f"rule add pref {_GATEWAY} iif {wan} {_between(source, detour.target, IPV4)} lookup {inside}",
                          f"rule add pref {_GATEWAY} iif {wan} {_between(detour.target, source, IPV4)} lookup {outside}"]
    commands.ipv4 += [f"rule add pref {_GATEWAY} iif {device} lookup {line}" for device in (f"nat{number}", f"out{number}")]


def _translator(detour: Detour) -> Commands:
    commands = Commands(["link set lo up", "link set inside up", "link set outside up", "route add default dev outside"])
    commands.ipv4 += [f"route add {addresses.prefix(*source, IPV4)} dev inside" for source in detour.sources]
    return commands


def _address(detour: Detour) -> str:
    return addresses.numbered(*detour.via, IPV4, _TRANSLATOR)


def _core_device(line: tuple[Site, Isp]) -> str:
    return names.core_wan_device(*line)


def _between(near: tuple[Site, Isp], far: tuple[Site, Isp], family: str) -> str:
    return f"from {addresses.prefix(*near, family)} to {addresses.prefix(*far, family)}"
