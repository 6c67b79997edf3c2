"""Starting the services: Keystone first, because the others ask it who is asking."""
from .layout import INSIDE, PORTS, Cloud
from .processes import Processes

_MODULES = {"keystone": "keystone.wsgi.api", "placement": "placement.wsgi.api", "glance": "glance.wsgi.api", "neutron": "neutron.wsgi.api"}


def start(cloud: Cloud, processes: Processes, *names: str) -> None:
    for name in names:
        what = [INSIDE / "nova_services.py"] if name == "nova" else [INSIDE / "serve.py", name, _MODULES[name]]
        processes.start(name, [cloud.venv / "bin/python", "-W", "ignore", *what, cloud.loopback, str(PORTS[name])], _where(cloud))


def await_all(cloud: Cloud, processes: Processes, *names: str) -> None:
    for name in names:
        processes.await_answer(name, cloud.url(name) + "/")


def _where(cloud: Cloud) -> dict[str, str]:
    at = {name: str(cloud.configuration(name)) for name in PORTS}
    return {"OS_KEYSTONE_CONFIG_DIR": at["keystone"], "OS_KEYSTONE_CONFIG_FILES": f"{at['keystone']}/keystone.conf",
            "OS_GLANCE_CONFIG_DIR": at["glance"], "OS_NOVA_CONFIG_DIR": at["nova"], "OS_PLACEMENT_CONFIG_DIR": at["placement"],
            "OS_NEUTRON_CONFIG_DIR": at["neutron"], "OS_NEUTRON_CONFIG_FILES": "neutron.conf"}
