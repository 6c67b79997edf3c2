"""What can be done with a node. Each verb may be repeated."""
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from . import image, network, qemu
from .errors import StockNodeError
from .ground import Ground
from .recipe import Recipe

_END_SECONDS = 120
_LOOK_SECONDS = 0.5


def build(recipe: Recipe, cache: Path, again: bool) -> None:
    if again:
        shutil.rmtree(image.find(recipe, cache), ignore_errors=True)
    began = time.monotonic()
    folder, fresh = image.ensure(recipe, cache)
    print(f"stock-node: {folder} " + (f"built ({time.monotonic() - began:.0f} s)" if fresh else "is there"), flush=True)


def up(ground: Ground, recipe: Recipe, cache: Path, wait: float) -> None:
    qemu.require(recipe.architecture)
    if not ground.file("node.json").exists():
        build(recipe, cache, False)
        _create(ground, recipe, image.find(recipe, cache))
    power_on(ground, wait)


def _create(ground: Ground, recipe: Recipe, folder: Path) -> None:
    """The node's own keys and addresses on its own disk. The description is written last: without it nothing counts as created."""
    ground.state.mkdir(parents=True, exist_ok=True, mode=0o700)
    for name in ("id_ed25519", "host_key"):
        for old in (ground.file(name), ground.file(name + ".pub")):
            old.unlink(missing_ok=True)
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "stock-node", "-f", str(ground.file(name))], check=True)
    public = ground.file("host_key.pub").read_text()
    image.personal_disk(folder, ground.file("disk.img"), {
        "/etc/ssh/ssh_host_ed25519_key": (ground.file("host_key").read_text(), 0o600),
        "/etc/ssh/ssh_host_ed25519_key.pub": (public, 0o644),
        "/root/.ssh/authorized_keys": (ground.file("id_ed25519.pub").read_text(), 0o600),
        "/etc/network/interfaces": (interfaces(ground), 0o644),
    })
    ground.file("known_hosts").write_text(f"{ground.node_address} {' '.join(public.split()[:2])}\n")
    description = {"image": str(folder), "architecture": recipe.architecture, "accelerator": qemu.accelerator(recipe.architecture, folder)}
    ground.file("node.json").write_text(json.dumps(description))


def interfaces(ground: Ground) -> str:
    """Of ifupdown, as on Debian without a desktop."""
    return ("auto lo\niface lo inet loopback\n\nauto eth0\niface eth0 inet static\n"
            f"  address {ground.node_address}/{ground.network.prefixlen}\n"
            f"  gateway {ground.machine_address}\niface eth0 inet6 static\n  address {ground.node_address6}/64\n"
            f"  gateway {ground.machine_address6}\n  accept_ra 0\n")


def power_on(ground: Ground, wait: float) -> None:
    description = _description(ground)
    if _process(ground) is not None:
        print(f"stock-node: runs already, {ground.node_address}")
        return
    network.ensure(ground)
    began = time.monotonic()
    # Nodes of before there was another architecture do not name theirs.
    command = qemu.command(description.get("architecture", "amd64"), description["accelerator"], Path(description["image"]),
        ground.file("disk.img"), ground.file("qemu.pid"))
    with open(ground.file("console.log"), "ab") as console:
        process = subprocess.Popen(network.command(ground, *command), stdin=subprocess.DEVNULL, stdout=console, stderr=subprocess.STDOUT,
            start_new_session=True)
    while not _answers(ground):
        if process.poll() is not None:
            raise StockNodeError(f"QEMU ended with exit code {process.returncode}.", f"read {ground.file('console.log')}")
        if time.monotonic() - began > wait:
            raise StockNodeError(f"The node does not answer SSH at {ground.node_address} within {wait:.0f} s.",
                f"read {ground.file('console.log')}; give it longer: --wait 900")
        time.sleep(_LOOK_SECONDS)
    print(f"stock-node: answers SSH at {ground.node_address} after {time.monotonic() - began:.0f} s ({description['accelerator']})",
        flush=True)


def _answers(ground: Ground) -> bool:
    """The server's greeting, not only an open port: sshd comes after the network."""
    try:
        with socket.create_connection((str(ground.node_address), 22), 2) as peer:
            peer.settimeout(5)
            return peer.recv(4) == b"SSH-"
    except OSError:
        return False


def power_off(ground: Ground) -> None:
    """As a power cut: the system inside gets no notice."""
    process = _process(ground)
    if process is None:
        print("stock-node: is off")
        return
    os.kill(process, signal.SIGKILL)
    end = time.monotonic() + _END_SECONDS
    while _process(ground) is not None:
        if time.monotonic() > end:
            raise StockNodeError(f"QEMU (process {process}) does not end.", "look at it: ps -o stat,wchan -p " + str(process))
        time.sleep(0.05)
    ground.file("qemu.pid").unlink(missing_ok=True)
    print("stock-node: power cut")


def down(ground: Ground) -> None:
    if ground.file("qemu.pid").exists():
        power_off(ground)
    network.remove(ground)
    for name in ("node.json", "disk.img", "console.log", "known_hosts", "id_ed25519", "id_ed25519.pub", "host_key", "host_key.pub",
        "qemu.pid"):
        ground.file(name).unlink(missing_ok=True)
    if ground.state.is_dir() and not any(ground.state.iterdir()):
        ground.state.rmdir()
    print("stock-node: removed")


def status(ground: Ground, as_json: bool) -> int:
    created = ground.file("node.json").exists()
    running = created and _process(ground) is not None
    said = {"state": "on" if running else "off" if created else "none", "address": str(ground.node_address),
        "address6": str(ground.node_address6), "network": str(ground.network), "gateway": str(ground.machine_address),
        "network6": str(ground.network6), "gateway6": str(ground.machine_address6), "user": "root",
        "key": str(ground.file("id_ed25519").absolute()), "namespace": ground.namespace}
    if created:
        shown = subprocess.run(["ssh-keygen", "-lf", str(ground.file("host_key.pub"))], capture_output=True, text=True,
            check=True).stdout.split()
        said |= _description(ground) | {"hostKey": shown[1], "process": _process(ground),
            "console": str(ground.file("console.log").absolute())}
    if as_json:
        print(json.dumps(said, indent=1))
    else:
        print("\n".join(f"{name:14}{value}" for name, value in said.items()))
    return 0 if running else 1


def ssh(ground: Ground, command: list[str]) -> None:
    """Becomes ssh, so that its exit code and its terminal are the caller's."""
    _description(ground)
    sys.stdout.flush()
    os.execvp("ssh", ["ssh", "-F", "none", "-i", str(ground.file("id_ed25519")), "-o", "IdentitiesOnly=yes", "-o",
        "StrictHostKeyChecking=yes", "-o", "LogLevel=ERROR",
                      "-o", "ConnectTimeout=30", "-o", f"UserKnownHostsFile={ground.file('known_hosts')}", f"root@{ground.node_address}",
                          "--", *command])


def _description(ground: Ground) -> dict[str, str]:
    try:
        return json.loads(ground.file("node.json").read_text())
    except FileNotFoundError:
        raise StockNodeError(f"There is no node in {ground.state}.", "create it: stock-node up; or name its folder: --state DIR.") from None


def _process(ground: Ground) -> int | None:
    """QEMU's id. A number alone proves nothing: after a restart of this machine it may be another program's."""
    try:
        number = int(ground.file("qemu.pid").read_text())
        words = Path(f"/proc/{number}/cmdline").read_bytes().split(b"\0")
    except (FileNotFoundError, ValueError, ProcessLookupError):
        return None
    return number if any(str(ground.file("disk.img")).encode() in word for word in words) else None
