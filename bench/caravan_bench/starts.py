"""How fast the command line client starts, as it is downloaded: unpacked elsewhere, with its own Java alone."""
import os
import statistics
import subprocess
import tarfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from .errors import BenchError

TIMES = 21
_LIMIT_S = 60
# What is asked for, and the exit code that is its answer.
ASKED = {"--version": (["--version"], 0), "status --help": (["status", "--help"], 0),
    "status, where no server is": (["status", "--server", "http://127.0.0.1:9"], 1)}


@dataclass(frozen=True)
class Start:
    """By the clock, and of all processors; seconds, in the order they were measured."""
    elapsed: list[float]
    cpu: list[float]


@dataclass
class Starts:
    starts: dict[str, Start]
    failed = False

    def table(self) -> str:
        lines = [f"{f'client, {TIMES} starts of each':<36}{'median':>10}{'least':>10}{'most':>10}{'CPU median':>13}"]
        lines += [f"{'caravan ' + name:<36}{_millis(statistics.median(start.elapsed)):>10}"
                  f"{_millis(min(start.elapsed)):>10}{_millis(max(start.elapsed)):>10}"
                  f"{_millis(statistics.median(start.cpu)):>13}" for name, start in self.starts.items()]
        return "\n".join(lines) + f"\nload average of the machine: {os.getloadavg()[0]:.1f}\n"

    def record(self) -> dict[str, object]:
        return {name: {"elapsedSeconds": start.elapsed, "cpuSeconds": start.cpu} for name, start in self.starts.items()}


def measure(archive: Path, folder: Path, say: Callable[[str], None]) -> Starts:
    """archive -- what ./caravan package cli made"""
    say(f"client out of {archive.name}")
    with tarfile.open(archive) as download:
        download.extractall(folder, filter="tar") if hasattr(tarfile, "tar_filter") else download.extractall(folder)
    client = next(folder.glob("caravan-cli-*/bin/caravan"))
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder), "JAVA_HOME": "/nowhere"}
    return Starts({name: _starts([str(client), *arguments], code, environment) for name, (arguments, code) in ASKED.items()})


def _starts(command: list[str], code: int, environment: dict[str, str]) -> Start:
    """The first one, which reads the files from the disk, is not counted."""
    took = [_start(command, code, environment) for _ in range(TIMES + 1)][1:]
    return Start([elapsed for elapsed, _ in took], [cpu for _, cpu in took])


def _start(command: list[str], code: int, environment: dict[str, str]) -> tuple[float, float]:
    before, began = os.times(), time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=_LIMIT_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as fault:
        raise BenchError(f"{' '.join(command)} did not end, or did not start: {fault}.", "build it again: ./caravan package cli") from fault
    elapsed, after = time.monotonic() - began, os.times()
    if done.returncode != code:
        raise BenchError(f"{' '.join(command)} ended with code {done.returncode}, not {code}: {done.stderr.strip()[:200]}",
            "build it again: ./caravan package cli")
    return elapsed, after.children_user + after.children_system - before.children_user - before.children_system


def _millis(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"
