"""The WAN by our own relay between TUN devices, for kernels without netem."""
import contextlib
import math
import os
import signal
import subprocess
from pathlib import Path

from . import kernel
from .description import DOWN, IPV4, IPV6, UP
from .errors import TestbedError
from .commands import WanLink

_DIRECTIONS, _VERSIONS = {UP: "ab", DOWN: "ba"}, {IPV4: "v4", IPV6: "v6"}


def plan_text(links: list[WanLink]) -> str:
    lines = [f"link {link.name} {' '.join(link.near)} {' '.join(link.far)}" for link in links]
    for link in links:
        lines += [f"shape {link.name} {_DIRECTIONS[direction]} {_VERSIONS[family]} {shape.rate_bps} {shape.delay_us} "
                  f"{shape.queue_bytes} {shape.loss_ppm}" for (direction, family), shape in link.shapes.items()]
    return "\n".join(lines) + "\n"


def device_commands(links: list[WanLink]) -> dict[str, list[str]]:
    """By namespace: the persistent TUN devices the relay attaches to."""
    commands: dict[str, list[str]] = {}
    for link in links:
        for namespace, device in (link.near, link.far):
            commands.setdefault(namespace, []).append(f"tuntap add dev {device} mode tun")
    return commands


def write_plan(path: Path, links: list[WanLink]) -> None:
    """By rename: the relay never reads half a plan."""
    fresh = path.with_suffix(".new")
    fresh.write_text(plan_text(links))
    os.replace(fresh, path)


def start(binary: Path, plan: Path, log: Path, environment: dict[str, str]) -> int:
    with open(log, "w") as errors:
        process = subprocess.Popen([str(binary), str(plan)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors,
                                   start_new_session=True, env=environment, text=True)
    answer = process.stdout.readline()
    process.stdout.close()
    if answer != "ready\n":
        raise TestbedError(f"The relay ({binary}) ended at once: {log.read_text().strip()}", "check that /dev/net/tun can be opened.")
    return process.pid


def weigh(pid: int, weight: int) -> None:
    """Its scheduling group beside any one other program, in levels of 25 %; nothing where the kernel has no such groups."""
    with contextlib.suppress(OSError):
        Path(f"/proc/{pid}/autogroup").write_text(str(max(-20, -round(math.log(weight, 1.25)))))


def reread(pid: int) -> None:
    os.kill(pid, signal.SIGHUP)


def compile_c(sources: list[Path], binary: Path, *options: str) -> None:
    """Built on the machine it runs on, and only when a source is newer."""
    newest = max(source.stat().st_mtime for source in sources)
    if binary.exists() and binary.stat().st_mtime > newest:
        return
    binary.parent.mkdir(parents=True, exist_ok=True)
    kernel.run(["gcc", "-O2", "-Wall", "-Wextra", *options, "-o", str(binary), *map(str, sources)])
