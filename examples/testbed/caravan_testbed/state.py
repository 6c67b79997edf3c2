"""What the bed remembers on disk: written before anything is made, so that `down` can clean up after a crash."""
import fcntl
import json
import os
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from ipaddress import IPv4Network
from pathlib import Path
from typing import Iterator

from . import kernel
from .description import Description, Options
from .description_reader import parse_description
from .errors import TestbedError
from .shape import Degradation

MARK = "CARAVAN_TESTBED"  # environment variable of everything the bed starts; its value is the prefix


@dataclass
class Bed:
    prefix: str
    management: str
    description_text: str
    source: str
    wan: str = ""
    disks: dict[str, str] = field(default_factory=dict)  # host id to "loop" or why not
    sctp: str = ""
    processes: dict[str, list] = field(default_factory=dict)  # "relay" or "node NAME" to [pid, start time]
    complete: bool = False
    degradations: dict[str, dict] = field(default_factory=dict)  # link name to Degradation

    @property
    def options(self) -> Options:
        return Options(self.prefix, IPv4Network(self.management))

    @property
    def description(self) -> Description:
        return parse_description(self.description_text, self.source)

    def degradation(self, link: str) -> Degradation:
        return Degradation(**self.degradations.get(link, {}))

    def degrade(self, link: str, degradation: Degradation) -> None:
        self.degradations[link] = asdict(degradation)

    def remember(self, what: str, pid: int) -> None:
        self.processes[what] = [pid, kernel.start_time(pid)]

    def pid(self, what: str) -> int | None:
        """None when that very process is gone (another one may have its id by now)."""
        pid, started = self.processes.get(what, [0, ""])
        return pid if pid and kernel.start_time(pid) == started else None


@dataclass(frozen=True)
class StateFolder:
    path: Path

    @property
    def bed_file(self) -> Path:
        return self.path / "bed.json"

    @property
    def relay_plan(self) -> Path:
        return self.path / "wan.plan"

    @property
    def key(self) -> Path:
        return self.path / "id_ed25519"

    @property
    def known_hosts(self) -> Path:
        return self.path / "known_hosts"

    @property
    def doors(self) -> Path:
        return self.path / "doors"

    def binary(self, name: str) -> Path:
        return self.path / "bin" / name

    def node(self, id: str) -> Path:
        return self.path / "nodes" / id

    def load(self) -> Bed | None:
        try:
            return Bed(**json.loads(self.bed_file.read_text()))
        except FileNotFoundError:
            return None
        except (ValueError, TypeError) as error:
            raise TestbedError(f"The state ({self.bed_file}) cannot be understood: {error}.",
                               "delete that file and run `testbed down` with the same --prefix.") from error

    def save(self, bed: Bed) -> None:
        fresh = self.bed_file.with_suffix(".new")
        fresh.write_text(json.dumps(asdict(bed), indent=1))
        os.replace(fresh, self.bed_file)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """One change at a time; the kernel gives the lock back even when we are killed."""
        path = self.path / "lock"
        while True:
            self.path.mkdir(parents=True, exist_ok=True)
            with open(path, "w") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                if path.exists() and path.stat().st_ino == os.fstat(lock.fileno()).st_ino:
                    yield
                    return
            # a `down` we waited for took the lock file away with everything else: get the new one


def marked_environment(prefix: str) -> dict[str, str]:
    path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    return {MARK: prefix, "PATH": path, "LANG": "C.UTF-8"}
