"""Running programs, and stepping into network namespaces (Python gets os.setns only in 3.12)."""
import ctypes
import os
import re
import subprocess
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator, Sequence

from .errors import TestbedError

CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS = 0x00020000, 0x02000000, 0x04000000
CLONE_NEWIPC, CLONE_NEWPID, CLONE_NEWNET = 0x08000000, 0x20000000, 0x40000000
_libc = ctypes.CDLL(None, use_errno=True)


def run(command: Sequence[str], text: str | None = None) -> str:
    done = subprocess.run(list(command), input=text, capture_output=True, text=True)
    if done.returncode != 0:
        raise TestbedError(f"The command ({' '.join(command)}) failed: {done.stderr.strip()[:600]}",
                           "run `testbed down` to remove the parts that exist.")
    return done.stdout


def succeeds(command: Sequence[str]) -> bool:
    try:
        return subprocess.run(list(command), stdin=subprocess.DEVNULL, capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def ip_batch(lines: Sequence[str], namespace: str | None = None, family: str = "-4") -> None:
    """One `ip` process for many changes: raising the bed takes seconds, not a minute."""
    if not lines:
        return
    where = ["-n", namespace] if namespace else []
    done = subprocess.run(["ip", family, *where, "-batch", "-"], input="\n".join(lines) + "\n", capture_output=True, text=True)
    if done.returncode != 0:
        number = re.search(r"Command failed -:(\d+)", done.stderr)
        line = lines[int(number[1]) - 1] if number else "; ".join(lines)
        raise TestbedError(f"The command (ip {family} {line}) in namespace {namespace or 'of the machine'} failed: "
                           f"{done.stderr.splitlines()[0]}.", "run `testbed down` to remove the parts that exist.")


def namespace_path(namespace: str) -> Path:
    return Path("/run/netns") / namespace


def setns(descriptor: int, kind: int) -> None:
    if _libc.setns(descriptor, kind) != 0:
        raise OSError(ctypes.get_errno(), "setns")


def unshare(kinds: int) -> None:
    if _libc.unshare(kinds) != 0:
        raise OSError(ctypes.get_errno(), "unshare")


def enter_network(namespace: str) -> None:
    with open(namespace_path(namespace)) as file:
        setns(file.fileno(), CLONE_NEWNET)


@contextmanager
def in_network(namespace: str) -> Iterator[None]:
    """This thread is inside the namespace until the block ends; sockets opened there stay there."""
    with open("/proc/thread-self/ns/net") as home:
        enter_network(namespace)
        try:
            yield
        finally:
            setns(home.fileno(), CLONE_NEWNET)


def set_sysctls(namespace: str, values: dict[str, str]) -> None:
    """/proc/sys/net shows the network namespace of the thread that opens it."""
    with in_network(namespace):
        for key, value in values.items():
            path = Path("/proc/sys/net") / key
            if path.exists():  # a kernel without IPv6 has no such keys
                path.write_text(value)


def start_time(pid: int) -> str | None:
    """Tells a process from a later one with the same id; None when there is none (a zombie is none)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if fields[0] in "ZX" else fields[19]


def processes() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def loop_files() -> dict[str, str]:
    """Files that loop devices show, with the name of the device."""
    found = {}
    for file in Path("/sys/block").glob("loop*/loop/backing_file"):
        try:
            found[file.read_text().strip()] = file.parts[3]
        except OSError:
            continue  # detached while we looked
    return found
