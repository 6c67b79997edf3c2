"""What an application has at the two clouds, as they themselves say: machines, addresses, ports, keys, security groups."""
from __future__ import annotations

import json
import subprocess

from . import bed

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
found += ["key " + k["KeyName"] for k in ec2.describe_key_pairs()["KeyPairs"]]
print(json.dumps(found))
"""
_OPENSTACK = """
import json, sys, openstack
lines = dict(line.strip().split("=", 1) for line in open(sys.argv[2]))
cloud = openstack.connect(auth_url=sys.argv[1], username=lines["user"], password=lines["password"], project_name=lines["project"],
                          user_domain_id="default", project_domain_id="default", region_name="RegionOne")
found = ["server " + s.name for s in cloud.compute.servers()] + ["key " + k.name for k in cloud.compute.keypairs()]
found += ["port " + p.id for p in cloud.network.ports() if not p.device_owner.startswith("network:")]
found += ["floating address " + f.floating_ip_address for f in cloud.network.ips()]
found += ["security group " + g.name for g in cloud.network.security_groups() if g.name != "default"]
print(json.dumps(found))
"""


def at_ec2() -> list[str]:
    return _found([_python(bed.EC2), "-c", _EC2, str(bed.DATA / "ec2/connection.json")])


def at_openstack() -> list[str]:
    account = bed.HOME / "data/openstack/run/credentials/openstack/openstack"
    return _found([_python(bed.OPENSTACK), "-W", "ignore", "-c", _OPENSTACK, "http://127.0.40.1:5000/v3", str(account)])


def _python(cloud: list[str]) -> str:
    """Of the environment that has the provider's own client."""
    return json.loads(bed.run([*cloud, "status", "--json"]))["python"]


def _found(command: list[str]) -> list[str]:
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode:
        raise AssertionError(f"a cloud could not be asked: {done.stderr[-2000:]}")
    return json.loads(done.stdout)
