"""What a customer would have made by hand: access keys, a network with both IP versions."""
import json

from moto.ec2.models import ec2_backends, vpcs
from moto.iam.models import iam_backends

from .settings import ACCOUNT, ACCOUNT_WITHOUT_QUOTA, Settings, write_private

_EVERYTHING = json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]})


def create(settings: Settings) -> None:
    backend = ec2_backends[ACCOUNT][settings.region]
    default = _dual_stack_default(backend, settings)
    named = {text.partition("=")[0]: _subnet(backend, text) for text in settings.subnets}
    image = next(image for image in backend.describe_images() if image.architecture == "x86_64")
    write_private(settings.connection, json.dumps({
        "endpoint": settings.endpoint, "region": settings.region, "image": image.id, "subnet": default.id,
        "ipv4": default.cidr_block, "ipv6": _ipv6_block(default), "subnets": named, "public": settings.public,
            "machines": str(settings.ground.state),
        "keys": {"caravan": _access_key(ACCOUNT), "without-quota": _access_key(ACCOUNT_WITHOUT_QUOTA)}}, indent=1) + "\n")


def _access_key(account: str) -> dict[str, str]:
    iam = iam_backends[account]["aws"]
    iam.create_user(region_name="us-east-1", user_name="caravan")
    iam.put_user_policy("caravan", "everything", _EVERYTHING)
    key = iam.create_access_key(user_name="caravan")
    return {"id": key.access_key_id, "secret": key.secret_access_key}


def _dual_stack_default(backend, settings: Settings):
    """The default network of a new account has IPv4 only: this one got a block of IPv6 as its owner would add it. It is of addresses that
    are routed nowhere, and as unique as the link is."""
    vpc = backend.get_default_vpc()
    a, b, c, _ = settings.ground.link.network_address.packed
    vpcs.random_ipv6_cidr = lambda: f"fdec:{a:x}{b:02x}:{c:x}:1000::/56"
    block = backend.associate_vpc_cidr_block(vpc.id, None, True)["cidr_block"]
    subnets = sorted(backend.get_default_subnets().values(), key=lambda subnet: subnet.availability_zone)
    prefix = block.split("/")[0].removesuffix("00::")
    for number, subnet in enumerate(subnets):
        backend.associate_subnet_cidr_block(subnet.id, f"{prefix}{number:02x}::/64")
    return subnets[0]


def _subnet(backend, text: str) -> str:
    """NAME=10.6.7.0/24[,fd4e:6:7::/64], in a virtual private cloud of its own."""
    name, _, blocks = text.partition("=")
    ipv4, _, ipv6 = blocks.partition(",")
    vpc = backend.create_vpc(cidr_block=ipv4)
    zone = backend.describe_availability_zones()[0].name
    subnet = backend.create_subnet(vpc.id, ipv4, availability_zone=zone)
    subnet.add_tag("Name", name)
    if ipv6:
        backend.associate_subnet_cidr_block(subnet.id, ipv6)
    return subnet.id


def _ipv6_block(subnet) -> str:
    return next(iter(subnet.ipv6_cidr_block_associations.values()))["ipv6CidrBlock"]
