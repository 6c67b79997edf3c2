"""The command line: up, down, status."""
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

from caravan_machines import verbs
from caravan_machines.errors import MachinesError

from .settings import Settings

_HERE = Path(__file__).resolve().parent
_PATIENCE_SECONDS = 120


def main(arguments: list[str]) -> int:
    options = _parser().parse_args(arguments)
    try:
        if os.geteuid() != 0:
            raise MachinesError("Machines and networks need root.", "repeat it with sudo.")
        return options.run(options)
    except MachinesError as error:
        print(f"ec2: {error}", file=sys.stderr)
        return 1


def _up(options: argparse.Namespace) -> int:
    cache = str((options.cache or options.state).resolve())
    settings = Settings(str(options.state.resolve()), cache, options.prefix, options.link, options.region, options.port, options.public,
                        tuple(options.subnet))
    if _pid(settings) is not None:
        if Settings.load(options.state) != settings:
            raise MachinesError("Another EC2 with other options is up here.", "run `ec2 down` first, or choose another --state.")
        print(f"ec2: stood already at {settings.endpoint}")
        return 0
    _prepare_environment(settings)
    verbs.down(settings.ground)  # moto remembers nothing: what a former server left belongs to nobody
    settings.save()
    for file in (settings.connection, settings.api_faults):
        file.unlink(missing_ok=True)
    verbs.up(settings.ground, [settings.public])
    _start(settings)
    print(f"ec2: up at {settings.endpoint}; {settings.connection} says how to use it")
    return 0


def _prepare_environment(settings: Settings) -> None:
    """Built aside and renamed, so that a killed build is no environment; made anew when the requirements change."""
    wanted = (_HERE.parent / "requirements.txt").read_text()
    proof = settings.environment / "requirements.txt"
    if proof.exists() and proof.read_text() == wanted:
        return
    print("ec2: installing moto (once, about a minute)", flush=True)
    subprocess.run(["rm", "-rf", str(settings.environment)], check=True)
    for command in ([sys.executable, "-m", "venv", str(settings.environment)],
                    [str(settings.environment / "bin/pip"), "install", "-q", "--disable-pip-version-check", "--no-deps",
                     "-r", str(_HERE.parent / "requirements.txt")]):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise MachinesError(f"moto cannot be installed: {done.stderr.strip()[-500:]}", "see that pip reaches a package index.")
    proof.write_text(wanted)


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
    if settings is None or _pid(settings) is None:
        print("ec2: down")
        return 1
    print(f"ec2: up at {settings.endpoint}, region {settings.region}")
    return subprocess.run([str(_HERE.parent.parent / "machines/machines"), "--state", str(settings.ground.state), "--prefix", settings.prefix,
                           "--link", settings.link, "list"]).returncode


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="ec2", description="An EC2 on loopback whose instances are machines that answer.")
    parser.add_argument("--state", type=Path, default=Path("data/ec2"), help="folder of everything written (default %(default)s)")
    verbs_of = parser.add_subparsers(required=True, metavar="VERB")
    up = verbs_of.add_parser("up", help="raise it; a second time changes nothing")
    up.set_defaults(run=_up)
    up.add_argument("--cache", type=Path, help="folder of what takes long to make (default: the state's)")
    up.add_argument("--prefix", default="cva", help="of every name on this machine (default %(default)s)")
    up.add_argument("--link", default="198.18.50.0/24", help="network between this machine and the cloud (default %(default)s)")
    up.add_argument("--region", default="us-east-2", help="where default subnets have both IP versions (default %(default)s)")
    up.add_argument("--port", type=int, default=5566, help="on 127.0.0.1 (default %(default)s)")
    up.add_argument("--public", default="198.51.100.0/24", help="range of Elastic IPs (default %(default)s)")
    up.add_argument("--subnet", action="append", default=[], metavar="NAME=IPV4[,IPV6]", help="a subnet beside the default ones")
    for name, run, text in (("down", _down, "end it and all its machines"), ("status", _status, "exit 0 if it is up")):
        verbs_of.add_parser(name, help=text).set_defaults(run=run)
    return parser
