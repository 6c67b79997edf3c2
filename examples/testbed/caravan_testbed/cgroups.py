"""The node's share of the machine. A node gets a control group of its own in every hierarchy and sees it as the root."""
import os
import time
from dataclasses import dataclass
from pathlib import Path

from .description import HostType

_MOUNT = Path("/sys/fs/cgroup")
_CPU_PERIOD_US = 100_000
V1, V2 = "v1", "v2"


@dataclass(frozen=True)
class Hierarchy:
    mount: Path
    controllers: str  # as in /proc/self/cgroup; empty for the unified one
    own: str  # where this process stands

    @property
    def kind(self) -> str:
        """What boot.sh mounts inside the node."""
        return self.controllers or "unified"


def version() -> str:
    return V2 if (_MOUNT / "cgroup.controllers").exists() else V1


def hierarchies(process: int | str = "self") -> list[Hierarchy]:
    found = []
    for line in Path(f"/proc/{process}/cgroup").read_text().splitlines():
        _, controllers, own = line.split(":", 2)
        name = controllers.removeprefix("name=") or ("" if version() == V2 else "unified")
        if (_MOUNT / name / "cgroup.procs").exists():
            found.append(Hierarchy(_MOUNT / name, controllers, own))
    return found


def bed_folders(prefix: str) -> list[Path]:
    """Under our own group in v1, so that limits we are under hold for the bed too; v2 allows no children beside processes."""
    return [_bed_folder(hierarchy, prefix) for hierarchy in hierarchies()]


def _bed_folder(hierarchy: Hierarchy, prefix: str) -> Path:
    own = "" if version() == V2 else hierarchy.own.lstrip("/")
    return hierarchy.mount / own / folder_name(prefix)


def folder_name(prefix: str) -> str:
    return f"{prefix}-testbed"


def create(prefix: str, node: str, type: HostType | None) -> list[Path]:
    folders = []
    for hierarchy in hierarchies():
        parent = _bed_folder(hierarchy, prefix)
        parent.mkdir(exist_ok=True)
        folder = parent / node
        for group in (parent, folder):
            group.mkdir(exist_ok=True)
            _inherit_cpuset(group)
        folders.append(folder)
    if version() == V2:
        _delegate(folders[0].parent.parent)
        _delegate(folders[0].parent)
    if type is not None:
        for folder in folders:
            _limit(folder, type)
    return folders


def _inherit_cpuset(group: Path) -> None:
    """A v1 cpuset starts empty and takes no process until it has processors and memory nodes."""
    for name in ("cpuset.cpus", "cpuset.mems"):
        file = group / name
        if (group / "cgroup.clone_children").exists() and file.exists() and not file.read_text().strip():
            file.write_text((group.parent / name).read_text())


def _delegate(folder: Path) -> None:
    offered = (folder / "cgroup.controllers").read_text().split()
    (folder / "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in offered))


def _limit(folder: Path, type: HostType) -> None:
    quota = type.cores * _CPU_PERIOD_US
    values = {"cpu.cfs_period_us": _CPU_PERIOD_US, "cpu.cfs_quota_us": quota, "cpu.shares": 1024 * type.cores,
              "memory.limit_in_bytes": type.memory_bytes, "memory.memsw.limit_in_bytes": type.memory_bytes,
              "cpu.max": f"{quota} {_CPU_PERIOD_US}", "cpu.weight": min(10_000, 100 * type.cores),
              "memory.max": type.memory_bytes, "memory.swap.max": 0}
    for name, value in values.items():
        if (folder / name).exists():
            (folder / name).write_text(str(value))


def weigh(prefix: str, weight: int) -> None:
    """The whole bed beside any one other program; without it all its nodes together weigh as much as one,
    and wait when the machine is busy."""
    for folder in bed_folders(prefix):
        for name, value in (("cpu.shares", 1024 * weight), ("cpu.weight", min(10_000, 100 * weight))):
            if (folder / name).exists():
                (folder / name).write_text(str(value))


def clear(prefix: str, node: str) -> None:
    """What containers of a node that lost its power left: a real machine starts with an empty tree."""
    for hierarchy in hierarchies():
        top = _bed_folder(hierarchy, prefix) / node
        for folder, _, _ in os.walk(top, topdown=False):
            if Path(folder) != top:
                _remove_when_empty(Path(folder), time.monotonic() + 5)


def of_process(pid: int) -> list[Path]:
    return [hierarchy.mount / hierarchy.own.lstrip("/") for hierarchy in hierarchies(pid)]


def join(folders: list[Path]) -> None:
    """Moves this process. It must be a child that will become part of the node, never one that goes on outside."""
    for folder in folders:
        (folder / "cgroup.procs").write_text(str(os.getpid()))


def remaining(prefix: str) -> list[Path]:
    """Every group of the test bed on this machine, deepest first, independent of its creator."""
    found = []
    for folder, children, _ in os.walk(_MOUNT):
        if folder_name(prefix) in children:
            top = Path(folder) / folder_name(prefix)
            found += [Path(each) for each, _, _ in os.walk(top, topdown=False)]
    return found


def remove(prefix: str, deadline: float) -> None:
    for folder in remaining(prefix):
        if not _remove_when_empty(folder, deadline):
            return  # `leftovers` reports it


def _remove_when_empty(folder: Path, deadline: float) -> bool:
    """A group is busy for a moment after its last process was killed."""
    while True:
        try:
            folder.rmdir()
            return True
        except FileNotFoundError:
            return True
        except OSError:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.01)
