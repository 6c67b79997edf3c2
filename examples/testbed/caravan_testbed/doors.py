"""`door`: lets a browser on the real machine see the application as users of one site see it. Opening, listing and closing;
the forwarding itself is door_server.py's work, in a process of its own."""
import json
import os
import signal
import socket
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from . import kernel
from .errors import TestbedError
from .state import StateFolder

_PACKAGE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Door:
    listen: str  # 127.0.0.1:PORT
    name: str
    port: int
    dns: str
    users: str
    isp: str
    namespace: str
    sources: dict[str, str]  # IP version ("4", "6") to the vantage's address
    subnets: dict[str, str]  # IP version to that site's prefix


def endpoint(text: str, what: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) < 65536:
        raise TestbedError(f"The address ({text}) of {what} is not HOST:PORT.", "write it like 127.0.0.1:8090.")
    return host.strip("[]"), int(port)


def open_door(door: Door, state: StateFolder, environment: dict[str, str]) -> bool:
    """Starts the forwarder in the background; False when this very door is open already."""
    facts = asdict(door)
    for other in open_doors(state):
        if other["listen"] == door.listen:
            if {key: other[key] for key in facts} == facts:
                return False
            raise TestbedError(f"The address ({door.listen}) of the door is another door's: {other['name']} from {other['users']}.",
                               f"close it with `testbed door --close --listen {door.listen}`, or choose another port.")
    with _listen(door) as listener:
        server = subprocess.Popen([sys.executable, "-m", "caravan_testbed.door_server", str(listener.fileno()), json.dumps(facts)],
                                  pass_fds=[listener.fileno()], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, start_new_session=True, cwd=_PACKAGE.parent,
                                  env=environment | {"PYTHONDONTWRITEBYTECODE": "1"})
    state.doors.mkdir(exist_ok=True)
    entry = facts | {"pid": server.pid, "started": kernel.start_time(server.pid)}
    (state.doors / f"{endpoint(door.listen, 'the door')[1]}.json").write_text(json.dumps(entry))
    return True


def open_doors(state: StateFolder) -> list[dict[str, Any]]:
    entries = [json.loads(path.read_text()) for path in sorted(state.doors.glob("*.json"))]
    return [entry for entry in entries if kernel.start_time(entry["pid"]) == entry["started"]]


def close_door(listen: str, state: StateFolder) -> bool:
    for entry in open_doors(state):
        if entry["listen"] == listen:
            os.kill(entry["pid"], signal.SIGTERM)
            (state.doors / f"{endpoint(listen, 'the door')[1]}.json").unlink()
            return True
    return False


def _listen(door: Door) -> socket.socket:
    host, port = endpoint(door.listen, "the door")
    if host != "127.0.0.1":
        raise TestbedError(f"The address ({door.listen}) of the door is not on the loopback: emulated networks stay on this machine.",
                           f"write --listen 127.0.0.1:{port}.")
    try:
        return socket.create_server((host, port), backlog=64)
    except OSError as error:
        raise TestbedError(f"The address ({door.listen}) of the door cannot be listened on: {error.strerror}.",
                           "choose another port.") from error
