"""Starting a node: its disk, its namespaces, its init; and running a command on one."""
import os
import signal
import socket
import time
from pathlib import Path
from typing import NoReturn

from . import cgroups, kernel, names
from .description import Host
from .errors import TestbedError
from .state import Bed, StateFolder, marked_environment

BOOT = Path(__file__).resolve().parent.parent / "node" / "boot.sh"
_OWN_NAMESPACES = (kernel.CLONE_NEWNS | kernel.CLONE_NEWUTS | kernel.CLONE_NEWIPC | kernel.CLONE_NEWPID | kernel.CLONE_NEWCGROUP)
_READY_SECONDS = 300  # a node that fails is noticed at once; this is for machines that are slow
LOOP = "loop"


def why_no_loop() -> str:
    """Empty when loop devices work here."""
    if not Path("/dev/loop-control").exists():
        return "folder: this machine has no /dev/loop-control"
    if not kernel.succeeds(["losetup", "--find"]):
        return "folder: no loop device is free"
    return ""


def make_disk(folder: Path, host: Host, why_not: str) -> str:
    """Returns "loop", or why the node's disk is a plain folder without a limit."""
    folder.mkdir(parents=True, exist_ok=True)
    if host.type is None:
        return "folder: a vantage stores nothing"
    if why_not:
        return why_not
    image = folder / "disk.img"
    with open(image, "wb") as file:
        file.truncate(host.type.disk_bytes)
    kernel.run(["mkfs.ext4", "-q", "-F", "-m", "0", "-i", "65536", "-O", "^has_journal", "-E", "lazy_itable_init=1,nodiscard",
                str(image)])
    return LOOP


def start(state: StateFolder, prefix: str, host: Host, disk: str) -> int:
    """Returns the id of the node's init. A second fork is needed: a pid namespace begins with the next child."""
    groups = cgroups.create(prefix, host.id, host.type)
    folder = state.node(host.id).resolve()
    environment = marked_environment(prefix) | {
        "NODE": host.id, "FOLDER": str(folder), "SEED": str(folder / "seed"),
        "DISK_IMAGE": str(folder / "disk.img") if disk == LOOP else "",
        "CGROUPS": "v2" if cgroups.version() == cgroups.V2 else " ".join(each.kind for each in cgroups.hierarchies())}
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        _become_node(prefix, host, groups, folder / "boot.log", environment, writer)
    os.close(writer)
    with open(reader) as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    if not answer.isdigit():
        raise TestbedError(f"The node {host.id} cannot get its namespaces: {answer}.", "run as root outside of a container.")
    return int(answer)


def _become_node(prefix: str, host: Host, groups: list[Path], log: Path, environment: dict[str, str], writer: int) -> NoReturn:
    """Runs in a forked child, which never returns into the caller's code."""
    try:
        os.setsid()
        cgroups.join(groups)
        kernel.enter_network(names.namespace(prefix, host.id))
        kernel.unshare(_OWN_NAMESPACES)
        init = os.fork()
        if init == 0:
            os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
            os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644), 1)
            os.dup2(1, 2)
            os.closerange(3, 256)  # the bed's lock above all: a node holding it would block every later command
            os.execve("/bin/sh", ["sh", str(BOOT)], environment)
        os.write(writer, str(init).encode())
    except OSError as error:
        os.write(writer, str(error).encode())
    finally:
        os._exit(0)


def reboot(state: StateFolder, bed: Bed, host: Host, address: str) -> None:
    """Processes on the node get no signal. It is back at once, so that connections to it end instead of being silent."""
    _end(state, bed, host)
    restore_power(state, bed, host, address)


def cut_power(state: StateFolder, bed: Bed, host: Host) -> None:
    """Processes on the node get no signal, and nothing answers at its addresses, not even with a refusal. Its disk stays."""
    _set_links(bed, host, "down")
    _end(state, bed, host)


def _end(state: StateFolder, bed: Bed, host: Host) -> None:
    pid = bed.pid(f"node {host.id}")
    if pid is not None:
        os.kill(pid, signal.SIGKILL)  # the kernel ends all of the node with its first process
        _wait_until_ended(state, bed, host)
    cgroups.clear(bed.prefix, host.id)
    bed.processes.pop(f"node {host.id}", None)  # a node that is off is no broken part of the bed
    state.save(bed)


def restore_power(state: StateFolder, bed: Bed, host: Host, address: str) -> None:
    _set_links(bed, host, "up")
    if bed.pid(f"node {host.id}") is not None:
        return
    bed.remember(f"node {host.id}", start(state, bed.prefix, host, bed.disks[host.id]))
    state.save(bed)
    wait_until_reachable(state, bed, host, address)


def _set_links(bed: Bed, host: Host, state: str) -> None:
    """The networks of a node belong to its site, so they are there without it; the node's own ends of the cables are its cards."""
    kernel.ip_batch([f"link set {device} {state}" for device in ("uplink", "mgmt")], names.namespace(bed.prefix, host.id))


def _wait_until_ended(state: StateFolder, bed: Bed, host: Host) -> None:
    """Two nodes on one disk would damage it: the old one's hold on it goes a moment after its last process."""
    image, deadline = str(state.node(host.id).resolve() / "disk.img"), time.monotonic() + _READY_SECONDS
    while bed.pid(f"node {host.id}") is not None or image in kernel.loop_files():
        if time.monotonic() > deadline:
            raise TestbedError(f"The node {host.id} does not end.", "run `testbed down`, then `testbed up`.")
        time.sleep(0.01)


def wait_until_reachable(state: StateFolder, bed: Bed, host: Host, address: str) -> None:
    deadline, pause = time.monotonic() + _READY_SECONDS, 0.01
    while True:
        try:
            with socket.create_connection((address, 22), timeout=1) as connection:
                if connection.recv(4) == b"SSH-":
                    return
        except OSError:
            pass  # not yet: looked at again below
        if bed.pid(f"node {host.id}") is None or time.monotonic() > deadline:
            log = (state.node(host.id) / "boot.log").read_text().strip() or "no message"
            raise TestbedError(f"The node {host.id} does not answer ssh at {address}: {log}",
                               "keep --state on an ext4 or xfs file system, and look into its boot.log.")
        time.sleep(pause)
        pause = min(2 * pause, 0.3)  # on a slow machine, asking all the time is what keeps nodes from starting


def execute(bed: Bed, id: str, command: list[str]) -> NoReturn:
    """Replaces this program by the command: on a host with its whole view and its limits, on a site or core in its network."""
    pid = bed.pid(f"node {id}")
    if pid is not None:
        cgroups.join(cgroups.of_process(pid))
        os.execvp("nsenter", ["nsenter", "-t", str(pid), "-m", "-u", "-i", "-n", "-p", "-C", "-r", "-w", "--", *command])
    if not kernel.namespace_path(names.namespace(bed.prefix, id)).exists():
        known = [host.id for _, host in bed.description.hosts] + [site.id for site in bed.description.sites] + ["core"]
        raise TestbedError(f"The node ({id}) does not exist or does not run.", f"use one of [{', '.join(known)}].")
    os.execvp("nsenter", ["nsenter", f"--net={kernel.namespace_path(names.namespace(bed.prefix, id))}", "--", *command])
