"""What the cloud started, by process id and start time, so that it ends nobody else's."""
import json
import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Callable, Sequence

from .errors import CloudError
from .layout import Cloud


PATIENCE_S = 300.0
"""With what starts; reached only where something is wrong."""
_TO_WRITE_DOWN_S = 120.0
"""A database that is killed before leaves what no later `up` can start from."""


def run(command: Sequence[str], environment: dict[str, str] | None = None, log: Path | None = None, text: str | None = None) -> str:
    done = subprocess.run([str(word) for word in command], env=environment, input=text, capture_output=True, text=True)
    if log:
        with open(log, "a") as file:
            file.write(done.stdout + done.stderr)
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip()[-800:]
        raise CloudError(f"The command ({' '.join(str(word) for word in command)}) failed: {said}",
                         f"read {log}." if log else "run `openstack down` to remove the parts that exist.")
    return done.stdout


def succeeds(command: Sequence[str]) -> bool:
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True).returncode == 0


def _start_time(pid: int) -> str | None:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if fields[0] in "ZX" else fields[19]


class Processes:
    """Kept in a file written before anything depends on it: `down` after a crash finds them."""

    def __init__(self, cloud: Cloud) -> None:
        self._cloud = cloud
        self._file = cloud.run / "processes.json"

    def start(self, name: str, command: Sequence[str], environment: dict[str, str] | None = None) -> None:
        if self.runs(name):
            return
        with open(self._cloud.log(name), "ab") as log:
            process = subprocess.Popen([str(word) for word in command], env={**self._cloud.environment(), **(environment or {})},
                                       stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, cwd=self._cloud.run)
        known = self._known()
        known[name] = [process.pid, _start_time(process.pid)]
        self._write(known)

    def runs(self, name: str) -> bool:
        pid, started = self._known().get(name, [0, None])
        return started is not None and _start_time(pid) == started

    def names(self) -> list[str]:
        return list(self._known())

    def stop_all(self) -> None:
        """Last started first; each leads a group of its own."""
        for name in reversed(self.names()):
            self.stop(name)

    def stop(self, name: str) -> None:
        pid = self._known()[name][0]
        for kind, patience in ((signal.SIGTERM, _TO_WRITE_DOWN_S if name == "mariadb" else 5.0), (signal.SIGKILL, 30.0)):
            if not self.runs(name):
                break
            os.killpg(pid, kind)
            until(lambda: not self.runs(name), patience)
        self._write({other: entry for other, entry in self._known().items() if other != name})

    def await_answer(self, name: str, url: str, patience: float = PATIENCE_S) -> None:
        until(lambda: answers(url) or not self.runs(name), patience)
        if not answers(url):
            raise CloudError(f"The service ({name}) does not answer at {url}.", f"read {self._cloud.log(name)}.")

    def _known(self) -> dict[str, list]:
        try:
            return json.loads(self._file.read_text())
        except FileNotFoundError:
            return {}

    def _write(self, known: dict[str, list]) -> None:
        fresh = self._file.with_suffix(".new")
        fresh.write_text(json.dumps(known))
        os.replace(fresh, self._file)


def answers(url: str) -> bool:
    try:
        urllib.request.urlopen(url, timeout=5).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def until(state: Callable[[], bool], patience: float) -> bool:
    deadline = time.monotonic() + patience
    while not state():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True
