"""What an operator does with docker-compose.yml, and what may happen to it: stack.py FOLDER LOGS, where DOCKER_HOST is an engine with the
images. What each container wrote stays in LOGS."""

import http.client
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
# What `caravan demo --simulated` deploys.
SITES = HOME / "examples/testbed/nornet.caravan"
SHOP = HOME / "examples/sock-shop/sock-shop.caravan"
COMPONENTS = re.findall(r"^  component ([a-z-]+)", SHOP.read_text(), re.M)
URLS = {"server-a": "http://127.0.0.1:8080", "server-b": "http://127.0.0.1:8081"}
SERVICES = ["broker", "database", "samples", *URLS]
# A server starts in seconds on two idle cores, in minutes where many programs want them.
LIMIT_S = 420


class Stack:
    def __init__(self, folder: Path):
        self.folder = folder
        self.token = ""
        self.shop_password = secrets.token_urlsafe(24)

    def compose(self, *arguments: str, expected: int = 0) -> str:
        done = subprocess.run(["docker-compose", *arguments], cwd=self.folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        assert done.returncode == expected, f"docker-compose {' '.join(arguments)}: exit {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    def container(self, service: str) -> str:
        return docker("ps", "-aq", "--filter", f"label=com.docker.compose.service={service}").strip()

    def state(self, service: str) -> str:
        found = json.loads(docker("inspect", self.container(service)))[0]["State"]
        return found["Health"]["Status"] if found["Running"] else "ended"

    def healthy(self):
        wait("all services are healthy", lambda: all(self.state(service) == "healthy" for service in SERVICES),
             lambda: ", ".join(f"{service} {self.state(service)}" for service in SERVICES))

    def epoch(self, service: str) -> int:
        """The last one that the server led in, 0 if none."""
        return max(map(int, re.findall(r"this server leads \(epoch (\d+)\)", docker("logs", self.container(service)))), default=0)

    def leader(self) -> str:
        return max(URLS, key=self.epoch)

    def get(self, service: str, path: str):
        request = urllib.request.Request(f"{URLS[service]}/api/v1/{path}", headers={"Authorization": f"Bearer {self.token}"})
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)

    def client(self, service: str, *arguments: str, typed: str = "") -> str:
        done = subprocess.run([str(HOME / "caravan"), *arguments, "--server", URLS[service]],
                              env={**os.environ, "CARAVAN_TOKEN": self.token},
                              capture_output=True, text=True, input=typed)
        assert done.returncode == 0, f"caravan {' '.join(arguments)}: exit {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout

    def runs(self, service: str) -> dict:
        """What each instance has of a processor, of those that run, by what a server says."""
        found = self.get(service, "applications/sock-shop")["instances"]
        return {one["instance"]: one["cpuMilliCores"] for one in found if one["state"] == "RUNNING"}

    def measured(self, service: str) -> list:
        """Paths of which the server knows a measured round-trip time."""
        return [path for path in self.get(service, "network") if path["idleRtt"]["origin"] == "MEASURED"]

    def drawn(self, service: str, path: dict) -> list:
        """The round-trip times of a path as the server reads them from where samples are kept."""
        asked = urllib.parse.urlencode({"from": path["from"], "to": path["to"], "window": "6h"})
        return self.get(service, "network/timeline?" + asked)["points"]

    def influxdb(self) -> bool:
        return not (self.folder / "docker-compose.override.yml").exists()

    def stored(self) -> int:
        """Samples in InfluxDB, by itself."""
        found = json.loads(docker("inspect", self.container("samples")))[0]["NetworkSettings"]["Networks"]
        url = f"http://{next(iter(found.values()))['IPAddress']}:8086/api/v2/query?org=caravan"
        flux = ('from(bucket: "caravan-samples") |> range(start: -6h) '
                '|> filter(fn: (r) => r._measurement == "sample" and r._field == "value") |> group() |> count()')
        token = (self.folder / "secrets/caravan/influxdb/token").read_text().strip()
        request = urllib.request.Request(url, flux.encode(), {"Authorization": f"Token {token}", "Content-Type": "application/vnd.flux",
                                                              "Accept": "application/csv"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            rows = [line.split(",") for line in answer.read().decode().splitlines() if line.strip()]
        return int(rows[1][rows[0].index("_value")]) if len(rows) > 1 else 0

    def secrets(self) -> list:
        """Values that nobody should read anywhere else."""
        return [file.read_text().strip() for file in (self.folder / "secrets/caravan").rglob("*") if file.name in ("password", "token")]


def docker(*arguments: str) -> str:
    return subprocess.run(["docker", *arguments], check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout


def wait(what: str, reached, say=lambda: ""):
    """A server that starts, or leads no more, may refuse a question: it is asked again."""
    end = time.monotonic() + LIMIT_S
    while True:
        try:
            if reached():
                return
            said = ""
        except (OSError, http.client.HTTPException, json.JSONDecodeError) as unanswered:
            said = str(unanswered)
        assert time.monotonic() < end, f"not within {LIMIT_S} s: {what} {said or say()}"
        time.sleep(0.1)


def timed(what: str, act):
    begin = time.monotonic()
    act()
    print(f"{what}: {time.monotonic() - begin:.1f} s", flush=True)


def refused_without_secrets(stack: Stack):
    said = stack.compose("up", "--detach", expected=1)
    assert re.search(r"secrets/(broker|influxdb)\.env", said), said
    assert not docker("ps", "-aq"), "nothing was made"
    print("without secrets: refused", flush=True)


def begin(stack: Stack):
    subprocess.run(["packaging/compose/make-secrets"], cwd=stack.folder, check=True)
    stack.compose("up", "--detach")
    stack.healthy()
    shared = docker("volume", "inspect", "--format", "{{.Mountpoint}}", "stack_shared").strip()
    stack.token = (Path(shared) / "token").read_text().strip()
    wait("one leads", lambda: max(map(stack.epoch, URLS)) > 0)


def deploy(stack: Stack):
    """Each step at another server."""
    stack.client("server-a", "infrastructure", str(SITES))
    stack.client("server-b", "probe", "--scope", "quick")
    stack.client("server-a", "secret", "set", "shop-db-password", typed=stack.shop_password)
    stack.client("server-b", "deploy", "--auto-approve", str(SHOP))
    both_say(stack, cpu=200)


def both_read(stack: Stack, than: int) -> int:
    """What was measured is in InfluxDB, more than there was, and either server reads the same of it. @return how many samples"""
    wait(f"more than {than} samples are in InfluxDB", lambda: stack.stored() > than, lambda: str(stack.stored()))
    wait("both know what is measured", lambda: all(stack.measured(service) for service in URLS))
    path = stack.measured("server-a")[0]
    wait(f"both read the same of {path['from']} to {path['to']}",
         lambda: stack.drawn("server-a", path) == stack.drawn("server-b", path) != [],
         lambda: str({service: stack.drawn(service, path) for service in URLS}))
    count = stack.stored()
    print(f"{count} samples in InfluxDB, {sum(point['samples'] for point in stack.drawn('server-b', path))} of {path['from']} to "
          f"{path['to']}: read by both", flush=True)
    return count


def both_say(stack: Stack, cpu: int):
    """Every component of the shop runs, and so much of a processor is its frontend's."""
    for service in URLS:
        wait(f"{service} says that the shop runs", lambda: {one.partition(":")[0] for one in stack.runs(service)} == set(COMPONENTS)
             and stack.runs(service)["frontend:1"] == cpu,
             lambda: str(stack.runs(service)))


def killed(stack: Stack):
    """The first process of its container is, and with it all others, as by a fault: the engine starts it again."""
    leader = stack.leader()
    other = next(service for service in URLS if service != leader)
    before = stack.epoch(leader)
    os.kill(int(docker("inspect", "--format", "{{.State.Pid}}", stack.container(leader))), signal.SIGKILL)
    timed(f"{leader} killed, {other} leads", lambda: wait(f"{other} leads", lambda: stack.epoch(other) > before))
    changed = stack.folder / "shop.caravan"
    changed.write_text(SHOP.read_text().replace("cpu 0.2", "cpu 0.3", 1))
    timed(f"a further deployment by {other}", lambda: stack.client(other, "deploy", "--auto-approve", str(changed)))
    timed(f"{leader} is back", stack.healthy)
    both_say(stack, cpu=300)
    assert stack.leader() == other, "who came back does not lead"


def destroyed(stack: Stack):
    stack.client("server-b", "destroy", "sock-shop", "--auto-approve")
    for service in URLS:
        wait(f"{service} says that nothing runs", lambda: not stack.runs(service), lambda: str(stack.runs(service)))


def told_nobody(stack: Stack):
    said = stack.compose("logs", "--no-color")
    for service in SERVICES:
        said += docker("inspect", stack.container(service)) if service in URLS else ""
    planted = [*stack.secrets(), stack.token, stack.shop_password]
    for secret in planted:
        assert secret not in said, "a secret is in a log or in what the engine tells of a server"
    print(f"{len(planted)} secrets: in no log", flush=True)


def removed(stack: Stack):
    timed("down with its volumes", lambda: stack.compose("down", "--volumes"))
    left = docker("ps", "-aq") + docker("volume", "ls", "-q") + docker("network", "ls", "-q", "--filter", "type=custom")
    assert not left, f"left: {left}"
    print("nothing is left", flush=True)


def walk(stack: Stack):
    refused_without_secrets(stack)
    timed("up, all five healthy", lambda: begin(stack))
    timed("infrastructure, probe and deployment", lambda: deploy(stack))
    count = both_read(stack, 0) if stack.influxdb() else 0
    killed(stack)
    if stack.influxdb():
        # The samples of this one are taken by who leads since then.
        stack.client("server-a", "probe", "--scope", "quick")
        both_read(stack, count)
    timed("the shop destroyed", lambda: destroyed(stack))
    told_nobody(stack)
    removed(stack)


def keep_logs(folder: Path):
    """All of them whole: the cause of a fault is seldom in the last lines. The end of each is printed."""
    for found in docker("ps", "-aq").split():
        name = docker("inspect", "--format", "{{.Name}}", found).strip().strip("/")
        said = docker("logs", "--timestamps", found)
        (folder / f"{name}.log").write_text(said)
        print(name, docker("inspect", "--format", "{{json .State}}", found), "\n".join(said.splitlines()[-30:]), flush=True)


def main():
    stack = Stack(Path(sys.argv[1]))
    try:
        walk(stack)
    except BaseException:
        keep_logs(Path(sys.argv[2]))
        raise
    finally:
        for found in docker("ps", "-aq").split():
            docker("rm", "--force", found)


if __name__ == "__main__":
    main()
