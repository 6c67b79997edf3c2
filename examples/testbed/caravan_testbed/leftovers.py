"""What of a bed is on this machine: processes, namespaces, mounts, devices, loop devices, control groups. Used by `down` and tests."""
import os
from pathlib import Path

from . import cgroups, kernel, names, network
from .description import Description
from .state import MARK, StateFolder


def leftovers(description: Description, prefix: str, state: StateFolder) -> list[str]:
    found = [f"process {pid}: {_command(pid)}" for pid in processes(description, prefix)]
    found += [f"namespace {name}" for name in existing_namespaces(description, prefix)]
    found += [f"device {name}" for name in existing_devices(description, prefix)]
    found += [f"mount {line.split()[4]}" for line in Path("/proc/self/mountinfo").read_text().splitlines()
              if line.split()[4].startswith(f"{state.path.resolve()}/")]
    found += [f"loop device {device}" for device in _loop_devices(state)]
    found += [f"control group {folder}" for folder in cgroups.remaining(prefix)]
    return found


def processes(description: Description, prefix: str) -> list[int]:
    """Those that carry the bed's mark, and whatever else runs in one of its networks."""
    networks = {os.stat(kernel.namespace_path(name)).st_ino for name in existing_namespaces(description, prefix)}
    return [pid for pid in kernel.processes() if pid != os.getpid() and (_is_marked(pid, prefix) or _network_of(pid) in networks)]


def existing_namespaces(description: Description, prefix: str) -> list[str]:
    return [name for name in network.namespaces(description, prefix) if kernel.namespace_path(name).exists()]


def existing_devices(description: Description, prefix: str) -> list[str]:
    expected = [names.management_bridge(prefix)] + [names.management_port(prefix, host) for _, host in description.hosts]
    return [name for name in expected if Path("/sys/class/net", name).exists()]


def _is_marked(pid: int, prefix: str) -> bool:
    try:
        environment = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return False  # it has just ended
    return f"{MARK}={prefix}".encode() in environment and kernel.start_time(pid) is not None


def _network_of(pid: int) -> int | None:
    try:
        return os.stat(f"/proc/{pid}/ns/net").st_ino
    except OSError:
        return None


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ").strip()
    except OSError:
        return "(just ended)"


def _loop_devices(state: StateFolder) -> list[str]:
    return [device for backing, device in kernel.loop_files().items() if backing.startswith(f"{state.path.resolve()}/")]
