"""A test bed and a server of these tests' own, beside any other: names begin with cvr, 198.18.100.0/24, ports 8180 and 5153."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
DATA = Path(os.environ.get("CARAVAN_RELAY_DATA", HOME / "data/relay"))
IMAGES = Path(os.environ.get("CARAVAN_IMAGES", DATA / "images"))
SERVER, DNS = "http://127.0.0.1:8180", "198.18.100.1:5153"
ENVIRONMENT = {**os.environ, "CARAVAN_DATA": str(DATA), "CARAVAN_SERVER": SERVER, "CARAVAN_DEMO_DNS": DNS,
               "CARAVAN_TESTBED_OPTIONS": "--prefix cvr --mgmt 198.18.100.0/24"}
_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def caravan(*arguments: str, limit: float = 900) -> str:
    """What the launcher printed; it must succeed."""
    done = subprocess.run([str(HOME / "caravan"), *arguments], env=ENVIRONMENT, capture_output=True, text=True, timeout=limit,
                          stdin=subprocess.DEVNULL, check=False)
    if done.returncode:
        raise AssertionError(f"{arguments} ended with {done.returncode}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def raise_bed() -> None:
    specs = HOME / "examples/sock-shop/images"
    IMAGES.mkdir(parents=True, exist_ok=True)
    subprocess.run([str(HOME / "executionware/images/image-build"), str(specs / "debian.toml"), str(specs / "python.toml"),
                    str(HOME / "examples/relay/images"), "--output", str(IMAGES)], check=True, capture_output=True)
    caravan("testbed", "up")
    keys = DATA / "credentials/testbed"
    keys.mkdir(parents=True, exist_ok=True, mode=0o700)
    (keys / "user").write_text("root\n")
    for name in ("id_ed25519", "known_hosts"):
        shutil.copy(DATA / "testbed" / name, keys / name)
        (keys / name).chmod(0o600)
    start_server()
    infrastructure = DATA / "nornet.caravan"
    infrastructure.write_text(caravan("testbed", "infrastructure"))
    caravan("infrastructure", str(infrastructure))
    if '"MEASURED"' not in caravan("network", "--json"):
        caravan("probe", "--scope", "idle")


def start_server(*options: str) -> None:
    caravan("server", "start", f"--caravan.dns.listen=127.0.0.1:5153,{DNS}", f"--caravan.images={IMAGES}", *options)


def raze_bed() -> None:
    if os.environ.get("CARAVAN_KEEP") != "1":
        caravan("server", "stop")
        caravan("testbed", "down")


def ask(method: str, path: str, body: object = None) -> dict:
    request = urllib.request.Request(f"{SERVER}/api/v1{path}", method=method, data=None if body is None else json.dumps(body).encode())
    request.add_header("Authorization", "Bearer " + (DATA / "token").read_text().strip())
    request.add_header("Content-Type", "application/json")
    try:
        with _DIRECT.open(request, timeout=120) as answer:
            return json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as refusal:
        raise AssertionError(f"{method} {path}: {refusal.code} {refusal.read().decode()[:1000]}") from refusal


def deploy(application: str, text: str) -> dict:
    """Hands the model over, approves its plan and waits until it is carried out."""
    ask("PUT", f"/applications/{application}/model", {"files": {f"{application}.caravan": text}})
    plan = ask("POST", f"/applications/{application}/plans")
    if plan["outcome"] != "PLANNED":
        raise AssertionError(f"no placement: {plan}")
    if not plan["changes"] and not plan.get("stepsText"):
        return plan
    return finished(application, ask("POST", f"/applications/{application}/plans/{plan['id']}/approval"))


def destroy(application: str) -> None:
    finished(application, ask("DELETE", f"/applications/{application}"))


def finished(application: str, begun: dict) -> dict:
    end = time.monotonic() + 300
    while True:
        run = ask("GET", f"/applications/{application}/deployments/{begun['deploymentId']}")
        if run["state"] == "DONE":
            return run
        if run["state"] != "RUNNING" or time.monotonic() > end:
            raise AssertionError(f"deployment {run['state']}: {run.get('error')}")
        time.sleep(0.1)


def site_of(application: str, instance: str) -> str:
    found = ask("GET", f"/applications/{application}")["instances"]
    return next(entry["siteId"] for entry in found if entry["instance"] == instance)
