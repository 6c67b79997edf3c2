"""The ground the machines stand on: its names, its folder, and the lock that lets one change happen at a time."""
import fcntl
import json
import os
import re
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv4Network
from pathlib import Path
from typing import Iterator

from .errors import MachinesError

DEFAULT_STATE = Path("data/machines")


@dataclass(frozen=True)
class Ground:
    state: Path  # everything written; must be able to be the upper layer of an overlay (ext4, xfs)
    prefix: str  # of every name on the real machine: namespace, interface, containers
    link: IPv4Network  # between the real machine and the cloud's router
    cache: Path  # of root file systems, shared by all grounds of this machine

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z][a-z0-9]{1,7}", self.prefix):
            raise MachinesError(f"The prefix ({self.prefix}) is not one.", "use 2 to 8 small letters and digits.")

    @property
    def namespace(self) -> str:
        """Of the cloud's router: all bridges and the host's side of every machine's interface."""
        return f"{self.prefix}-cloud"

    @property
    def interface(self) -> str:
        """The same name at both ends of the link between the real machine and the router."""
        return f"{self.prefix}-link"

    @property
    def wan(self) -> str:
        """What a device must be called by which another emulated network joins the router: it is the world, too."""
        return f"{self.prefix}-wan"

    @property
    def near(self) -> tuple[str, str]:
        """The real machine's addresses on the link."""
        return str(self.link[1]), f"{self._link6()}1"

    @property
    def far(self) -> tuple[str, str]:
        """The router's addresses on the link."""
        return str(self.link[2]), f"{self._link6()}2"

    def _link6(self) -> str:
        a, b, c, d = self.link.network_address.packed
        return f"fdca:{a:02x}{b:02x}:{c:02x}{d:02x}::"

    @property
    def file(self) -> Path:
        return self.state / "ground.json"

    @property
    def machines(self) -> Path:
        return self.state / "machines"

    @property
    def networks(self) -> Path:
        return self.state / "networks"

    @property
    def faults(self) -> Path:
        return self.state / "faults.json"

    def container(self, id: str) -> str:
        return f"{self.prefix}-{id}"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """The kernel gives the lock back even when we are killed."""
        self.state.mkdir(parents=True, exist_ok=True)
        with open(self.state / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def write_json(path: Path, content: object) -> None:
    """Whole or not at all, whenever we are killed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.new")
    fresh.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n")
    os.replace(fresh, path)
