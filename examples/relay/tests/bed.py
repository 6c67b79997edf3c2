"""A test bed and a server of these tests' own, beside any other: names begin with cvr, 198.18.100.0/24, ports 8180 and 5153.

CARAVAN_RELAY_BED=1 to 9 is a further one, for tests of another checkout at the same time.
CARAVAN_RELAY_WEIGHT=2 to 256 gives the bed more processor time than other programs, for latencies on a busy machine. The test of bandwidth
has 64.
"""
from __future__ import annotations

import functools
import os
import subprocess
import sys
import time
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(HOME / "examples"))
from installation import UNPROBED, Installation  # noqa: E402 (the path must be set first)

DATA = Path(os.environ.get("CARAVAN_RELAY_DATA", HOME / "data/relay"))
IMAGES = Path(os.environ.get("CARAVAN_IMAGES", DATA / "images"))
NUMBER = int(os.environ.get("CARAVAN_RELAY_BED", "0"))
DNS_PORT = 5153 + 10 * NUMBER
DNS = f"198.18.{100 + NUMBER}.1:{DNS_PORT}"
OWN = Installation(DATA, f"http://127.0.0.1:{8180 + NUMBER}", f"--prefix cvr{NUMBER or ''} --mgmt 198.18.{100 + NUMBER}.0/24",
                   {"CARAVAN_DEMO_DNS": DNS})
ENVIRONMENT, caravan, ask = OWN.environment, OWN.caravan, OWN.ask


@functools.cache
def build_images() -> None:
    specs = HOME / "examples/sock-shop/images"
    IMAGES.mkdir(parents=True, exist_ok=True)
    subprocess.run([str(HOME / "executionware/images/image-build"), str(specs / "debian.toml"), str(specs / "python.toml"),
                    str(HOME / "executionware/images/router/router.toml"),
                    str(HOME / "examples/relay/images"), "--output", str(IMAGES)], check=True, capture_output=True)


def raise_bed(*options: str, weight: int = 1) -> None:
    build_images()
    caravan("testbed", "up", "--weight", os.environ.get("CARAVAN_RELAY_WEIGHT", str(weight)))
    OWN.keep_keys_of_bed()
    start_server(*options)
    infrastructure = DATA / "nornet.caravan"
    infrastructure.write_text(caravan("testbed", "infrastructure"))
    caravan("infrastructure", str(infrastructure))
    if not any(map(_idle_probes, options)) and '"MEASURED"' not in caravan("network", "--json"):
        caravan("probe", "--scope", "idle")


def start_server(*options: str) -> None:
    """Without standing idle probes unless an option sets their period."""
    if not any(map(_idle_probes, options)):
        options += (UNPROBED,)
    caravan("server", "start", f"--caravan.dns.listen=127.0.0.1:{DNS_PORT},{DNS}", f"--caravan.images={IMAGES}", *options)


def _idle_probes(option: str) -> bool:
    return option.startswith(UNPROBED.partition("=")[0])


def raze_bed() -> None:
    if os.environ.get("CARAVAN_KEEP") != "1":
        caravan("server", "stop")
        caravan("testbed", "down")


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
    end = time.monotonic() + 900
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
