"""A real server whose hosts are simulated, for one test: data folder, ports and end are its own."""

import inspect
import itertools
import json
import os
import shutil
import signal
import socket
import subprocess
import urllib.request
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]
SERVER_JAR = HOME / "server/target/unpacked/caravan-server.jar"
LAB = HOME / "examples/maven/notes/src/main/caravan/lab.caravan"
START_LIMIT_S = 300
LOGS = HOME / "target/logs"
_servers = itertools.count(1)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def kept_logs(name: str) -> Path:
    """An empty folder that outlives the test: what a server wrote is often the only trace of a fault that comes once in many runs. The next
    run of the same name empties it."""
    folder = LOGS / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def class_archive() -> list[str]:
    """The option of Java that maps the server's classes instead of reading them; empty as long as the build has not made the archive."""
    found = subprocess.run([str(HOME / "packaging/class-archive"), "option", str(SERVER_JAR.parents[1] / "class-archives"), "java",
        str(SERVER_JAR)],
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    return found.stdout.split("\n")[:1] if found.stdout else []


class SimulatedServer:
    """Settings are of the server, as it takes them: --caravan.NAME=VALUE. It has no standing probes: its tests count runs and samples.
    Its log is kept under target/logs, by the name of the test's file."""

    def __init__(self, folder: Path, *settings: str):
        self.data = folder / "data"
        self.data.mkdir()
        self.url = f"http://127.0.0.1:{free_port()}"
        self.log_file = kept_logs(f"{Path(inspect.stack()[1].filename).stem}-{next(_servers)}") / "server.log"
        self.log = self.log_file.open("w")
        self.process = subprocess.Popen(
            ["java", "-Xmx256m", "-Xmn32m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", *class_archive(), "-jar", str(SERVER_JAR),
             f"--caravan.data={self.data}",
             f"--caravan.port={self.url.rsplit(':', 1)[1]}", "--caravan.simulated=true", f"--caravan.dns.listen=127.0.0.1:{free_port()}",
             "--caravan.probing.idle-every=0s", *settings],
            stdout=self.log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        subprocess.run(["curl", "-fs", "-o", "/dev/null", "--retry", str(START_LIMIT_S), "--retry-delay", "1", "--retry-all-errors",
                        f"{self.url}/api/v1/health"], check=True)
        self.token = (self.data / "token").read_text().strip()

    def caravan(self, *arguments: str) -> str:
        return subprocess.run([str(HOME / "caravan"), *arguments, "--server", self.url], env={**os.environ, "CARAVAN_TOKEN": self.token},
                              check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout

    def get(self, path: str):
        request = urllib.request.Request(f"{self.url}/api/v1/{path}", headers={"Authorization": f"Bearer {self.token}"})
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)

    def description(self) -> Path:
        """Its REST interface as OpenAPI, in a file."""
        file = self.data.parent / "openapi.json"
        request = urllib.request.Request(f"{self.url}/api/v1/openapi", headers={"Authorization": f"Bearer {self.token}"})
        with urllib.request.urlopen(request, timeout=120) as answer:
            file.write_bytes(answer.read())
        return file

    def measure(self):
        """Plans need a measured network."""
        self.caravan("infrastructure", str(LAB))
        self.caravan("probe", "--scope", "quick")

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(300)
        self.log.close()
