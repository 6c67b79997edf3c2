"""Everything that joint stands on, raised and razed: the bed, two clouds joined to it, and a server; beside any other: names begin with
cvj and cvk (OpenStack: cvo), 198.18.120.0/24 and 198.18.121.0/24, ports 8181, 5253 and 5566.
"""
from __future__ import annotations

import json
import os
import shutil
import sys
import time
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(HOME / "examples"))
from installation import UNPROBED, Installation  # noqa: E402 (the path must be set first)

JOINT = HOME / "examples/joint"
DATA = Path(os.environ.get("CARAVAN_JOINT_DATA", HOME / "data/joint"))
IMAGES = Path(os.environ.get("CARAVAN_IMAGES", DATA / "images"))
DNS = ("198.18.120.1", 5253)
PUBLIC = "198.51.100.0/24"
OPENSTACK = [str(HOME / "examples/clouds/openstack/openstack"), "--state", str(HOME / "data/openstack")]
EC2 = [str(HOME / "examples/clouds/ec2/ec2"), "--state", str(DATA / "ec2")]
OWN = Installation(DATA, "http://127.0.0.1:8181", "--prefix cvj --mgmt 198.18.120.0/24")
run, caravan, ask = OWN.run, OWN.caravan, OWN.ask


def say(text: str) -> None:
    print(f"joint {time.strftime('%H:%M:%S')}: {text}", flush=True)


def raise_all() -> None:
    build_images()
    say(run([*OPENSTACK, "up"]).strip().splitlines()[-1])
    say(run([*EC2, "up", "--prefix", "cvk", "--link", "198.18.121.0/24", "--port", "5566", "--public", PUBLIC,
             "--subnet", "lab=10.150.0.0/24,fdca:150::/64"]).strip().splitlines()[-1])
    say(caravan("testbed", "up", str(JOINT / "joint.toml")).strip().splitlines()[-1])
    join_clouds()
    credentials()
    caravan("server", "start", f"--caravan.dns.listen=127.0.0.1:{DNS[1]},{DNS[0]}:{DNS[1]}", f"--caravan.images={IMAGES}",
            "--caravan.endpoints.allow=127.0.40.1,127.0.0.1:5566", UNPROBED)
    caravan("infrastructure", str(JOINT / "joint.infrastructure.caravan"))
    say("server is up; measuring")
    caravan("probe", "--scope", "idle")


def build_images() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    run([str(HOME / "examples/unikernel/build")])
    shop = HOME / "examples/sock-shop/images"
    run([str(HOME / "executionware/images/image-build"), str(shop / "debian.toml"), str(shop / "python.toml"), str(JOINT / "images"),
         str(HOME / "examples/unikernel/image.toml"), "--output", str(IMAGES)])


def join_clouds() -> None:
    caravan("testbed", "join", "stack", "--namespace", "cvo-cloud", "--device", "cvo-wan",
            "--prefixes", "Four=10.140.0.0/24", "Six=fdca:140::/64")
    caravan("testbed", "join", "amazon", "--namespace", "cvk-cloud", "--device", "cvk-wan",
            "--prefixes", "Four=10.150.0.0/24", "Six=fdca:150::/64", "--public", f"Four={PUBLIC}")


def credentials() -> None:
    shutil.rmtree(DATA / "credentials", ignore_errors=True)
    OWN.keep_keys_of_bed()
    theirs = HOME / "data/openstack/run/credentials/openstack"
    OWN.keep("openstack", {file.name: file.read_text() for file in theirs.iterdir()})
    key = json.loads((DATA / "ec2/connection.json").read_text())["keys"]["caravan"]
    OWN.keep("aws", {"aws": f"[default]\naws_access_key_id = {key['id']}\naws_secret_access_key = {key['secret']}\n"})


def raze_all() -> list[str]:
    """What of it all is still on this machine afterwards."""
    if os.environ.get("CARAVAN_KEEP") == "1":
        return []
    caravan("server", "stop")
    for command in (EC2, OPENSTACK):
        run([*command, "down"])
    caravan("testbed", "down", str(JOINT / "joint.toml"))
    spaces = run(["ip", "netns", "list"]).split()
    routes = run(["ip", "route"]) + run(["ip", "-6", "route"])
    return [name for name in spaces if name.startswith(("cvj", "cvk", "cvo"))] + [
        line for line in routes.splitlines() if line.startswith((PUBLIC, "10.140.", "10.150.", "fdca:140:", "fdca:150:"))]

