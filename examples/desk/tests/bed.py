"""What the desk stands on, raised and razed: a bed, EC2 joined to it, and a server; beside any other: names begin with cvd and cve,
198.18.130.0/24 and 198.18.131.0/24, ports 8281, 5254 and 5577.
"""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(HOME / "examples"))
from installation import UNPROBED, Installation  # noqa: E402 (the path must be set first)

DESK = HOME / "examples/desk"
DATA = Path(os.environ.get("CARAVAN_DESK_DATA", HOME / "data/desk"))
IMAGES = Path(os.environ.get("CARAVAN_IMAGES", DATA / "images"))
DNS = ("198.18.130.1", 5254)
PUBLIC = "198.51.101.0/24"
EC2 = [str(HOME / "examples/clouds/ec2/ec2"), "--state", str(DATA / "ec2")]
OWN = Installation(DATA, "http://127.0.0.1:8281", "--prefix cvd --mgmt 198.18.130.0/24")
run, caravan, ask = OWN.run, OWN.caravan, OWN.ask

_EC2 = """
import json, sys, boto3
c = json.load(open(sys.argv[1]))
ec2 = boto3.client("ec2", endpoint_url=c["endpoint"], region_name=c["region"],
                   aws_access_key_id=c["keys"]["caravan"]["id"], aws_secret_access_key=c["keys"]["caravan"]["secret"])
found = ["instance " + i["InstanceId"] for r in ec2.describe_instances()["Reservations"] for i in r["Instances"]
         if i["State"]["Name"] != "terminated"]
found += ["address " + a["PublicIp"] for a in ec2.describe_addresses()["Addresses"]]
found += ["interface " + n["NetworkInterfaceId"] for n in ec2.describe_network_interfaces()["NetworkInterfaces"]]
found += ["security group " + g["GroupName"] for g in ec2.describe_security_groups()["SecurityGroups"] if g["GroupName"] != "default"]
print(json.dumps(found))
"""


def say(text: str) -> None:
    print(f"desk {time.strftime('%H:%M:%S')}: {text}", flush=True)


def raise_all() -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    run([str(HOME / "executionware/images/image-build"), str(HOME / "examples/sock-shop/images/debian.toml"), str(DESK / "images"),
         "--output", str(IMAGES)])
    say(run([*EC2, "up", "--prefix", "cve", "--link", "198.18.131.0/24", "--port", "5577", "--public", PUBLIC, "--subnet",
             "lab=10.152.0.0/24"])
        .strip().splitlines()[-1])
    say(caravan("testbed", "up", str(DESK / "desk.toml")).strip().splitlines()[-1])
    caravan("testbed", "join", "amazon", "--namespace", "cve-cloud", "--device", "cve-wan", "--prefixes", "Four=10.152.0.0/24", "--public",
            f"Four={PUBLIC}")
    shutil.rmtree(DATA / "credentials", ignore_errors=True)
    OWN.keep_keys_of_bed()
    key = json.loads((DATA / "ec2/connection.json").read_text())["keys"]["caravan"]
    OWN.keep("aws", {"aws": f"[default]\naws_access_key_id = {key['id']}\naws_secret_access_key = {key['secret']}\n"})
    caravan("server", "start", f"--caravan.dns.listen=127.0.0.1:{DNS[1]},{DNS[0]}:{DNS[1]}", f"--caravan.images={IMAGES}",
            "--caravan.endpoints.allow=127.0.0.1:5577", UNPROBED)
    caravan("infrastructure", str(DESK / "desk.infrastructure.caravan"))
    say("server is up; measuring")
    caravan("probe", "--scope", "idle")


def set_secret(name: str, value: str) -> None:
    subprocess.run([str(HOME / "caravan"), "secret", "set", name], env=OWN.environment, input=value, text=True, check=True,
                   capture_output=True, timeout=120)


def at_ec2() -> list[str]:
    """What there is of ours, as the cloud itself says."""
    python = json.loads(run([*EC2, "status", "--json"]))["python"]
    return json.loads(run([python, "-c", _EC2, str(DATA / "ec2/connection.json")]))


def raze_all() -> list[str]:
    """What of it all is still on this machine afterwards."""
    if os.environ.get("CARAVAN_KEEP") == "1":
        return []
    caravan("server", "stop")
    run([*EC2, "down"])
    caravan("testbed", "down", str(DESK / "desk.toml"))
    spaces = run(["ip", "netns", "list"]).split()
    return [name for name in spaces if name.startswith(("cvd-", "cve-"))] + [line
        for line in run(["ip", "route"]).splitlines() if line.startswith((PUBLIC, "10.152."))]
