"""A Caravan of a test's own, beside any other on this machine: its data folder, its server, its bed. Tests of the examples share it."""
from __future__ import annotations

import json
import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]
_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
_ANSWER_LIMIT_S = 120

# For servers whose tests count steps, messages or bytes, or measure times: no standing probes, which are on by default.
UNPROBED = "--caravan.probing.idle-every=0s"


def kill(pid: int) -> None:
    """As by a power cut. Returns when the process is gone: until then the launcher finds it running."""
    os.kill(pid, signal.SIGKILL)
    end = time.monotonic() + _ANSWER_LIMIT_S
    while _runs(pid):
        if time.monotonic() > end:
            raise AssertionError(f"process {pid} does not end")
        time.sleep(0.02)


def _runs(pid: int) -> bool:
    """Not a process that has ended, which has no command line any more."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes() != b""
    except (FileNotFoundError, ProcessLookupError):
        return False


@dataclass(frozen=True)
class Installation:
    data: Path
    server: str
    testbed_options: str  # what keeps its bed apart from others: --prefix, --mgmt
    more: dict[str, str] = field(default_factory=dict)  # of the launcher's environment

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "CARAVAN_DATA": str(self.data), "CARAVAN_SERVER": self.server,
                "CARAVAN_TESTBED_OPTIONS": self.testbed_options, **self.more}

    def caravan(self, *arguments: str, codes: tuple[int, ...] = (0,), limit: float = 900) -> str:
        """What the launcher printed."""
        return self.run([str(HOME / "caravan"), *arguments], codes, limit)

    def run(self, command: list[str], codes: tuple[int, ...] = (0,), limit: float = 900) -> str:
        """What any program printed; it must end within so many seconds, and with one of the exit codes."""
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=limit, stdin=subprocess.DEVNULL,
            check=False)
        if done.returncode not in codes:
            raise AssertionError(f"{command} ended with {done.returncode}: {done.stdout[-3000:]}{done.stderr[-3000:]}")
        return done.stdout

    def keep(self, name: str, files: dict[str, str]) -> None:
        """Credentials as the server reads them: one folder per name, for their owner only."""
        folder = self.data / "credentials" / name
        folder.mkdir(parents=True, exist_ok=True)
        for each in (folder.parent, folder):
            each.chmod(0o700)
        for file, text in files.items():
            (folder / file).touch(mode=0o600)
            (folder / file).write_text(text)

    def keep_keys_of_bed(self) -> None:
        self.keep("testbed", {"user": "root\n", **{name: (self.data / "testbed" / name).read_text() for name in ("id_ed25519",
            "known_hosts")}})

    def ask(self, method: str, path: str, body: object = None) -> dict:
        """What the server's REST interface answers."""
        request = urllib.request.Request(f"{self.server}/api/v1{path}", method=method,
            data=None if body is None else json.dumps(body).encode())
        request.add_header("Authorization", "Bearer " + (self.data / "token").read_text().strip())
        request.add_header("Content-Type", "application/json")
        try:
            with _DIRECT.open(request, timeout=_ANSWER_LIMIT_S) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as refusal:
            raise AssertionError(f"{method} {path}: {refusal.code} {refusal.read().decode()[:1000]}") from refusal
