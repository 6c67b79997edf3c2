"""Nova's driver: its fake one, with every instance a real container on the addresses of its port."""
import base64
import threading
import time
import urllib.request
from ipaddress import ip_address

from caravan_machines import container, verbs
from caravan_machines.machine import Machine, Nic
from nova import exception
from nova.virt import fake

import faults
from caravan_openstack.layout import Cloud

CLOUD = Cloud.of_environment()
GROUND = CLOUD.ground


class ContainerDriver(fake.FakeDriverWithoutFakeNodes):
    vcpus, memory_mb, local_gb = 16, 16384, 500

    def spawn(self, context, instance, image_meta, injected_files, admin_password, allocations, network_info=None, **more):
        ordered = faults.take("boot", "POST", instance.display_name or "")
        if ordered:
            faults.wait(ordered)
            if ordered.get("status"):
                raise exception.InstanceDeployFailure(reason="boot fails as ordered")
        super().spawn(context, instance, image_meta, injected_files, admin_password, allocations, network_info, **more)
        user_data = base64.b64decode(instance.user_data) if instance.user_data else b""
        verbs.create(GROUND, _wish(instance, network_info[0]), instance.flavor.name, instance.key_data or "", user_data)
        _tell_edge()

    def destroy(self, context, instance, *rest, **more):
        verbs.destroy(GROUND, instance.uuid)
        super().destroy(context, instance, *rest, **more)

    def cleanup(self, context, instance, *rest, **more):
        verbs.destroy(GROUND, instance.uuid)
        super().cleanup(context, instance, *rest, **more)

    def power_off(self, instance, timeout=0, retry_interval=0):
        verbs.stop(GROUND, instance.uuid)
        super().power_off(instance, timeout, retry_interval)

    def power_on(self, context, instance, *rest, **more):
        verbs.start(GROUND, instance.uuid)
        super().power_on(context, instance, *rest, **more)
        _tell_edge()

    def reboot(self, context, instance, *rest, **more):
        verbs.reboot(GROUND, instance.uuid)

    def get_console_output(self, context, instance):
        return container.console(GROUND, instance.uuid)


def _wish(instance, vif) -> Machine:
    """A closed firewall to begin with: the edge opens it."""
    addresses = tuple(fixed["address"] for fixed in vif.fixed_ips())
    own = tuple(next(address for address in addresses if ip_address(address).version == version)
                for version in (4, 6) if any(ip_address(address).version == version for address in addresses))
    nic = Nic("private", vif["address"], "", own, tuple(address for address in addresses if address not in own))
    size = instance.flavor
    return Machine(instance.uuid, instance.hostname or instance.uuid, 0, size.vcpus, size.memory_mb << 20, max(size.root_gb, 1) << 30,
                   "root", (nic,), rules=())


def _tell_edge() -> None:
    """Until it heard: nobody else tells it of this machine."""
    def tell() -> None:
        while True:
            try:
                urllib.request.urlopen(CLOUD.url("neutron") + "/edge", timeout=60).close()
                return
            except OSError:
                time.sleep(1)
    threading.Thread(target=tell, daemon=True).start()
