"""What an operator sets up once: accounts, endpoints, offers, an image, networks. Arguments: step, then key=value."""
import sys
import time

import openstack

step, *pairs = sys.argv[1:]
given = dict(pair.split("=", 1) for pair in pairs)
cloud = openstack.connect(auth_url=given["keystone"] + "/v3", username="admin", password=given["password"], project_name="admin",
                          user_domain_id="default", project_domain_id="default", region_name="RegionOne")


def accounts() -> None:
    identity = cloud.identity
    roles = {role.name: role for role in identity.roles()}
    service = identity.create_project(name="service", domain_id="default")
    user = identity.create_user(name="svc", password=given["password"], domain_id="default", default_project_id=service.id)
    for role in ("admin", "service"):
        identity.assign_project_role_to_user(service, user, roles[role])
    for name in ("demo", "full"):
        project = identity.create_project(name=name, domain_id="default")
        user = identity.create_user(name=name, password=given["userpassword"], domain_id="default", default_project_id=project.id)
        identity.assign_project_role_to_user(project, user, roles["member"])
    for name, kind, path in (("nova", "compute", "/v2.1"), ("glance", "image", ""), ("placement", "placement", ""),
                             ("neutron", "network", "")):
        made = identity.create_service(name=name, type=kind)
        for interface in ("public", "internal", "admin"):
            identity.create_endpoint(service_id=made.id, interface=interface, url=given[name] + path, region_id="RegionOne")


def offers() -> None:
    for name, cpus, memory, disk in (("m1.tiny", 1, 256, 1), ("m1.small", 1, 512, 10), ("m1.medium", 2, 1024, 20),
                                     ("m1.vast", 64, 4096, 40)):  # no host has room for the last
        cloud.create_flavor(name, memory, cpus, disk)
    image = cloud.image.create_image(name="debian-12", disk_format="raw", container_format="bare", visibility="public",
                                     os_distro="debian", os_version="12")
    cloud.image.put(f"/images/{image.id}/file", data=b"\0" * 1024, headers={"Content-Type": "application/octet-stream"}).raise_for_status()
    for name, quota in (("full", {"instances": 0}), ("demo", {"instances": 20,
        "cores": 100})):  # a quota must not hide that there is no room
        project = cloud.identity.find_project(name)
        cloud.compute.put(f"/os-quota-sets/{project.id}", json={"quota_set": quota}).raise_for_status()


def networks() -> None:
    network = cloud.network
    public = network.create_network(name="public", is_router_external=True, provider_network_type="flat",
        provider_physical_network="public")
    network.create_subnet(network_id=public.id, name="public", ip_version=4, cidr=given["floating"], enable_dhcp=False, gateway_ip=None)
    for name in ("demo", "full"):
        project = cloud.identity.find_project(name)
        private = network.create_network(name="private", project_id=project.id)
        four = network.create_subnet(network_id=private.id, name="private4", project_id=project.id, ip_version=4, cidr=given["private"],
                                     allocation_pools=[{"start": given["first"], "end": given["last"]}])
        six = network.create_subnet(network_id=private.id, name="private6", project_id=project.id, ip_version=6, cidr=given["private6"],
                                    ipv6_address_mode="dhcpv6-stateful", ipv6_ra_mode="dhcpv6-stateful")
        router = network.create_router(name="router", project_id=project.id, external_gateway_info={"network_id": public.id})
        for subnet in (four, six):
            network.add_interface_to_router(router, subnet_id=subnet.id)


def hypervisor() -> None:
    deadline = time.monotonic() + 300  # reached only where something is wrong
    while not list(cloud.compute.hypervisors()):
        if time.monotonic() > deadline:
            sys.exit("no hypervisor appears")
        time.sleep(0.3)


{"accounts": accounts, "offers": offers, "networks": networks, "hypervisor": hypervisor}[step]()
