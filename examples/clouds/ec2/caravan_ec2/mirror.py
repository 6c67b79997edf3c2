"""Makes the machines what moto's tables say, after every call that may have changed a table; and the tables what the machines say."""
import base64
from dataclasses import replace
from ipaddress import ip_network

from caravan_machines import container, verbs
from caravan_machines.ground import Ground
from caravan_machines.machine import Machine, Nic, Rule, load_machine

_USERS = {"debian": "admin", "ubuntu": "ubuntu"}


def to_machines(backend, ground: Ground) -> None:
    for instance in backend.all_instances():
        if instance.state == "terminated":
            verbs.destroy(ground, instance.id)
            continue
        for nic in instance.nics.values():
            _ensure_network(ground, nic.subnet)
        if not (ground.machines / instance.id).exists():
            _create(backend, ground, instance)
        verbs.configure(ground, instance.id, lambda machine: _configured(backend, instance, machine))
        if instance.state == "running" and load_machine(ground, instance.id).wanted == "stopped":
            verbs.start(ground, instance.id)
        elif instance.state == "stopped" and load_machine(ground, instance.id).wanted == "running":
            verbs.stop(ground, instance.id)


def from_machines(backend, ground: Ground) -> None:
    """A machine that went off by itself is stopped, as the default of instance-initiated shutdown is."""
    for instance in backend.all_instances():
        if instance.state == "running" and (ground.machines / instance.id).exists() and not container.is_on(ground, instance.id):
            instance.stop()
            instance.state_reason.code = "Client.InstanceInitiatedShutdown"
            instance.state_reason.message = "Client.InstanceInitiatedShutdown: Instance initiated shutdown"
            verbs.stop(ground, instance.id)


def _ensure_network(ground: Ground, subnet) -> None:
    blocks = [subnet.cidr_block] + [each["ipv6CidrBlock"] for each in subnet.ipv6_cidr_block_associations.values()
                                    if each["ipv6CidrBlockState"]["State"] == "associated"]
    verbs.create_network(ground, subnet.id, [f"{ip_network(block)[1]}/{ip_network(block).prefixlen}" for block in blocks])


def _create(backend, ground: Ground, instance) -> None:
    kind = next(each for each in backend.describe_instance_types([instance.instance_type]))
    key = backend.key_pairs.get(instance.key_name)
    image = backend.describe_images(ami_ids=[instance.image_id])[0]
    user = next((user for name, user in _USERS.items() if name in image.name), "ec2-user")
    nics = tuple(Nic(nic.subnet.id, nic.mac_address, "", (nic.private_ip_address, *nic.ipv6_addresses[:1]))
                 for _, nic in sorted(instance.nics.items()))
    disk = max((volume.size for volume in backend.volumes.values() if volume.attachment and volume.attachment.instance.id == instance.id),
        default=8)
    wish = Machine(instance.id, f"ip-{instance.nics[0].private_ip_address.replace('.', '-')}", 0, kind["VCpuInfo"]["DefaultVCpus"],
                   kind["MemoryInfo"]["SizeInMiB"] * 2**20, disk * 2**30, user, nics, rules=())
    verbs.create(ground, wish, instance.instance_type, key.material_public.decode() + "\n" if key else "", _user_data(instance))


def _user_data(instance) -> bytes:
    return base64.b64decode(str(instance.user_data)) if instance.user_data else b""


def _configured(backend, instance, machine: Machine) -> Machine:
    nics = list(machine.nics)
    for index, nic in sorted(instance.nics.items()):
        addresses = [each["PrivateIpAddress"] for each in nic.private_ip_addresses] + list(nic.ipv6_addresses)
        nics[index] = replace(nics[index], further=tuple(each for each in addresses if each not in nics[index].own))
    return replace(machine, nics=tuple(nics), public=_public(backend, instance), rules=_rules(instance))


def _public(backend, instance) -> dict[str, str]:
    """Addresses that the subnet gives by itself, then Elastic IPs."""
    own = {nic.id for nic in instance.nics.values()}
    automatic = {nic.private_ip_address: nic.public_ip for nic in instance.nics.values() if nic.public_ip and nic.public_ip_auto_assign}
    return automatic | {each.private_ip_address: each.public_ip for each in backend.addresses if each.eni and each.eni.id in own}


def _rules(instance) -> tuple[Rule, ...]:
    rules = set()
    for group in {group.id: group for nic in instance.nics.values() for group in nic.group_set}.values():
        for each in group.ingress_rules:
            source = each.ip_range.get("CidrIp") or each.ip_range.get("CidrIpv6")
            protocol = {"-1": "any", "icmpv6": "icmp", "58": "icmp"}.get(each.ip_protocol, each.ip_protocol)
            if source:
                first = each.from_port if protocol in ("tcp", "udp") else 0
                rules.add(Rule(protocol, first, each.to_port if first else 0, source))
    return tuple(sorted(rules, key=str))
