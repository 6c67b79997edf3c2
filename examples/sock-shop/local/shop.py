"""Starts, watches and ends the processes of the shop."""
from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

from .parts import Part, missing, parts

START = 300.0
"""Seconds for all to be ready; a MariaDB's first start on a busy machine takes 10."""


class ShopError(Exception):
    """One sentence and one line `Maybe …`."""


class LocalShop:
    """`with LocalShop(port) as shop:` is the shop up and healthy; at the end no process and no file of it is left."""

    def __init__(self, port: int = 8079, env: dict[str, str] | None = None) -> None:
        self.port, self.url = port, f"http://127.0.0.1:{port}"
        self._env = env or {}
        self._processes: dict[str, subprocess.Popen] = {}
        self._data = Path()
        self._pause = threading.Event()

    def __enter__(self) -> "LocalShop":
        lacking = missing()
        if lacking:
            raise ShopError(f"The shop needs [{', '.join(lacking)}], which this machine does not have.\n"
                            f"Maybe run: apt-get install --no-install-recommends {' '.join(lacking)}")
        self._data = Path(tempfile.mkdtemp(prefix="sock-shop-"))
        try:
            for part in parts(self.port, self._data):
                self._start(part)
            for part in parts(self.port, self._data):
                self._await(part)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for name in list(reversed(self._processes)):
            self.stop(name)
        shutil.rmtree(self._data, ignore_errors=True)

    def log(self, name: str) -> str:
        return (self._data / f"{name}.log").read_text(errors="replace")

    def start(self, name: str) -> None:
        """Starts one part again and waits until it is ready."""
        part = next(part for part in parts(self.port, self._data) if part.name == name)
        self._start(part)
        self._await(part)

    def stop(self, name: str, wait: float = 20.0) -> int:
        """Asks one process to stop, waits for it, and returns its exit code."""
        process = self._processes.pop(name)
        process.send_signal(signal.SIGTERM)
        try:
            return process.wait(wait)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()

    def pids(self) -> dict[str, int]:
        return {name: process.pid for name, process in self._processes.items()}

    def memory(self) -> dict[str, float]:
        """Resident memory of each part in MiB, shared pages counted in full."""
        return {name: _rss(pid) for name, pid in self.pids().items()}

    def _start(self, part: Part) -> None:
        if _answers(part.port):
            raise ShopError(f"Port {part.port} for {part.name} is taken.\nMaybe choose another --port; the shop uses the 15 from there on.")
        env = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8",
               "SHOP_PORT": str(part.port), "CARAVAN_INSTANCE": f"{part.name}:1", **part.env, **self._env}
        with (self._data / f"{part.name}.log").open("ab") as log:
            self._processes[part.name] = subprocess.Popen(
                part.command, env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, cwd=self._data)

    def _await(self, part: Part) -> None:
        deadline = time.monotonic() + START
        while not (_healthy(part.port) if part.http else _answers(part.port)):
            ended = self._processes[part.name].poll()
            if ended is not None or time.monotonic() > deadline:
                raise ShopError(f"{part.name} is not ready (exit code {ended}): {_why(self.log(part.name))}\n"
                                "Maybe the machine is short of disk or memory, or too busy.")
            self._pause.wait(0.1)


def _why(log: str) -> str:
    """The lines that name an error, else the last ones."""
    lines = [line for line in log.splitlines() if line.strip()]
    return " / ".join([line for line in lines if "error" in line.lower()][:3] or lines[-3:])


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _healthy(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=30) as answer:
            return answer.status == 200
    except (urllib.error.URLError, OSError):
        return False


def _rss(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS"))
