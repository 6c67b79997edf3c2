"""A server of the bench's own: started, asked until it is healthy, and ended by its pid."""
import os
import re
import socket
import subprocess
import time
from pathlib import Path
from typing import Sequence

from .api import Api, healthy
from .errors import BenchError
from .interrupts import undisturbed

_START_LIMIT_S = int(os.environ.get("CARAVAN_SERVER_SECONDS", "120"))  # as of ./caravan server start
_STOP_LIMIT_S = 30
_POLL_S = 0.005
_DNS = "127.0.0.1:15053"
_IDLE_PROBES = "--caravan.probing.idle-every="


class Server:
    """A context: it answers inside, and is gone with its port after it.
    It has no standing idle probes unless an option sets their period."""

    def __init__(self, command: Sequence[str], port: int, data: Path, *options: str, dns: str = _DNS) -> None:
        unprobed = [] if any(option.startswith(_IDLE_PROBES) for option in options) else [f"{_IDLE_PROBES}0s"]
        self._command = [*command, f"--caravan.data={data}", f"--caravan.port={port}", f"--caravan.dns.listen={dns}", *unprobed, *options]
        self._port = port
        self._dns = dns
        self._data = data
        self._process: subprocess.Popen | None = None
        self.start_millis = 0.0
        self.rss_bytes: int | None = None

    def __enter__(self) -> "Server":
        _check_free(self._port)
        self._data.mkdir(parents=True, exist_ok=True)
        try:
            began = time.monotonic()
            self._launch()
            self._await(began)
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def data(self) -> Path:
        return self._data

    def api(self) -> Api:
        return Api(self._port, (self._data / "token").read_text().strip())

    def _launch(self) -> None:
        # Its own session: the terminal's Ctrl-C is for the bench, which then ends it in order.
        with open(self._data / "server.log", "wb") as log, undisturbed():
            self._process = subprocess.Popen(self._command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)

    def _await(self, began: float) -> None:
        while not healthy(self._port):
            if self._process.poll() is not None:
                raise BenchError(f"The server ended with code {self._process.returncode} while it started: {self._last_words()}.",
                                 f"{self._dns} (names) is taken, or memory is short.")
            if time.monotonic() - began > _START_LIMIT_S:
                raise BenchError(f"The server did not answer within {_START_LIMIT_S} s.", "the machine is very busy; run the bench again.")
            time.sleep(_POLL_S)
        self.start_millis = (time.monotonic() - began) * 1000
        self.rss_bytes = resident_bytes(self._process.pid)

    def _end(self) -> None:
        if self._process is None or self._process.poll() is not None:
            return
        with undisturbed():
            self._process.terminate()
            try:
                self._process.wait(_STOP_LIMIT_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def _last_words(self) -> str:
        lines = (self._data / "server.log").read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it wrote nothing"


def resident_bytes(pid: int) -> int | None:
    """None where the system does not tell it as Linux does."""
    try:
        found = re.search(r"^VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    except OSError:
        return None
    return int(found[1]) * 1024 if found else None


def _check_free(port: int) -> None:
    """An answer from somebody else's server would be taken for our own."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as taken:
            raise BenchError(f"Port {port} on 127.0.0.1 is taken.", "another bench runs; wait until it ends.") from taken
