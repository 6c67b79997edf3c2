"""Where things are, for the command line and for the server it starts."""
import json
import os
from dataclasses import asdict, dataclass
from ipaddress import IPv4Network
from pathlib import Path

from caravan_machines import cache
from caravan_machines.ground import Ground

REQUIREMENTS = Path(__file__).resolve().parent.parent / "requirements.txt"

ACCOUNT, ACCOUNT_WITHOUT_QUOTA = "123456789012", "210987654321"
VIRTUAL_CPU_QUOTA, ADDRESS_QUOTA = "L-1216C47A", "L-0263D0A3"  # codes of the real Service Quotas


@dataclass(frozen=True)
class Settings:
    state: str
    cache: str  # of the Python environment and of root file systems
    prefix: str
    link: str
    region: str
    port: int
    public: str  # range of Elastic IPs
    subnets: tuple[str, ...]  # NAME=IPV4,IPV6 beside the default ones

    @property
    def folder(self) -> Path:
        return Path(self.state)

    @property
    def ground(self) -> Ground:
        return Ground(self.folder / "machines", self.prefix, IPv4Network(self.link), Path(self.cache))

    @property
    def environment(self) -> Path:
        """Of moto."""
        return cache.environment(Path(self.cache), "moto", REQUIREMENTS)

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def connection(self) -> Path:
        """How to use it, once it answers: endpoint, region, subnet, image, access keys."""
        return self.folder / "connection.json"

    @property
    def process(self) -> Path:
        return self.folder / "server.json"

    @property
    def api_faults(self) -> Path:
        return self.folder / "api-faults.json"

    def save(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "settings.json").write_text(json.dumps(asdict(self), indent=1) + "\n")

    @staticmethod
    def load(state: Path) -> "Settings | None":
        try:
            content = json.loads((state / "settings.json").read_text())
        except FileNotFoundError:
            return None
        return Settings(**{**content, "subnets": tuple(content["subnets"])})


def write_private(path: Path, text: str) -> None:
    """Holds access keys: readable by its owner from its first byte on."""
    descriptor = os.open(path.with_suffix(".new"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "w") as file:
        file.write(text)
    os.replace(path.with_suffix(".new"), path)
