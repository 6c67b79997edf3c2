"""`down`: ends and removes everything of a bed, from whatever state `up` or a crash left it in."""
import os
import shutil
import signal
import time

from . import cgroups, kernel
from .description import Description
from .leftovers import existing_devices, existing_namespaces, leftovers, processes
from .state import StateFolder

_PATIENCE_SECONDS = 300


def raze(description: Description, prefix: str, state: StateFolder) -> list[str]:
    """Returns what could not be removed."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    _end_processes(description, prefix, deadline)
    for name in existing_devices(description, prefix):
        kernel.succeeds(["ip", "link", "delete", name])  # before the namespaces: something else may hold one of those alive
    for name in existing_namespaces(description, prefix):
        kernel.succeeds(["ip", "netns", "delete", name])
    cgroups.remove(prefix, deadline)
    deadline = time.monotonic() + _PATIENCE_SECONDS
    remains = leftovers(description, prefix, state)
    while remains and time.monotonic() < deadline:  # loop devices and veths go a moment after the last process
        time.sleep(0.02)
        remains = leftovers(description, prefix, state)
    if not remains:
        forget(state)
    return remains


def _end_processes(description: Description, prefix: str, deadline: float) -> None:
    """Killing a node's init takes the whole node: the kernel ends its pid namespace, and with it the mounts."""
    while remaining := processes(description, prefix):
        for pid in remaining:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass  # went with its node
        if time.monotonic() > deadline:
            return
        time.sleep(0.01)


def forget(state: StateFolder) -> None:
    """Only what the bed writes: --state may name a folder that holds other things."""
    folder = state.path
    for name in ("bin", "nodes", "doors"):
        shutil.rmtree(folder / name, ignore_errors=True)
    for name in ("bed.json", "bed.new", "wan.plan", "wan.new", "relay.log", "id_ed25519", "id_ed25519.pub", "known_hosts", "lock"):
        (folder / name).unlink(missing_ok=True)
    try:
        folder.rmdir()
    except OSError:
        pass  # not ours alone
