"""Runs in the environment that has boto3: asks an EC2 that stands what moto alone would answer wrongly. Prints one line per answer.

strictness.py CONNECTION PUBLIC-KEY
"""
import json
import sys
import time
import urllib.request
from pathlib import Path

import boto3
from botocore.exceptions import ClientError

CONNECTION = json.loads(Path(sys.argv[1]).read_text())


def client(service: str = "ec2", key: str = "caravan", secret: str = ""):
    own = CONNECTION["keys"][key]
    return boto3.client(service, region_name=CONNECTION["region"], endpoint_url=CONNECTION["endpoint"],
                        aws_access_key_id=own["id"], aws_secret_access_key=secret or own["secret"])


def refusal(name: str, call, **words) -> None:
    try:
        call(**words)
        print(name, "is allowed")
    except ClientError as error:
        print(name, error.response["Error"]["Code"])


def main() -> None:
    ec2, subnet = client(), CONNECTION["subnets"]["lab"]
    ec2.import_key_pair(KeyName="k", PublicKeyMaterial=Path(sys.argv[2]).read_bytes())
    wish = {"ImageId": CONNECTION["image"], "MinCount": 1, "MaxCount": 1, "KeyName": "k", "InstanceType": "t3.micro",
            "UserData": "#!/bin/sh\ncd /srv && exec python3 -m http.server 8080 --bind ::\n",
            "NetworkInterfaces": [{"DeviceIndex": 0, "SubnetId": subnet, "Ipv6AddressCount": 1, "AssociatePublicIpAddress": False}]}
    refusal("a wrong secret", client(secret="wrong").describe_instances)
    refusal("no quota", client(key="without-quota").run_instances, ImageId=CONNECTION["image"], MinCount=1, MaxCount=1,
            InstanceType="t3.micro")
    refusal("an unknown type", ec2.run_instances, **{**wish, "InstanceType": "t99.micro"})
    refusal("an unknown image", ec2.run_instances, **{**wish, "ImageId": "ami-00000000"})
    instance = ec2.run_instances(**wish)["Instances"][0]
    card = ec2.describe_instances(InstanceIds=[instance["InstanceId"]])["Reservations"][0]["Instances"][0]["NetworkInterfaces"][0]
    group, interface = card["Groups"][0]["GroupId"], card["NetworkInterfaceId"]
    refusal("an address of elsewhere", ec2.assign_private_ip_addresses, NetworkInterfaceId=interface, PrivateIpAddresses=["10.1.1.1"])
    refusal("a third address", ec2.assign_private_ip_addresses, NetworkInterfaceId=interface,
            PrivateIpAddresses=["172.30.7.77", "172.30.7.78"])
    ec2.assign_private_ip_addresses(NetworkInterfaceId=interface, PrivateIpAddresses=["172.30.7.77"])
    elastic = ec2.allocate_address(Domain="vpc")
    refusal("an Elastic IP for what it has not", ec2.associate_address, AllocationId=elastic["AllocationId"], NetworkInterfaceId=interface,
            PrivateIpAddress="172.30.7.99")
    ec2.associate_address(AllocationId=elastic["AllocationId"], NetworkInterfaceId=interface, PrivateIpAddress=instance["PrivateIpAddress"])
    refusal("a group in use", ec2.delete_security_group, GroupId=group)
    ec2.authorize_security_group_ingress(GroupId=group, IpPermissions=[{
        "IpProtocol": "tcp", "FromPort": 8080, "ToPort": 8080, "IpRanges": [{"CidrIp": "0.0.0.0/0"}],
        "Ipv6Ranges": [{"CidrIpv6": "::/0"}]}])
    for name, host in (("Elastic IP", elastic["PublicIp"]), ("private", instance["PrivateIpAddress"]),
                       ("IPv6", f"[{card['Ipv6Addresses'][0]['Ipv6Address']}]")):
        print(name, answer(f"http://{host}:8080/"))
    ec2.terminate_instances(InstanceIds=[instance["InstanceId"]])
    print("quota", client("service-quotas").get_service_quota(ServiceCode="ec2", QuotaCode="L-1216C47A")["Quota"]["Value"])


def answer(url: str) -> int | str:
    """Asked again until the server of the first boot runs; bounded."""
    deadline, opener = time.monotonic() + 300, urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while True:
        try:
            return opener.open(url, timeout=10).status
        except OSError as error:
            if time.monotonic() > deadline:
                return str(error)
            time.sleep(0.1)


main()
