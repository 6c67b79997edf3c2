"""One function per verb: reads the state, calls the part that does it, prints, returns the exit code."""
import argparse
import json
import os
import time
from pathlib import Path

from . import addresses, cgroups, degrading, doors, infrastructure as infrastructure_module, leftovers as leftovers_module
from . import joining, node, raising, razing, reach, relay, shaping, status as status_module
from .description import IPV4, Description, Options
from .description_reader import read_description
from .errors import TestbedError
from .names import namespace
from .shape import Degradation
from .state import Bed, StateFolder, marked_environment

Arguments = argparse.Namespace
DEFAULT_FILE = Path(__file__).resolve().parent.parent / "nornet.toml"


def say(text: str) -> None:
    print(f"testbed: {text}", flush=True)


def up(arguments: Arguments) -> int:
    began = time.monotonic()
    _need_root()
    description = read_description(arguments.file)
    state = StateFolder(arguments.state)
    with state.locked():
        bed = state.load()
        fresh = Bed(arguments.prefix, str(arguments.mgmt), arguments.file.read_text(), str(arguments.file))
        if bed is not None and _stands(bed, fresh, state):
            return 0
        try:
            raising.check_free(description, fresh.options)
        except TestbedError:
            razing.forget(state)  # nothing was made; only the lock would stay
            raise
        raising.raise_bed(fresh, state, arguments.wan, say)
        cgroups.weigh(fresh.prefix, arguments.weight)
        if process := fresh.pid("relay"):
            relay.weigh(process, arguments.weight)
    say(f"{description.name} is up after {time.monotonic() - began:.1f} s; `testbed status` says how to reach it")
    return 0


def _stands(bed: Bed, wanted: Bed, state: StateFolder) -> bool:
    """True when nothing is left to be done. A broken bed is removed, to be raised again; a relay alone is just restarted."""
    missing = raising.broken_parts(bed)
    if missing == [raising.RELAY_PART]:
        shaping.begin(bed, state)
        state.save(bed)
        say("the relay had ended; it is started again, nothing else changed")
        return True
    if missing:
        say(f"the bed is broken ({len(missing)} parts, first: {missing[0]}); it is removed and raised again")
        if remains := razing.raze(bed.description, bed.prefix, state):
            raise TestbedError(f"The bed {bed.prefix} cannot be removed: {remains[0]}.", "end what uses it, then run `testbed down`.")
        state.path.mkdir(parents=True, exist_ok=True)
        return False
    same = (bed.prefix, bed.management, bed.description) == (wanted.prefix, wanted.management, wanted.description)
    if not same:
        raise TestbedError(f"The bed in {state.path} is running with another description or options ({bed.source}, {bed.prefix}, "
                           f"{bed.management}).", "run `testbed down` first, or use another --state, --prefix and --mgmt.")
    say(f"{bed.description.name} is up already; nothing changed")
    return True


def down(arguments: Arguments) -> int:
    began = time.monotonic()
    _need_root()
    state = StateFolder(arguments.state)
    with state.locked():
        description, prefix = _description_and_prefix(arguments, state)
        stood = state.bed_file.exists() or bool(leftovers_module.leftovers(description, prefix, state))
        remains = razing.raze(description, prefix, state)
    for line in remains:
        say(f"left: {line}")
    if not remains:
        say(f"{description.name} is down after {time.monotonic() - began:.1f} s" if stood else "no test bed is running; nothing changed")
    return 1 if remains else 0


def leftovers(arguments: Arguments) -> int:
    state = StateFolder(arguments.state)
    found = leftovers_module.leftovers(*_description_and_prefix(arguments, state), state)
    print("\n".join(found) if found else "nothing is left")
    return 1 if found else 0


def _description_and_prefix(arguments: Arguments, state: StateFolder) -> tuple[Description, str]:
    """What stands decides; after a lost state folder, the command line does."""
    bed = state.load()
    return (bed.description, bed.prefix) if bed else (read_description(arguments.file), arguments.prefix)


def status(arguments: Arguments) -> int:
    state = StateFolder(arguments.state)
    facts = status_module.record(state.load(), state)
    print(json.dumps(facts, indent=2) if arguments.json else status_module.text(facts))
    return 1 if facts["state"] == status_module.BROKEN else 0


def infrastructure(arguments: Arguments) -> int:
    """Without FILE, of the bed that stands, under the prefix and the network with which it was raised."""
    bed = StateFolder(arguments.state).load() if arguments.file is None else None
    description, options = (bed.description, bed.options) if bed else (
        read_description(arguments.file or DEFAULT_FILE), Options(arguments.prefix, arguments.mgmt))
    print(infrastructure_module.infrastructure_text(description, options), end="")
    return 0


def degrade(arguments: Arguments) -> int:
    change = degrading.parse_changes(arguments.changes)
    return _change_links(arguments, lambda bed, link: bed.degrade(link, bed.degradation(link).updated_by(change)))


def restore(arguments: Arguments) -> int:
    return _change_links(arguments, lambda bed, link: bed.degrade(link, Degradation()))


def _change_links(arguments: Arguments, change) -> int:
    _need_root()
    state = StateFolder(arguments.state)
    with state.locked():
        bed = _standing(state)
        before = shaping.current_links(bed)
        for link in degrading.links_meant(bed.description, arguments.target):
            change(bed, link)
        lines = degrading.difference(before, shaping.current_links(bed))
        shaping.change(bed, state)
        state.save(bed)
    print("\n".join(lines) if lines else "nothing changed: the links are so already")
    return 0


def cut(arguments: Arguments) -> int:
    _need_root()
    reach.set_reach(_standing(StateFolder(arguments.state)), arguments.node, False)
    say(f"{arguments.node} is isolated: ssh does not reach it, its copies keep running")
    return 0


def mend(arguments: Arguments) -> int:
    _need_root()
    reach.set_reach(_standing(StateFolder(arguments.state)), arguments.node, True)
    say(f"{arguments.node} is reached by ssh again")
    return 0


def reboot(arguments: Arguments) -> int:
    began = time.monotonic()
    _change_power(arguments, lambda state, bed, host: node.reboot(state, bed, host, str(addresses.management_address(bed.options, host))))
    say(f"{arguments.node} lost its power and answers ssh again after {time.monotonic() - began:.1f} s")
    return 0


def off(arguments: Arguments) -> int:
    _change_power(arguments, node.cut_power)
    say(f"{arguments.node} has no power")
    return 0


def on(arguments: Arguments) -> int:
    _change_power(arguments, lambda state, bed, host: node.restore_power(
        state, bed, host, str(addresses.management_address(bed.options, host))))
    say(f"{arguments.node} answers ssh")
    return 0


def _change_power(arguments: Arguments, change) -> None:
    _need_root()
    state = StateFolder(arguments.state)
    with state.locked():
        bed = _standing(state)
        hosts = {host.id: host for _, host in bed.description.hosts}
        if arguments.node not in hosts:
            raise TestbedError(f"The host ({arguments.node}) does not exist.", f"use one of [{', '.join(hosts)}].")
        change(state, bed, hosts[arguments.node])


def join(arguments: Arguments) -> int:
    _need_root()
    bed = _standing(StateFolder(arguments.state))
    site = next((site for site in bed.description.sites if site.id == arguments.site), None)
    if site is None:
        raise TestbedError(f"The site ({arguments.site}) does not exist.",
                           f"use one of [{', '.join(site.id for site in bed.description.sites)}].")
    joined = joining.parse(site, arguments.prefixes, True) + joining.parse(site, arguments.public, False)
    joining.join(bed, site, joined, arguments.namespace, arguments.device)
    say(f"{', '.join(str(each.prefix) for each in joined)} of {arguments.namespace} are behind {site.id}")
    return 0


def execute(arguments: Arguments) -> int:
    _need_root()
    command = arguments.command[1:] if arguments.command[:1] == ["--"] else arguments.command
    if not command:
        raise TestbedError(f"The command for {arguments.node} is missing.", f"write testbed exec {arguments.node} -- hostname.")
    node.execute(_standing(StateFolder(arguments.state)), arguments.node, command)


def door(arguments: Arguments) -> int:
    _need_root()
    state = StateFolder(arguments.state)
    with state.locked():
        if arguments.close:
            closed = doors.close_door(arguments.listen, state)
            say(f"the door at {arguments.listen} is closed" if closed else f"no door is open at {arguments.listen}; nothing changed")
            return 0
        wanted = _door(arguments, _standing(state))
        opened = doors.open_door(wanted, state, marked_environment(_standing(state).prefix))
    say(f"http://{wanted.listen}/ shows {wanted.name}:{wanted.port} as {wanted.users} sees it by {wanted.isp}"
        + ("" if opened else "; it is open already, nothing changed"))
    return 0


def _door(arguments: Arguments, bed: Bed) -> doors.Door:
    users = {site.id: site for site in bed.description.sites if site.kind == "users" and site.hosts}
    site = users.get(arguments.users)
    if site is None:
        raise TestbedError(f"The users site ({arguments.users}) of the door does not exist.",
                           f"use --users with one of [{', '.join(users)}].")
    isps = {isp.id: isp for isp in site.isps}
    isp = isps.get(arguments.isp or site.isps[0].id)
    if isp is None:
        raise TestbedError(f"The ISP ({arguments.isp}) of the door is not an ISP of site {site.id}.", f"use one of [{', '.join(isps)}].")
    if not arguments.name:
        raise TestbedError("The door has no name to resolve.", "add --name front-end.sock-shop.caravan.")
    doors.endpoint(arguments.dns, "the DNS server")
    versions = {"4" if family == IPV4 else "6": family for family in isp.families}
    return doors.Door(arguments.listen, arguments.name, arguments.port, arguments.dns, site.id, isp.id,
                      namespace(bed.prefix, site.hosts[0].id),
                      {version: addresses.host_address(site, isp, family, site.hosts[0]) for version, family in versions.items()},
                      {version: str(addresses.prefix(site, isp, family)) for version, family in versions.items()})


def _standing(state: StateFolder) -> Bed:
    bed = state.load()
    if bed is None or not bed.complete:
        raise TestbedError(f"The bed in {state.path} is not running.", "run `testbed up` first, or pass its folder with --state.")
    return bed


def _need_root() -> None:
    if os.geteuid() != 0:
        raise TestbedError(f"The user (id {os.geteuid()}) of this command may not make network namespaces.", "run it as root.")
