"""Whether a host can be reached over the management network; what runs on it does not depend on that."""
from .errors import TestbedError
from .kernel import run
from .names import management_port
from .state import Bed


def set_reach(bed: Bed, node: str, reached: bool) -> None:
    hosts = {host.id: host for site in bed.description.sites for host in site.hosts}
    if node not in hosts:
        raise TestbedError(f"The host ({node}) does not exist.", f"use one of [{', '.join(hosts)}].")
    run(["ip", "link", "set", management_port(bed.prefix, hosts[node]), "up" if reached else "down"])
