"""Drives ./caravan as a user does, and looks at the nodes behind its back."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
DATA = Path(os.environ.get("CARAVAN_DATA", HOME / "data"))
SHOP = "http://" + os.environ.get("CARAVAN_DEMO_SHOP", "127.0.0.1:8079") + "/"
SERVER = os.environ.get("CARAVAN_SERVER", "http://127.0.0.1:8080")
NODES = ("pi-bergen-1", "pi-bergen-2", "pi-hainan-1", "pi-narvik-1", "simula-1", "ohio-1")


# No standing probes: the acts count plans and decisions, and probe when they want to.
ENVIRONMENT = {**os.environ, "CARAVAN_DEMO_PROBED": "0s"}

RUN: set[str] = set()
"""Every command that was given, as a user would type it."""


def caravan(*arguments: str, limit: float = 1800) -> subprocess.CompletedProcess[str]:
    """Runs the launcher to its end; what it printed is in the result."""
    RUN.add(" ".join(("./caravan", *arguments)))
    return subprocess.run(
        [str(HOME / "caravan"), *arguments], env=ENVIRONMENT, capture_output=True, text=True, timeout=limit, stdin=subprocess.DEVNULL,
        check=False
    )


def start(*arguments: str) -> subprocess.Popen[str]:
    """Starts the launcher and goes on."""
    return subprocess.Popen(
        [str(HOME / "caravan"), *arguments], env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        stdin=subprocess.DEVNULL
    )


def said(*arguments: str) -> object:
    """What a command prints with --json."""
    result = caravan(*arguments, "--json")
    return json.loads(result.stdout)


def ask(path: str) -> object:
    """Reads from the REST API itself, where a command would be too slow to catch a moment."""
    request = urllib.request.Request(f"{SERVER}/api/v1/{path}")
    request.add_header("Authorization", "Bearer " + (DATA / "token").read_text().strip())
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.load(answer)


def steps_done() -> int:
    """Of the newest deployment; 0 when it is over."""
    newest = ask("applications/sock-shop/deployments/latest")
    return sum(step["state"] == "DONE" for step in newest["steps"]) if newest["state"] == "RUNNING" else 0


def step_running(kind: str) -> bool:
    """Whether the newest deployment is at a step of this kind now."""
    newest = ask("applications/sock-shop/deployments/latest")
    return any(step["state"] == "RUNNING" and step["kind"] == kind for step in newest["steps"])


def copies_on_nodes() -> dict[str, list[str]]:
    """Labels of the containers that really run, per node, asked of the nodes and not of the server."""
    found = {}
    for node in NODES:
        listed = caravan("testbed", "exec", node, "--", "lxc-ls", "-1", "--running", limit=300)
        if listed.returncode:
            raise AssertionError(f"{node} cannot be queried: {listed.stderr}")
        found[node] = sorted(listed.stdout.split())
    return found


def instances() -> dict[str, str]:
    """Host of each instance, as the server says."""
    status = said("status", "--application", "sock-shop")
    return {instance["instance"]: instance["hostId"] for instance in status["instances"]}


def front_page(limit: float = 60) -> str:
    with urllib.request.urlopen(SHOP, timeout=limit) as answer:
        return answer.read().decode()


def shop_answers(limit: float = 10) -> bool:
    try:
        return "Sock" in front_page(limit)
    except OSError:
        return False


@contextmanager
def kept_connection() -> Iterator[None]:
    """A request that is never finished: who drains waits for it, as long as that is allowed."""
    host, port = SHOP.split("/")[2].split(":")
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: shop\r\n")
        yield


def under_load(seconds: float) -> float:
    """A limit for a quiet machine, longer where more processes want a core than there are: the gate runs three suites on two cores."""
    return seconds * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def wait_until(what: str, holds, limit: float = 120) -> None:
    """Polls a state; the message says what did not come true. The limit is that of a quiet machine."""
    limit = under_load(limit)
    end = time.monotonic() + limit
    while not holds():
        if time.monotonic() > end:
            raise AssertionError(f"not within {limit:.0f} s: {what}")
        time.sleep(0.05)


def readme_commands() -> list[str]:
    """The lines of the README's blocks marked as shell."""
    blocks = (HOME / "README.md").read_text().split("```sh\n")[1:]
    return [line for block in blocks for line in block.split("```")[0].splitlines() if line]
