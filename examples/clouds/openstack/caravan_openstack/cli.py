"""The verbs and their options. Exit codes: 0 done or nothing to do, 1 error or not up, 2 wrong command line."""
import argparse
import json
import sys
import uuid
from ipaddress import IPv4Network
from pathlib import Path

from caravan_machines import cache
from caravan_machines.errors import MachinesError
from caravan_machines.machine import all_machines

from . import raising
from .errors import CloudError
from .layout import PORTS, Cloud
from .processes import Processes


def main(arguments: list[str]) -> int:
    options = _parser().parse_args(arguments)
    try:
        return options.run(Cloud(options.state.resolve(), options.prefix, options.mgmt, cache=options.cache.resolve()), options) or 0
    except (CloudError, MachinesError) as error:
        print(f"openstack: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("openstack: interrupted.\nMaybe run `openstack down` to remove what already exists.", file=sys.stderr)
        return 1


def _down(cloud: Cloud, options: argparse.Namespace) -> None:
    raising.down(cloud)
    print("openstack: down")


def _status(cloud: Cloud, options: argparse.Namespace) -> int:
    processes, up = Processes(cloud), raising.stands(cloud)
    state = {"up": up, "endpoint": cloud.url("keystone") + "/v3", "region": "RegionOne", "network": "private", "image": "debian-12",
             "credentials": str(cloud.credentials), "private": str(cloud.private), "private6": str(cloud.private6),
             "processes": {name: processes.runs(name) for name in ("mariadb", *PORTS)}, "ground": str(cloud.ground.state),
                 "python": str(cloud.venv / "bin/python") if up else "",
             "machines": [machine.hostname for machine in all_machines(cloud.ground)]}
    if options.json:
        print(json.dumps(state, indent=1))
    else:
        print(f"openstack: {'up' if up else 'not up'} at {state['endpoint']}, machines: {', '.join(state['machines']) or 'none'}")
    return 0 if up else 1


def _fault(cloud: Cloud, options: argparse.Namespace) -> None:
    rules = json.loads(cloud.faults.read_text()) if cloud.faults.exists() else []
    if options.none:
        rules = []
    else:
        rules.append({"id": uuid.uuid4().hex, "service": options.service, "method": options.method, "path": options.path,
                      "status": options.status, "times": options.times, "delay": options.delay, "after": options.after,
                          "hold": options.hold,
                      "headers": [["Retry-After", "1"]] if options.status == 429 else []})
    fresh = cloud.faults.with_suffix(".new")
    fresh.write_text(json.dumps(rules, indent=1))
    fresh.replace(cloud.faults)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="openstack", description="A real OpenStack control plane whose machines are containers.")
    parser.add_argument("--state", type=Path, default=Path("data/openstack"), metavar="DIR", help="all it writes (%(default)s)")
    parser.add_argument("--cache", type=Path, default=cache.FOLDER, metavar="DIR",
        help="what takes long to make, for all checkouts (%(default)s)")
    parser.add_argument("--prefix", default="cvo", help="begins the names of namespaces and devices (%(default)s)")
    parser.add_argument("--mgmt", type=IPv4Network, default=IPv4Network("198.18.40.0/24"), metavar="NETWORK",
                        help="between this machine and the cloud; its upper half are public addresses (%(default)s)")
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    verbs.add_parser("up", help="start it; does nothing if it is running").set_defaults(run=lambda cloud, options: raising.up(cloud))
    verbs.add_parser("down", help="remove it with all machines").set_defaults(run=_down)
    status = verbs.add_parser("status", help="show its parts and their states")
    status.add_argument("--json", action="store_true", help="for programs")
    status.set_defaults(run=_status)
    fault = verbs.add_parser("fault", help="let a service fail", description="Let requests to a service fail, or boots (service `boot`).")
    fault.add_argument("service", nargs="?", choices=[*PORTS, "boot"], default="nova")
    fault.add_argument("--method", help="GET, POST, … (any)")
    fault.add_argument("--path", default="", help="part of the path, or of the machine's name for `boot` (any)")
    fault.add_argument("--status", type=int, help="answer this; 500 for `boot` means that it fails")
    fault.add_argument("--times", type=int, help="number of requests (default: all)")
    fault.add_argument("--delay", type=float, default=0, help="seconds before the answer")
    fault.add_argument("--hold", action="store_true", help="no answer before the fault ends, and a boot waits as long")
    fault.add_argument("--after", action="store_true", help="execute the request, then drop the answer")
    fault.add_argument("--none", action="store_true", help="end all faults")
    fault.set_defaults(run=_fault)
    return parser
