"""Up and down. A new cloud takes minutes to set up; what that leaves is kept, so that the next `up` starts from there."""
import os
import shutil
import time
from dataclasses import replace

from caravan_machines import cache
from caravan_machines import verbs as machines

from . import configuration, credentials, database, schemas, services
from .configuration import SERVICE_PASSWORD
from .errors import CloudError
from .layout import INSIDE, PORTS, REQUIREMENTS, Cloud
from .processes import PATIENCE_S, Processes, run, until

_PROGRAMS = ("mariadbd", "mariadb-install-db", "mariadb", "lxc-start", "mmdebstrap", "nft", "zstd")


def up(cloud: Cloud) -> None:
    if stands(cloud):
        print("openstack: stood already")
        return
    began = time.monotonic()
    _check(cloud)
    down(cloud)
    cache.install(cloud.venv, "openstack", REQUIREMENTS)
    _anchor(cloud)
    (cloud.run / "log").mkdir(parents=True, exist_ok=True)
    processes = Processes(cloud)
    known = _restore(cloud)
    configuration.write(cloud)
    if not known:
        _set_up(cloud, processes)
    machines.up(cloud.ground, [str(cloud.floating)])
    machines.create_network(cloud.ground, "private", [f"{cloud.private[1]}/{cloud.private.prefixlen}",
        f"{cloud.private6[1]}/{cloud.private6.prefixlen}"])
    database.start(cloud, processes)
    services.start(cloud, processes, *PORTS)
    services.await_all(cloud, processes, *PORTS)
    _seed(cloud, "hypervisor")
    credentials.write(cloud)
    (cloud.run / "complete").touch()
    print(f"openstack: up at {cloud.url('keystone')}/v3 after {time.monotonic() - began:.1f} s")


def stands(cloud: Cloud) -> bool:
    processes = Processes(cloud)
    return (cloud.run / "complete").exists() and all(processes.runs(name) for name in ("mariadb", *PORTS))


def down(cloud: Cloud) -> None:
    if cloud.run.exists():
        (cloud.run / "complete").unlink(missing_ok=True)
        Processes(cloud).stop_all()
        machines.down(cloud.ground)
        shutil.rmtree(cloud.run)
    if cloud.anchor.is_symlink() and cloud.anchor.readlink() == cloud.run:
        cloud.anchor.unlink()


def _check(cloud: Cloud) -> None:
    if os.geteuid() != 0:
        raise CloudError("Containers and their network need root.", "repeat it with sudo.")
    missing = [name for name in _PROGRAMS if not shutil.which(name, path="/usr/sbin:/usr/bin:/sbin:/bin")]
    if missing:
        raise CloudError(f"These programs are missing: {', '.join(missing)}.",
                         "run `apt-get install mariadb-server-core mariadb-client-core lxc mmdebstrap nftables zstd python3-venv`.")


def _anchor(cloud: Cloud) -> None:
    """Names, addresses and this link are the machine's: of clouds with one prefix only one can stand."""
    try:
        other = cloud.anchor.readlink()
    except FileNotFoundError:
        other = cloud.run
    if other != cloud.run and stands(replace(cloud, state=other.parent)):
        raise CloudError(f"Another OpenStack with the prefix ({cloud.prefix}) exists, its state is in {other.parent}.",
                         f"run `openstack --state {other.parent} down` first, or choose another --prefix and --mgmt.")
    cloud.anchor.unlink(missing_ok=True)
    cloud.anchor.symlink_to(cloud.run)


def _restore(cloud: Cloud) -> bool:
    if not cloud.golden.exists():
        return False
    run(["tar", "--zstd", "-xf", cloud.golden, "-C", cloud.run])
    return True


def _set_up(cloud: Cloud, processes: Processes) -> None:
    database.install(cloud)
    database.start(cloud, processes)
    database.create(cloud)
    schemas.create(cloud)
    services.start(cloud, processes, "keystone")
    services.await_all(cloud, processes, "keystone")
    _seed(cloud, "accounts", userpassword=credentials.password(cloud), **{name: cloud.url(name) for name in PORTS})
    services.start(cloud, processes, *PORTS)
    services.await_all(cloud, processes, *PORTS)
    _seed(cloud, "offers")
    _seed(cloud, "networks", floating=cloud.floating, private=cloud.private, private6=cloud.private6,
          first=cloud.private[10], last=cloud.private[99])
    _discover(cloud)
    processes.stop_all()
    _keep(cloud)


def _discover(cloud: Cloud) -> None:
    """Nova places nothing on a host, and does not list it, before it was found."""
    command = [f"{cloud.venv}/bin/nova-manage", "--config-file", f"{cloud.configuration('nova')}/nova.conf", "cell_v2", "discover_hosts",
        "--verbose"]
    if not until(lambda: "Creating host mapping" in run(command, cloud.environment(), cloud.log("schemas")), PATIENCE_S):
        raise CloudError("Nova does not find its own host.", f"read {cloud.log('nova')}.")


def _keep(cloud: Cloud) -> None:
    """Has a password and keys in it: nobody else's to read."""
    fresh = cloud.golden.with_suffix(f".{os.getpid()}")
    fresh.touch(mode=0o600)
    run(["tar", "--zstd", "-cf", fresh, "-C", cloud.run, "mysql", "images", "keys", "state", "password"])
    fresh.replace(cloud.golden)


def _seed(cloud: Cloud, step: str, **given: object) -> None:
    pairs = {"keystone": cloud.url("keystone"), "password": SERVICE_PASSWORD, **given}
    run([cloud.venv / "bin/python", INSIDE / "seeding.py", step, *(f"{key}={value}" for key, value in pairs.items())],
        cloud.environment(), cloud.log("seeding"))
