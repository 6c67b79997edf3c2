"""`up`: the steps that make a bed, in order, each with a progress line. Also says whether a bed stands."""
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Callable

from . import addresses, kernel, names, netem, network, node, node_files, relay, shaping, ways
from .description import Description, Options
from .errors import TestbedError
from .leftovers import existing_devices, existing_namespaces
from .state import Bed, StateFolder

_SOURCES = Path(__file__).resolve().parent.parent
RELAY_PART = "process of relay"
Say = Callable[[str], None]


def broken_parts(bed: Bed) -> list[str]:
    """What a complete bed is missing now; empty when all stands."""
    description, parts = bed.description, []
    parts += [f"process of {what}" for what in bed.processes if bed.pid(what) is None]
    existing = existing_namespaces(description, bed.prefix)
    parts += [f"namespace {name}" for name in network.namespaces(description, bed.prefix) if name not in existing]
    if names.management_bridge(bed.prefix) not in existing_devices(description, bed.prefix):
        parts.append(f"device {names.management_bridge(bed.prefix)}")
    return parts if bed.complete else ["the end of `up`", *parts]


def check_free(description: Description, options: Options) -> None:
    taken = existing_namespaces(description, options.prefix) + existing_devices(description, options.prefix)
    if taken:
        raise TestbedError(f"The names ({', '.join(taken[:5])}) of the bed with prefix {options.prefix} are taken on this machine.",
                           "another state folder holds that bed: use its --state, or another --prefix and --mgmt.")
    routes = kernel.run(["ip", "-4", "route", "show", "root", str(options.management)])
    if routes.strip():
        raise TestbedError(f"The management network ({options.management}) of the bed is routed already: {routes.splitlines()[0].strip()}.",
                           "choose another with --mgmt, for instance --mgmt 198.18.254.0/24.")


def raise_bed(bed: Bed, state: StateFolder, wan: str, say: Say) -> None:
    """The bed is saved before each step that leaves something on the machine."""
    description, options = bed.description, bed.options
    state.save(bed)
    _timed(say, "tools compiled", lambda: _compile(bed, state))
    _timed(say, f"{len(network.namespaces(description, bed.prefix))} namespaces", lambda: _make_namespaces(bed))
    bed.wan = _choose_wan(bed, wan)
    state.save(bed)
    _timed(say, f"{len(network.wan_links(description, bed.prefix))} wide area links by {bed.wan}", lambda: _make_networks(bed, state))
    state.save(bed)
    _timed(say, f"{len(description.hosts)} disks and keys", lambda: _prepare_nodes(bed, state))
    state.save(bed)
    _timed(say, f"{len(description.hosts)} nodes answer ssh", lambda: _start_nodes(bed, state, options))
    bed.complete = True
    state.save(bed)


def _timed(say: Say, what: str, step: Callable[[], None]) -> None:
    began = time.monotonic()
    step()
    say(f"{what} ({time.monotonic() - began:.1f} s)")


def _compile(bed: Bed, state: StateFolder) -> None:
    bed.sctp = "kernel" if node_files.kernel_has_sctp() else "shim for NetPerfMeter"
    relay.compile_c(sorted((_SOURCES / "relay").glob("*.c")), state.binary("relay"))
    relay.compile_c([_SOURCES / "node/init.c"], state.binary("init"))
    for name in node_files.PRELOADED:
        relay.compile_c([_SOURCES / f"node/{name}.c"], state.binary(f"{name}.so"), "-shared", "-fPIC", "-ldl")


def _make_namespaces(bed: Bed) -> None:
    description, prefix = bed.description, bed.prefix
    kernel.ip_batch([f"netns add {name}" for name in network.namespaces(description, prefix)])
    nodes = {names.namespace(prefix, host.id) for _, host in description.hosts}
    for name in network.namespaces(description, prefix):
        kernel.set_sysctls(name, network.sysctls(forwards=name not in nodes))


def _choose_wan(bed: Bed, wan: str) -> str:
    has_netem = netem.available(names.core_namespace(bed.prefix))
    if wan == shaping.NETEM and not has_netem:
        raise TestbedError("The wide area network (netem) of the bed is not offered by this kernel.", "use --wan relay or --wan auto.")
    return shaping.NETEM if has_netem and wan != shaping.RELAY else shaping.RELAY


def _make_networks(bed: Bed, state: StateFolder) -> None:
    description, prefix = bed.description, bed.prefix
    shaping.make_devices(bed)
    kernel.ip_batch(network.cable_commands(description, bed.options))
    shaping.begin(bed, state)
    commands = {names.core_namespace(prefix): network.core_commands(description, None)}
    commands |= {names.core_namespace(prefix, region.id): network.core_commands(description, region) for region in description.regions}
    commands |= {names.namespace(prefix, site.id): network.gateway_commands(site) for site in description.sites}
    commands |= {names.namespace(prefix, host.id): network.host_commands(site, host, bed.options) for site, host in description.hosts}
    for namespace, each in [*commands.items(), *ways.commands(description, prefix).items()]:
        kernel.ip_batch(each.ipv4, namespace, "-4")
        kernel.ip_batch(each.ipv6, namespace, "-6")
    for detour in description.detours:
        kernel.run(["ip", "netns", "exec", ways.namespace(prefix, detour), "nft", "-f", "-"], ways.translation(detour))


def _prepare_nodes(bed: Bed, state: StateFolder) -> None:
    node_files.make_user_key(state)
    why_no_loop = node.why_no_loop()
    has_sctp = bed.sctp == "kernel"
    for site, host in bed.description.hosts:
        bed.disks[host.id] = node.make_disk(state.node(host.id), host, why_no_loop)
        node_files.write_seed(state, site, host, bed.options, has_sctp)
    state.known_hosts.write_text("".join(node_files.known_hosts_line(state, host, bed.options) for _, host in bed.description.hosts))


def _start_nodes(bed: Bed, state: StateFolder, options: Options) -> None:
    hosts = [host for _, host in bed.description.hosts]
    for host in hosts:
        bed.remember(f"node {host.id}", node.start(state, bed.prefix, host, bed.disks[host.id]))
        state.save(bed)
    with ThreadPoolExecutor() as pool:
        waits = [pool.submit(node.wait_until_reachable, state, bed, host, str(addresses.management_address(options, host)))
                 for host in hosts]
        for wait in waits:
            wait.result()
