"""What the real EC2 refuses or does and moto does not. One function per action: `before` may raise, `after` completes the tables."""
import json
import random
from ipaddress import ip_address, ip_network

from moto.ec2.exceptions import EC2ClientError
from moto.ec2.models import elastic_ip_addresses
from moto.ec2.models.elastic_ip_addresses import ElasticAddress
from moto.ec2.models.elastic_network_interfaces import NetworkInterface
from moto.ec2.models.instance_types import INSTANCE_TYPE_OFFERINGS
from moto.ec2.models.subnets import Subnet
from moto.ec2.utils import Base64EncodedString, random_private_ip

from caravan_machines import container, faults
from caravan_machines.errors import NoCapacity
from caravan_machines.ground import Ground

from .settings import ACCOUNT_WITHOUT_QUOTA, ADDRESS_QUOTA, VIRTUAL_CPU_QUOTA

VIRTUAL_CPUS, ADDRESSES = 64, 20  # an account's quotas; the other account has none


def quotas(account: str) -> tuple[int, int]:
    return (0, 0) if account == ACCOUNT_WITHOUT_QUOTA else (VIRTUAL_CPUS, ADDRESSES)


def before_run_instances(response, ground: Ground) -> None:
    backend, kind = response.ec2_backend, response._get_param("InstanceType")
    wanted = [each for each in backend.describe_instance_types() if each["InstanceType"] == kind]
    if not wanted:
        return  # moto refuses it
    running = [each.instance_type for each in backend.all_instances() if each.state in ("pending", "running")]
    used = sum(each["VCpuInfo"]["DefaultVCpus"] * running.count(each["InstanceType"]) for each in backend.describe_instance_types())
    allowed = quotas(response.current_account)[0]
    if used + wanted[0]["VCpuInfo"]["DefaultVCpus"] > allowed:
        raise EC2ClientError("VcpuLimitExceeded", f"You have requested more vCPU capacity than your current vCPU limit of {allowed} "
                             "allows for the instance bucket that the specified instance type belongs to.")
    try:
        faults.read(ground).check_room(kind, len(running))
    except NoCapacity:
        raise EC2ClientError("InsufficientInstanceCapacity", f"We currently do not have sufficient {kind} capacity in the "
                             "Availability Zone you requested. Our system will be working on provisioning additional capacity.") from None


def after_run_instances(response, ground: Ground) -> None:
    """moto ignores the IPv6 addresses of an interface that is described in the order."""
    backend = response.ec2_backend
    instance = list(backend.reservations.values())[-1].instances[0]
    wishes = {int(each.get("DeviceIndex", 0)): each for each in response._get_param("NetworkInterfaces", [])}
    for index, nic in instance.nics.items():
        wish = wishes.get(index, {})
        nic.delete_on_termination = wish.get("DeleteOnTermination", True) is not False
        nic.ipv6_addresses.extend(each["Ipv6Address"] for each in wish.get("Ipv6Addresses", []))
        for _ in range(int(wish.get("Ipv6AddressCount", 0)) - len(nic.ipv6_addresses)):
            nic.ipv6_addresses.append(random_private_ip(_ipv6_block(nic.subnet), ipv6=True))
        nic.primary_ipv6 = nic.ipv6_addresses[0] if wish.get("PrimaryIpv6") and nic.ipv6_addresses else None


def after_terminate_instances(response, ground: Ground) -> None:
    for id in response._get_param("InstanceIds", []):
        instance = response.ec2_backend.get_instance(id)
        for nic in instance.nics.values():
            for address in _elastic_of(response.ec2_backend, nic):
                response.ec2_backend.disassociate_address(address=address.public_ip)


def before_assign_private_ip_addresses(response, ground: Ground) -> None:
    nic = response.ec2_backend.get_network_interface(response._get_param("NetworkInterfaceId"))
    wanted = response._get_param("PrivateIpAddresses", [])
    held = [each["PrivateIpAddress"] for each in nic.private_ip_addresses]
    _check(response.ec2_backend, nic, wanted, nic.subnet.cidr_block)
    _check_count(response, nic, len(set(held + wanted)), "Ipv4AddressesPerInterface", "PrivateIpAddressLimitExceeded")


def after_assign_private_ip_addresses(response, ground: Ground) -> None:
    """Else moto would give the address to the next instance."""
    nic = response.ec2_backend.get_network_interface(response._get_param("NetworkInterfaceId"))
    for each in nic.private_ip_addresses:
        nic.subnet._subnet_ips.setdefault(each["PrivateIpAddress"], nic.instance)


def before_unassign_private_ip_addresses(response, ground: Ground) -> None:
    nic = response.ec2_backend.get_network_interface(response._get_param("NetworkInterfaceId"))
    for address in response._get_param("PrivateIpAddresses", []):
        nic.subnet._subnet_ips.pop(address, None)


def before_assign_ipv6_addresses(response, ground: Ground) -> None:
    nic = response.ec2_backend.get_network_interface(response._get_param("NetworkInterfaceId"))
    wanted = response._get_param("Ipv6Addresses", [])
    _check(response.ec2_backend, nic, wanted, _ipv6_block(nic.subnet))
    _check_count(response, nic, len(set(nic.ipv6_addresses + wanted)), "Ipv6AddressesPerInterface", "Ipv6AddressLimitExceeded")


def _check(backend, nic, wanted: list[str], block: str) -> None:
    for address in wanted:
        if not block or ip_address(address) not in ip_network(block):
            raise EC2ClientError("InvalidParameterValue", f"Address {address} does not fall within the subnet's address range")
        for other in backend.enis.values():
            if other.id != nic.id and address in [each["PrivateIpAddress"] for each in other.private_ip_addresses] + other.ipv6_addresses:
                raise EC2ClientError("InvalidIPAddress.InUse", f"Address {address} is in use.")


def _check_count(response, nic, count: int, limit: str, code: str) -> None:
    kind = response.ec2_backend.describe_instance_types([nic.instance.instance_type])[0]
    allowed = kind["NetworkInfo"][limit]
    if count > allowed:
        raise EC2ClientError(code, f"The interface {nic.id} may have {allowed} addresses.")


def after_unassign_private_ip_addresses(response, ground: Ground) -> None:
    nic = response.ec2_backend.get_network_interface(response._get_param("NetworkInterfaceId"))
    held = [each["PrivateIpAddress"] for each in nic.private_ip_addresses]
    for address in _elastic_of(response.ec2_backend, nic):
        if address.private_ip_address not in held:
            response.ec2_backend.disassociate_address(address=address.public_ip)


def before_allocate_address(response, ground: Ground) -> None:
    if len(response.ec2_backend.addresses) >= quotas(response.current_account)[1]:
        raise EC2ClientError("AddressLimitExceeded", "The maximum number of addresses has been reached.")


def before_associate_address(response, ground: Ground) -> None:
    wanted, id = response._get_param("PrivateIpAddress"), response._get_param("NetworkInterfaceId")
    if wanted and id:
        nic = response.ec2_backend.get_network_interface(id)
        if wanted not in [each["PrivateIpAddress"] for each in nic.private_ip_addresses]:
            raise EC2ClientError("InvalidParameterValue", f"The address {wanted} is not assigned to interface {id}")
        if any(each.private_ip_address == wanted for each in _elastic_of(response.ec2_backend, nic)) \
                and not response._get_param("AllowReassociation", False):
            raise EC2ClientError("Resource.AlreadyAssociated", f"The address {wanted} already has an Elastic IP.")


def after_associate_address(response, ground: Ground) -> None:
    for address in response.ec2_backend.address_by_allocation([response._get_param("AllocationId")]):
        address.stands_for = response._get_param("PrivateIpAddress")


def before_delete_security_group(response, ground: Ground) -> None:
    group = response._get_param("GroupId")
    for nic in response.ec2_backend.enis.values():
        if group in [each.id for each in nic.group_set]:
            raise EC2ClientError("DependencyViolation", f"resource {group} has a dependent object")


def instead_of_describe_instance_types(response, ground: Ground) -> dict:
    """moto names the types of all regions."""
    backend = response.ec2_backend
    offered = {each["InstanceType"] for each in INSTANCE_TYPE_OFFERINGS["region"].get(backend.region_name, ())}
    kinds = backend.describe_instance_types(response._get_param("InstanceTypes", []), response._filters_from_querystring())
    return {"InstanceTypes": [each for each in kinds if each["InstanceType"] in offered]}


def instead_of_get_console_output(response, ground: Ground) -> dict:
    instance = response.ec2_backend.get_instance(response._get_param("InstanceId"))
    return {"InstanceId": instance.id, "Output": Base64EncodedString.from_raw_string(container.console(ground, instance.id)[-65536:])}


def quota_answer(account: str, code: str) -> str | None:
    values = dict(zip((VIRTUAL_CPU_QUOTA, ADDRESS_QUOTA), quotas(account)))
    return json.dumps({"Quota": {"ServiceCode": "ec2", "QuotaCode": code, "Value": float(values[code])}}) if code in values else None


def _elastic_of(backend, nic) -> list[ElasticAddress]:
    return [each for each in backend.addresses if each.eni and each.eni.id == nic.id]


def _ipv6_block(subnet) -> str:
    return next((each["ipv6CidrBlock"] for each in subnet.ipv6_cidr_block_associations.values()), "")


def amend_tables(range: str) -> None:
    """moto takes Elastic IPs from 127.0.0.0/8, forgets which private address one stands for, and knows no primary IPv6 address."""
    NetworkInterface.primary_ipv6 = None
    NetworkInterface.instance_ipv6_address_list = property(
        lambda self: [{"Ipv6Address": each, "IsPrimaryIpv6": each == self.primary_ipv6} for each in self.ipv6_addresses])
    elastic_ip_addresses.random_ip = lambda: str(random.choice(list(ip_network(range).hosts())))
    Subnet.ipv6_cidr_block_association_set = property(lambda self: [  # moto writes the state as text of a table
        {**each, "ipv6CidrBlockState": each["ipv6CidrBlockState"]} for each in self.ipv6_cidr_block_associations.values()])
    Subnet.get_available_subnet_ip = _lowest_free
    ElasticAddress.stands_for = None
    ElasticAddress.private_ip_address = property(
        lambda self: (self.stands_for or self.eni.private_ip_address) if self.eni else None)


def _lowest_free(subnet, instance) -> str:
    """moto gives what was given back last, which here may have been an address that somebody chose."""
    hosts = (str(host) for host in list(subnet.cidr.hosts())[3:] if str(host) not in subnet._subnet_ips)
    address = next(hosts, None)
    if address is None:
        raise EC2ClientError("InsufficientFreeAddressesInSubnet", f"There are not enough free addresses in subnet '{subnet.id}'.")
    subnet._subnet_ips[address] = instance
    return address
