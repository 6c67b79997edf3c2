"""The container behind a machine: its disk, its configuration, its power switch."""
import json
import shutil
import subprocess
import time
from dataclasses import asdict
from pathlib import Path

from . import faults, rootfs
from .errors import MachinesError
from .fabric import boot_script
from .ground import Ground
from .machine import Machine, load_network
from .programs import run, succeeds

_PATIENCE_SECONDS = 120
_PERIOD_US = 100_000


def make(ground: Ground, machine: Machine, keys: str, user_data: bytes) -> None:
    folder = machine.folder(ground)
    provider = folder / "provider"
    (folder / "lxc" / ground.container(machine.id)).mkdir(parents=True)
    provider.mkdir()
    for name, content in (("authorized_keys", keys.encode()), ("user-data", user_data), ("user", machine.user.encode() + b"\n")):
        (provider / name).write_bytes(content)
    with open(folder / "disk.img", "wb") as file:
        file.truncate(machine.disk_bytes)
    run(["mkfs.ext4", "-q", "-F", "-m", "0", "-i", "65536", "-O", "^has_journal", "-E", "lazy_itable_init=1,nodiscard",
         str(folder / "disk.img")])
    (folder / "console.log").touch()
    (folder / "rootfs").write_text(str(rootfs.ensure(ground).resolve()))


def switch_on(ground: Ground, machine: Machine) -> None:
    folder = machine.folder(ground).resolve()
    _write_configuration(ground, machine, folder)
    with open(folder / "launch.log", "w") as log:
        done = subprocess.run([str(rootfs.INSIDE / "launch"), ground.namespace, (folder / "rootfs").read_text(), str(folder),
                               ground.container(machine.id)], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    if done.returncode != 0 and not is_on(ground, machine.id):
        reason = (folder / "launch.log").read_text().strip()[-500:]
        raise MachinesError(f"The machine ({machine.id}) cannot be switched on: {reason}", f"read {folder}/lxc.log.")


def _write_configuration(ground: Ground, machine: Machine, folder: Path) -> None:
    networks = [load_network(ground, nic.network) for nic in machine.nics]
    (folder / "provider/network").write_text(boot_script(machine.nics, networks))
    current = faults.read(ground)
    (folder / "provider/slow-boot").write_text(f"{current.slow_boot_seconds}\n" if current.slow_boot_seconds else "")
    faults.held(folder / "provider").unlink(missing_ok=True)
    if current.holds_boot:
        faults.held(folder / "provider").touch()
    (folder / "provider/dies-at-boot").unlink(missing_ok=True)
    if current.dies_at_boot:
        (folder / "provider/dies-at-boot").touch()
    quota = machine.virtual_cpus * _PERIOD_US
    lines = [
        f"lxc.uts.name = {machine.hostname}", f"lxc.rootfs.path = dir:{folder}/root",
        # who started us may ignore signals, as programs in the background do; a shell could not trap those any more
        "lxc.init.cmd = /usr/bin/env --default-signal /usr/bin/tini -- /usr/local/lib/machine/boot",
        f"lxc.mount.entry = {folder}/provider etc/machine none bind,ro,create=dir 0 0",
        # what containers inside need: control groups of their own, and all of proc and sys
        "lxc.mount.auto = proc:rw sys:rw cgroup:rw:force", "lxc.apparmor.profile = unconfined",
        # LXC covers a file of proc, and the kernel gives unprivileged containers a proc of their own only where one is seen whole
        "lxc.mount.entry = proc dev/.lxc/proc proc create=dir,optional 0 0",
            "lxc.mount.entry = sys dev/.lxc/sys sysfs create=dir,optional 0 0",
        "lxc.cap.drop = sys_module mac_admin mac_override sys_time", "lxc.pty.max = 1024", "lxc.tty.max = 0", "lxc.autodev = 1",
        "lxc.console.path = none", f"lxc.mount.entry = {folder}/console.log dev/serial none bind,create=file 0 0",
        f"lxc.cgroup.cpu.cfs_period_us = {_PERIOD_US}", f"lxc.cgroup.cpu.cfs_quota_us = {quota}",
        f"lxc.cgroup.memory.limit_in_bytes = {machine.memory_bytes}",
        f"lxc.cgroup2.cpu.max = {quota} {_PERIOD_US}", f"lxc.cgroup2.memory.max = {machine.memory_bytes}"]
    for index, (nic, network) in enumerate(zip(machine.nics, networks)):
        lines += [f"lxc.net.{index}.{key} = {value}" for key, value in (
            ("type", "veth"), ("link", network.bridge), ("name", f"eth{index}"), ("veth.pair", nic.interface), ("hwaddr", nic.mac))]
    (folder / "lxc" / ground.container(machine.id) / "config").write_text("\n".join(lines) + "\n")


def _lxc(ground: Ground, id: str, program: str, *arguments: str) -> list[str]:
    """LXC's own sockets are of the network namespace that the container was started in."""
    path = (ground.machines / id / "lxc").resolve()
    return ["nsenter", f"--net=/run/netns/{ground.namespace}", "--", program, f"--lxcpath={path}", f"--name={ground.container(id)}",
        *arguments]


def is_on(ground: Ground, id: str) -> bool:
    return process(ground, id) is not None


def process(ground: Ground, id: str) -> int | None:
    """Id of the machine's process 1 as the real machine sees it."""

    done = subprocess.run(_lxc(ground, id, "lxc-info", "--no-humanize", "--pid"), capture_output=True, text=True)
    return int(done.stdout) if done.returncode == 0 and done.stdout.strip().isdigit() and int(done.stdout) > 0 else None


def switch_off(ground: Ground, id: str, at_once: bool) -> None:
    """Like holding the button when `at_once`, else like pressing it; returns when it is off."""
    if not is_on(ground, id):
        return
    if at_once or not succeeds(_lxc(ground, id, "lxc-stop", "--timeout=5")):
        succeeds(_lxc(ground, id, "lxc-stop", "--kill"))
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while is_on(ground, id):
        if time.monotonic() > deadline:
            raise MachinesError(f"The machine ({id}) does not go off.", f"read {ground.machines / id}/lxc.log.")
        time.sleep(0.02)


def reboot(ground: Ground, id: str) -> None:
    run(_lxc(ground, id, "lxc-stop", "--reboot", "--timeout=10"))


def attach_command(ground: Ground, id: str, command: list[str]) -> list[str]:
    return _lxc(ground, id, "lxc-attach", "--clear-env", "--set-var=PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "--", *command)


def remove(ground: Ground, machine: Machine) -> None:
    shutil.rmtree(machine.folder(ground))


def console(ground: Ground, id: str) -> str:
    file = ground.machines / id / "console.log"
    return file.read_text(errors="replace").replace("\r\n", "\n") if file.exists() else ""


def described(ground: Ground, machine: Machine) -> dict:
    """The machine's file, and what is true now."""
    pid = process(ground, machine.id)
    return json.loads(json.dumps(asdict(machine))) | {"on": pid is not None, "pid": pid,
                                                       "ready": pid is not None and " ready\n" in console(ground,
                                                           machine.id).rpartition(" starts\n")[2]}
