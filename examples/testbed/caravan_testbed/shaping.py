"""The WAN as it is now: the described links with their degradations, put into the kernel or the relay."""
from dataclasses import replace

from . import kernel, netem, network, relay
from .commands import WanLink
from .state import Bed, StateFolder, marked_environment

NETEM, RELAY = "netem", "relay"


def current_links(bed: Bed) -> list[WanLink]:
    return [replace(link, shapes={key: bed.degradation(link.name).apply(shape) for key, shape in link.shapes.items()})
            for link in network.wan_links(bed.description, bed.prefix)]


def make_devices(bed: Bed) -> None:
    links = current_links(bed)
    if bed.wan == NETEM:
        kernel.ip_batch(netem.device_commands(links))
    else:
        for namespace, lines in relay.device_commands(links).items():
            kernel.ip_batch(lines, namespace)


def begin(bed: Bed, state: StateFolder) -> None:
    links = current_links(bed)
    if bed.wan == NETEM:
        netem.begin(links)
        return
    relay.write_plan(state.relay_plan, links)
    bed.remember("relay", relay.start(state.binary("relay"), state.relay_plan, state.path / "relay.log",
                                      marked_environment(bed.prefix)))


def change(bed: Bed, state: StateFolder) -> None:
    if bed.wan == NETEM:
        netem.change(current_links(bed))
    else:
        relay.write_plan(state.relay_plan, current_links(bed))
        relay.reread(bed.pid("relay"))
