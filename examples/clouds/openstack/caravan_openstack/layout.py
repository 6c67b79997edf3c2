"""Where everything of a cloud is: files, loopback address, namespace, networks."""
import os
import subprocess
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path

from caravan_machines import cache
from caravan_machines.ground import Ground

HERE = Path(__file__).resolve().parent.parent
INSIDE = HERE / "inside"
MACHINES = HERE.parent / "machines"
REQUIREMENTS = HERE / "requirements.txt"
PORTS = {"keystone": 5000, "placement": 8778, "glance": 9292, "neutron": 9696, "nova": 8774}


@dataclass(frozen=True)
class Cloud:
    """All that is written is below `state`, but for what is kept for a faster `up`, which is in `cache`."""
    state: Path
    prefix: str = "cvo"
    management: IPv4Network = IPv4Network("198.18.40.0/24")
    private: IPv4Network = IPv4Network("10.140.0.0/24")
    private6: IPv6Network = IPv6Network("fdca:140::/64")
    cache: Path = cache.FOLDER

    @property
    def loopback(self) -> str:
        """Own value, so that the well-known ports of OpenStack do not conflict with other programs:
        the third byte of the management network."""
        return f"127.0.{self.management.network_address.packed[2]}.1"

    @property
    def ground(self) -> Ground:
        """Where its machines and their network are."""
        return Ground(self.run / "ground", self.prefix, self.management, self.cache)

    @property
    def floating(self) -> IPv4Network:
        """The upper half of the management network."""
        return list(self.management.subnets(1))[1]

    @property
    def run(self) -> Path:
        return self.state / "run"

    @property
    def anchor(self) -> Path:
        """A symbolic link to `run`: the paths in its databases, so that a kept state serves every checkout."""
        return Path("/run") / f"caravan-{self.prefix}"

    @property
    def venv(self) -> Path:
        return cache.environment(self.cache, "openstack", REQUIREMENTS)

    @property
    def golden(self) -> Path:
        return self.cache / f"openstack-{self.digest()}.tar.zst"

    @property
    def credentials(self) -> Path:
        return self.run / "credentials"

    @property
    def faults(self) -> Path:
        return self.run / "faults.json"

    @property
    def socket(self) -> Path:
        return self.anchor / "mysql.sock"

    def log(self, name: str) -> Path:
        return self.run / "log" / f"{name}.log"

    def configuration(self, service: str) -> Path:
        return self.run / "etc" / service

    def url(self, service: str) -> str:
        return f"http://{self.loopback}:{PORTS[service]}"

    def environment(self) -> dict[str, str]:
        """Of every process of the cloud; also tells them from others'."""
        path = f"{self.venv}/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        return {"PATH": path, "HOME": str(self.run), "LANG": "C.UTF-8", "PYTHONWARNINGS": "ignore",
            "PYTHONPATH": f"{INSIDE}:{HERE}:{MACHINES}",
                "PYTHONDONTWRITEBYTECODE": "1", "CARAVAN_CLOUD_STATE": str(self.state), "CARAVAN_CLOUD_PREFIX": self.prefix,
                "CARAVAN_CLOUD_MANAGEMENT": str(self.management), "CARAVAN_CACHE": str(self.cache)}

    @staticmethod
    def of_environment() -> "Cloud":
        """Inside of the processes that were started with `environment`."""
        return Cloud(Path(os.environ["CARAVAN_CLOUD_STATE"]), os.environ["CARAVAN_CLOUD_PREFIX"],
                     IPv4Network(os.environ["CARAVAN_CLOUD_MANAGEMENT"]))

    def digest(self) -> str:
        """Of all that the golden state depends on: versions, networks, and the code that makes it."""
        database = subprocess.run(["/usr/sbin/mariadbd", "--no-defaults", "--version"], capture_output=True, text=True).stdout \
            if Path("/usr/sbin/mariadbd").exists() else ""
        where = f"{self.anchor} {self.management} {self.private} {self.private6}"
        made_by = [REQUIREMENTS, *sorted(HERE.glob("caravan_openstack/*.py")), INSIDE / "seeding.py", INSIDE / "agent.py"]
        return cache.key(cache.PYTHON, database, where, *(file.read_bytes() for file in made_by))
