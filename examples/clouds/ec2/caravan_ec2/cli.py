"""The command line: up, down, status, fault."""
import argparse
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from caravan_machines import cache, verbs
from caravan_machines import faults as machine_faults
from caravan_machines.errors import MachinesError
from caravan_machines.machine import all_machines

from . import faults
from .settings import REQUIREMENTS, Settings

_HERE = Path(__file__).resolve().parent
_PATIENCE_SECONDS = 300


def main(arguments: list[str]) -> int:
    options = _parser().parse_args(arguments)
    try:
        if os.geteuid() != 0:
            raise MachinesError("Machines and networks need root.", "repeat it with sudo.")
        return options.run(options) or 0
    except MachinesError as error:
        print(f"ec2: {error}", file=sys.stderr)
        return 1


def _up(options: argparse.Namespace) -> int:
    settings = Settings(str(options.state.resolve()), str(options.cache.resolve()), options.prefix, options.link, options.region,
        options.port, options.public,
                        tuple(options.subnet))
    if _pid(settings) is not None:
        if Settings.load(options.state) != settings:
            raise MachinesError("Another EC2 with other options is up here.", "run `ec2 down` first, or choose another --state.")
        print(f"ec2: stood already at {settings.endpoint}")
        return 0
    cache.install(settings.environment, "moto", REQUIREMENTS, "--no-deps")
    verbs.down(settings.ground)  # moto remembers nothing: what a former server left belongs to nobody
    settings.save()
    for file in (settings.connection, settings.api_faults):
        file.unlink(missing_ok=True)
    verbs.up(settings.ground, [settings.public])
    _start(settings)
    print(f"ec2: up at {settings.endpoint}; {settings.connection} says how to use it")
    return 0


def _start(settings: Settings) -> None:
    with open(settings.folder / "server.log", "w") as log:
        process = subprocess.Popen([str(settings.environment / "bin/python"), str(_HERE / "server.py"), settings.state],
                                   stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
    settings.process.write_text(json.dumps([process.pid, _start_time(process.pid)]))
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while not (settings.connection.exists() and _answers(settings)):
        if process.poll() is not None or time.monotonic() > deadline:
            raise MachinesError(f"The server does not start: {(settings.folder / 'server.log').read_text()[-600:]}",
                                f"see that port {settings.port} is free.")
        time.sleep(0.1)


def _answers(settings: Settings) -> bool:
    try:
        urllib.request.build_opener(urllib.request.ProxyHandler({})).open(settings.endpoint + "/moto-api/", timeout=5).close()
        return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


def _pid(settings: Settings) -> int | None:
    """None when that very process is gone: another one may have its id by now."""
    try:
        pid, started = json.loads(settings.process.read_text())
    except FileNotFoundError:
        return None
    return pid if _start_time(pid) == started else None


def _start_time(pid: int) -> str | None:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if fields[0] in "ZX" else fields[19]


def _down(options: argparse.Namespace) -> int:
    settings = Settings.load(options.state)
    if settings is None:
        print("ec2: nothing is up here")
        return 0
    deadline, number = time.monotonic() + 10, signal.SIGTERM
    while (pid := _pid(settings)) is not None:
        os.kill(pid, number)
        number = signal.SIGKILL if time.monotonic() > deadline else number
        time.sleep(0.1)
    verbs.down(settings.ground)
    for name in ("settings.json", "connection.json", "server.json", "api-faults.json"):
        (settings.folder / name).unlink(missing_ok=True)
    print("ec2: down")
    return 0


def _status(options: argparse.Namespace) -> int:
    settings = Settings.load(options.state)
    up = settings is not None and _pid(settings) is not None
    if options.json:
        where = {"endpoint": settings.endpoint, "connection": str(settings.connection), "ground": str(settings.ground.state),
                 "python": str(settings.environment / "bin/python")} if up else {}
        print(json.dumps({"up": up, **where}, indent=1))
    elif up:
        print(f"ec2: up at {settings.endpoint}, region {settings.region}, machines: "
              + (", ".join(machine.id for machine in all_machines(settings.ground)) or "none"))
    else:
        print("ec2: not up")
    return 0 if up else 1


def _fault(options: argparse.Namespace) -> None:
    settings = Settings.load(options.state)
    if settings is None:
        raise MachinesError("No EC2 is up here.", "run `ec2 up` first.")
    if options.none:
        faults.clear(settings)
        machine_faults.clear(settings.ground)
    ordered = {"no_capacity": tuple(options.no_capacity or ()), "holds_boot": options.holds_boot, "dies_at_boot": options.dies_at_boot}
    if any(ordered.values()):
        machine_faults.write(settings.ground, **{name: value for name, value in ordered.items() if value})
    if options.action:
        faults.order(settings, action=options.action, code=options.code, status=options.status, times=options.times, after=options.after,
                     hold=options.hold)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="ec2", description="An EC2 API on loopback whose instances are containers.")
    parser.add_argument("--state", type=Path, default=Path("data/ec2"), help="folder of everything written (default %(default)s)")
    verbs_of = parser.add_subparsers(required=True, metavar="VERB")
    up = verbs_of.add_parser("up", help="raise it; a second time changes nothing")
    up.set_defaults(run=_up)
    up.add_argument("--cache", type=Path, default=cache.FOLDER, help="folder of what takes long to make (default %(default)s)")
    up.add_argument("--prefix", default="cva", help="of every name on this machine (default %(default)s)")
    up.add_argument("--link", default="198.18.50.0/24", help="network between this machine and the cloud (default %(default)s)")
    up.add_argument("--region", default="us-east-2", help="where default subnets have both IP versions (default %(default)s)")
    up.add_argument("--port", type=int, default=5566, help="on 127.0.0.1 (default %(default)s)")
    up.add_argument("--public", default="198.51.100.0/24", help="range of Elastic IPs (default %(default)s)")
    up.add_argument("--subnet", action="append", default=[], metavar="NAME=IPV4[,IPV6]", help="a subnet in addition to the default ones")
    verbs_of.add_parser("down", help="end it and all its machines").set_defaults(run=_down)
    status = verbs_of.add_parser("status", help="exit 0 if it is up")
    status.set_defaults(run=_status)
    status.add_argument("--json", action="store_true", help="for programs")
    _add_faults(verbs_of.add_parser("fault", help="let calls or machines fail"))
    return parser


def _add_faults(fault: argparse.ArgumentParser) -> None:
    fault.set_defaults(run=_fault)
    fault.add_argument("action", nargs="?", help="call that fails, as run_instances, or any")
    fault.add_argument("--code", help="Amazon's word for it, as RequestLimitExceeded")
    fault.add_argument("--status", type=int, default=500, help="of HTTP (default %(default)s)")
    fault.add_argument("--times", type=int, help="number of calls (default: all)")
    fault.add_argument("--hold", action="store_true", help="no answer before the fault ends")
    fault.add_argument("--after", action="store_true", help="execute the request, then drop the answer")
    fault.add_argument("--none", action="store_true", help="first, all faults end")
    fault.add_argument("--no-capacity", nargs="+", metavar="TYPE", help="no room for these types, or for any")
    fault.add_argument("--holds-boot", action="store_true", help="no machine boots before this fault ends")
    fault.add_argument("--dies-at-boot", action="store_true", help="a machine is off again soon after its start")
