"""The databases of a new cloud: schemas, keys of Keystone, the cells of Nova, the network agent that Neutron asks for."""
from concurrent.futures import ThreadPoolExecutor

from .configuration import SERVICE_PASSWORD
from .database import url
from .layout import INSIDE, Cloud
from .processes import run


def create(cloud: Cloud) -> None:
    for folder in ("images", "lock", "state/instances", "keys/fernet", "keys/credential"):
        (cloud.run / folder).mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor() as at_once:
        for done in [at_once.submit(step, cloud) for step in (_keystone, _nova, _neutron, _placement, _glance)]:
            done.result()


def _do(cloud: Cloud, *command: str, **environment: str) -> None:
    run([f"{cloud.venv}/bin/{command[0]}", *command[1:]], {**cloud.environment(), **environment}, cloud.log("schemas"))


def _keystone(cloud: Cloud) -> None:
    options = ("--config-file", f"{cloud.configuration('keystone')}/keystone.conf")
    endpoint = f"{cloud.url('keystone')}/v3"
    _do(cloud, "keystone-manage", *options, "db_sync")
    for setup in ("fernet_setup", "credential_setup"):
        _do(cloud, "keystone-manage", *options, setup, "--keystone-user", "root", "--keystone-group", "root")
    _do(cloud, "keystone-manage", *options, "bootstrap", "--bootstrap-password", SERVICE_PASSWORD, "--bootstrap-region-id", "RegionOne",
        "--bootstrap-public-url", endpoint, "--bootstrap-internal-url", endpoint, "--bootstrap-admin-url", endpoint)


def _nova(cloud: Cloud) -> None:
    options = ("--config-file", f"{cloud.configuration('nova')}/nova.conf")
    _do(cloud, "nova-manage", *options, "api_db", "sync")
    _do(cloud, "nova-manage", *options, "cell_v2", "map_cell0", "--database_connection", url(cloud, "nova_cell0"))
    _do(cloud, "nova-manage", *options, "db", "sync")
    _do(cloud, "nova-manage", *options, "cell_v2", "create_cell", "--name", "cell1", "--verbose")


def _neutron(cloud: Cloud) -> None:
    _do(cloud, "neutron-db-manage", "--config-file", f"{cloud.configuration('neutron')}/neutron.conf", "upgrade", "heads")
    _do(cloud, "python", str(INSIDE / "agent.py"), url(cloud, "neutron"))


def _placement(cloud: Cloud) -> None:
    _do(cloud, "placement-manage", "--config-dir", str(cloud.configuration("placement")), "db", "sync",
        OS_PLACEMENT_CONFIG_DIR=str(cloud.configuration("placement")))


def _glance(cloud: Cloud) -> None:
    _do(cloud, "glance-manage", "--config-file", f"{cloud.configuration('glance')}/glance-api.conf", "db_sync")
