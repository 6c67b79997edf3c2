"""A small test bed and a server of these tests' own, beside any other: names begin with cvq, 198.18.160.0/24, ports 8260 and 5160."""
from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(HOME / "examples"))
from installation import kill  # noqa: E402 (the path must be set first)

DATA = Path(os.environ.get("CARAVAN_MEASURING_DATA", HOME / "data/measuring"))
PAIR = HOME / "examples/testbed/pair.toml"
SERVER = "http://127.0.0.1:8260"
ENVIRONMENT = {**os.environ, "CARAVAN_DATA": str(DATA), "CARAVAN_SERVER": SERVER,
               "CARAVAN_TESTBED_OPTIONS": "--prefix cvq --mgmt 198.18.160.0/24"}
LINES = {"east.Fibre": ("east", "wan1"), "east.Adsl": ("east", "wan2"), "west.Fibre": ("west", "wan1"), "west.Adsl": ("west", "wan2"),
         "users-coast.Fibre": ("users-coast", "wan1")}
_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def caravan(*arguments: str, limit: float = 900) -> str:
    """What the launcher printed; it must succeed."""
    done = subprocess.run([str(HOME / "caravan"), *arguments], env=ENVIRONMENT, capture_output=True, text=True, timeout=limit,
                          stdin=subprocess.DEVNULL, check=False)
    if done.returncode:
        raise AssertionError(f"{arguments} ended with {done.returncode}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def raise_bed() -> None:
    caravan("testbed", "up", str(PAIR))
    keys = DATA / "credentials/testbed"
    keys.mkdir(parents=True, exist_ok=True, mode=0o700)
    (keys / "user").write_text("root\n")
    for name in ("id_ed25519", "known_hosts"):
        shutil.copy(DATA / "testbed" / name, keys / name)
        (keys / name).chmod(0o600)


def start_server(*options: str) -> None:
    """Without standing idle probes: the tests count bytes, and choose the probes themselves."""
    caravan("server", "start", "--caravan.dns.listen=127.0.0.1:5160", "--caravan.probing.idle-every=0s", *options)


def raze_bed() -> None:
    caravan("server", "stop")
    caravan("testbed", "down", str(PAIR))


def kill_server() -> None:
    """As by a power cut: it has no time to say anything to anybody."""
    kill(int((DATA / "server.pid").read_text()))


def spooled(machine: str) -> dict[int, str]:
    """Results that wait at the machine's lookout, by number; it is looked at from inside, not over SSH."""
    text = caravan("testbed", "exec", machine, "--", "sh", "-c", "cat /root/.caravan/lookout-*/spool 2>/dev/null || true")
    return {int(line.split()[0]): line for line in text.splitlines() if line.endswith(" .")}


def last_visit(machine: str) -> tuple[float, float] | None:
    """When the machine's lookout was visited last, in s since 1970, and after how many s without a visit it begins; None while either
    is written."""
    words = caravan("testbed", "exec", machine, "--", "sh", "-c", "cd /root/.caravan/lookout-* && echo $(date +%s.%N) "
                    "$(cut -d ' ' -f 1 /proc/uptime) $(cat heard) $(cut -d ' ' -f 1 limits) || true").split()
    if len(words) != 4:
        return None
    now, up, visited, after = map(float, words)
    return now - up + visited, after


# Path, quantity, ns since 1970 and value of each sample that a lookout took.
SAMPLES_OF_LOOKOUTS = """SELECT from_site || '.' || from_isp || '/' || lower(family)
                     || '>' || to_site || '.' || to_isp || '/' || lower(family),
                     quantity, taken_at, value
                     FROM sample JOIN path ON path.id = sample.path WHERE probe LIKE 'ping by lookout%'"""


def results_and_samples() -> tuple[dict[str, list[int]], list[tuple[str, str, int, float]]]:
    """Numbers of the results that the store took, by the spool that gave them out, and the samples of these results."""
    results, samples = stored("SELECT id FROM taken_event WHERE id LIKE '%/%'", SAMPLES_OF_LOOKOUTS)
    spools: dict[str, list[int]] = {}
    for (result,) in results:
        spool, number = result.rsplit("/", 1)
        spools.setdefault(spool, []).append(int(number))
    return spools, samples


def stored(*questions: str) -> list[list[tuple]]:
    """Answers of the store at one moment, though a server writes into it."""
    store = sqlite3.connect(f"file:{DATA / 'samples.db'}?mode=ro", uri=True, timeout=300, isolation_level=None)
    try:
        store.execute("BEGIN")
        return [store.execute(question).fetchall() for question in questions]
    finally:
        store.close()


def infrastructure(of_each_isp: str = "") -> str:
    """The bed as text, with this written into every isp."""
    return re.sub(r"(\bisp \w+ \{)", rf"\1 {of_each_isp} ", caravan("testbed", "infrastructure", str(PAIR)))


def hand_over(text: str) -> None:
    file = DATA / "pair.caravan"
    file.write_text(text)
    caravan("infrastructure", str(file))


def bytes_of_lines() -> dict[str, int]:
    """What crossed each line so far, both directions, by the counters of its interface."""
    counted = {}
    for line, (site, device) in LINES.items():
        text = caravan("testbed", "exec", site, "--", "cat", "/proc/net/dev")
        fields = re.search(rf"^\s*{device}:(.*)$", text, re.MULTILINE)[1].split()
        counted[line] = int(fields[0]) + int(fields[8])
    return counted


def ask(method: str, path: str, body: object = None) -> object:
    request = urllib.request.Request(f"{SERVER}/api/v1{path}", method=method, data=None if body is None else json.dumps(body).encode())
    request.add_header("Authorization", "Bearer " + (DATA / "token").read_text().strip())
    request.add_header("Content-Type", "application/json")
    try:
        with _DIRECT.open(request, timeout=120) as answer:
            return json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as refusal:
        raise AssertionError(f"{method} {path}: {refusal.code} {refusal.read().decode()[:1000]}") from refusal


def talk(near: str, far: str, prefix: str) -> tuple[subprocess.Popen, subprocess.Popen]:
    """An application of two machines that keep a connection between their addresses that begin so, and use it."""
    source, target = (re.search(rf"inet ({re.escape(prefix)}\S+)/", caravan("testbed", "exec", machine, "--", "ip", "-o", "-4", "addr"))[1]
                      for machine in (near, far))
    answering = (f"import socket\npeer = socket.create_server(('{target}', 7000)).accept()[0]\n"
                 "while asked := peer.recv(64): peer.sendall(asked)")
    asking = ("import socket, time\nwhile True:\n"
              f"    try: peer = socket.create_connection(('{target}', 7000), source_address=('{source}', 0)); break\n"
              "    except ConnectionRefusedError: time.sleep(0.1)\n"
              "while True: peer.sendall(b'what'); peer.recv(64); time.sleep(0.1)")
    return tuple(subprocess.Popen([str(HOME / "caravan"), "testbed", "exec", machine, "--", "/usr/bin/python3", "-c", program],
                                  env=ENVIRONMENT,
                                  stdin=subprocess.DEVNULL) for machine, program in ((far, answering), (near, asking)))


def wait_until(what: str, ready, seconds: float = 300):
    """What ready gave when it was something; the limit is for a machine that is stuck, not for how fast it is."""
    end = time.monotonic() + seconds
    while not (found := ready()):
        if time.monotonic() > end:
            raise AssertionError(f"not so after {seconds} s: {what}")
        time.sleep(0.5)
    return found
