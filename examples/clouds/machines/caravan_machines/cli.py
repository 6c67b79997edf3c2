"""The command line."""
import argparse
import json
import os
import re
import sys
from ipaddress import IPv4Network, ip_address
from pathlib import Path

from . import cache, container, faults, verbs
from .errors import MachinesError
from .ground import DEFAULT_STATE, Ground
from .machine import Machine, Nic, Rule, all_machines, load_machine

_UNITS = {"": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30}


def main(arguments: list[str]) -> int:
    options = _parser().parse_args(arguments)
    try:
        if os.geteuid() != 0:
            raise MachinesError("Containers and networks need root.", "repeat it with sudo.")
        ground = Ground(options.state, options.prefix, IPv4Network(options.link), options.cache)
        options.run(ground, options)
        return 0
    except MachinesError as error:
        print(f"machines: {error}", file=sys.stderr)
        return 1


def quantity(text: str) -> int:
    match = re.fullmatch(r"(\d+)([KMG]iB)?", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"({text}) is not a number of bytes: write 512MiB or 2GiB")
    return int(match[1]) * _UNITS[match[2] or ""]


def nic(text: str) -> Nic:
    network, *addresses = text.split(",")
    firsts = [next((each for each in addresses if ip_address(each).version == version), None) for version in (4, 6)]
    own = tuple(each for each in firsts if each)
    return Nic(network, "", "", own, tuple(each for each in addresses if each not in own))


def _up(ground: Ground, options: argparse.Namespace) -> None:
    fresh = verbs.up(ground, options.route)
    print(f"machines: {ground.prefix} " + ("is up" if fresh else "stood already"))


def _create(ground: Ground, options: argparse.Namespace) -> None:
    wish = Machine(options.id, options.hostname or options.id, 0, options.virtual_cpus, options.memory, options.disk, options.user,
                   tuple(options.nic), rules=tuple(map(Rule.parse, options.allow)) if options.allow is not None else None)
    user_data = options.user_data.read_bytes() if options.user_data else b""
    verbs.create(ground, wish, options.kind, options.key.read_text() if options.key else "", user_data)


def _list(ground: Ground, options: argparse.Namespace) -> None:
    machines = [container.described(ground, machine) for machine in all_machines(ground)]
    if options.json:
        print(json.dumps(machines, indent=1))
        return
    for machine in machines:
        state = "ready" if machine["ready"] else "boots" if machine["on"] else "off"
        addresses = [address for nic in machine["nics"] for address in nic["own"] + nic["further"]]
        print(f"{machine['id']:24} {state:6} {' '.join(addresses + list(machine['public'].values()))}")


def _attach(ground: Ground, options: argparse.Namespace) -> None:
    if options.public:
        verbs.attach_public(ground, options.id, options.address, options.public)
    else:
        verbs.attach_address(ground, options.id, options.address, options.nic)


def _exec(ground: Ground, options: argparse.Namespace) -> None:
    load_machine(ground, options.id)
    command = container.attach_command(ground, options.id, options.command)
    os.execvp(command[0], command)


def _fault(ground: Ground, options: argparse.Namespace) -> None:
    changes = {"no_capacity": None if options.no_capacity is None else tuple(options.no_capacity),
               "machines_at_most": options.machines_at_most, "slow_boot_seconds": options.slow_boot_seconds,
               "dies_at_boot": options.dies_at_boot, "holds_boot": options.holds_boot}
    if options.none:
        faults.clear(ground)
    print(faults.write(ground, **{key: value for key, value in changes.items() if value is not None}))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="machines", description="Containers that look like the rented machines of a cloud.")
    parser.add_argument("--state", type=Path, default=DEFAULT_STATE, help="folder of everything written (default %(default)s)")
    parser.add_argument("--cache", type=Path, default=cache.FOLDER, help="folder of root file systems, shared by all grounds (%(default)s)")
    parser.add_argument("--prefix", default="cvm", help="of every name on this machine (default %(default)s)")
    parser.add_argument("--link", default="198.18.49.0/24", help="network between this machine and the router (default %(default)s)")
    verbs_of = parser.add_subparsers(required=True, metavar="VERB")

    def verb(name: str, run, help: str, id: bool = True) -> argparse.ArgumentParser:
        sub = verbs_of.add_parser(name, help=help)
        sub.set_defaults(run=run)
        if id:
            sub.add_argument("id", metavar="ID")
        return sub

    up = verb("up", _up, "raise the router", id=False)
    up.add_argument("--route", action="append", default=[], metavar="CIDR",
        help="range that is found at the router, as of public addresses")
    verb("down", lambda ground, _: verbs.down(ground), "remove everything", id=False)
    network = verb("network", lambda ground, o: verbs.create_network(ground, o.id,
        o.gateway) if o.gateway else verbs.delete_network(ground, o.id),
                   "create a network with these gateways, or delete it when none is given")
    network.add_argument("--gateway", action="append", default=[], metavar="ADDRESS/LENGTH")
    _add_create(verb("create", _create, "create a machine and switch it on"))
    verb("start", lambda ground, o: verbs.start(ground, o.id), "switch it on")
    stop = verb("stop", lambda ground, o: verbs.stop(ground, o.id, o.now), "shut it down; its disk stays")
    stop.add_argument("--now", action="store_true", help="as if its plug were pulled")
    verb("reboot", lambda ground, o: verbs.reboot(ground, o.id), "shut it down and switch it on")
    verb("destroy", lambda ground, o: verbs.destroy(ground, o.id), "leave nothing of it")
    attach = verb("attach-address", _attach, "assign a further address to it, or map a public address to one of its addresses")
    attach.add_argument("address")
    attach.add_argument("--public", metavar="ADDRESS")
    attach.add_argument("--nic", type=int, default=0)
    verb("detach-address", lambda ground, o: verbs.detach_address(ground, o.id, o.address), "the opposite").add_argument("address")
    allow = verb("allow", lambda ground, o: verbs.allow(ground, o.id, tuple(map(Rule.parse, o.rule))), "let in exactly this")
    allow.add_argument("rule", nargs="*", help="tcp:80, udp:53@10.0.0.0/8, tcp:1-99, icmp, any")
    verb("list", _list, "all machines", id=False).add_argument("--json", action="store_true")
    verb("console", lambda ground, o: print(container.console(ground, o.id), end=""), "print its boot console")
    verb("exec", _exec, "run a command on it").add_argument("command", nargs=argparse.REMAINDER)
    _add_faults(verb("fault", _fault, "switch faults of the provider; they hold for later calls", id=False))
    return parser


def _add_create(create: argparse.ArgumentParser) -> None:
    create.add_argument("--nic", type=nic, action="append", required=True, metavar="NETWORK,ADDRESS[,…]",
                        help="the first address of each IP version is configured at boot")
    create.add_argument("--kind", default="any", help="instance type, for faults (default %(default)s)")
    create.add_argument("--virtual-cpus", type=int, default=1)
    create.add_argument("--memory", type=quantity, default=quantity("512MiB"))
    create.add_argument("--disk", type=quantity, default=quantity("8GiB"))
    create.add_argument("--hostname")
    create.add_argument("--user", default="root", help="user that may log in; users other than root get sudo (default %(default)s)")
    create.add_argument("--key", type=Path, help="public keys of the user")
    create.add_argument("--user-data", type=Path, help="script, run as root once")
    create.add_argument("--allow", nargs="*", metavar="RULE", help="firewall: only this is let in (default: no firewall)")


def _add_faults(fault: argparse.ArgumentParser) -> None:
    fault.add_argument("--none", action="store_true", help="first, all faults end")
    fault.add_argument("--no-capacity", nargs="*", metavar="KIND", help="no room for these kinds, or for any")
    fault.add_argument("--machines-at-most", type=int)
    fault.add_argument("--slow-boot-seconds", type=float)
    fault.add_argument("--holds-boot", action=argparse.BooleanOptionalAction, default=None, help="until this fault ends")
    fault.add_argument("--dies-at-boot", action=argparse.BooleanOptionalAction, default=None)
