"""What a machine is, as its provider ordered it; kept as one JSON file per machine and network."""
import json
import re
from dataclasses import asdict, dataclass, field, replace
from ipaddress import ip_address, ip_interface
from pathlib import Path

from .errors import MachinesError, Unknown
from .ground import Ground, write_json

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


@dataclass(frozen=True)
class Network:
    """A subnet: a bridge whose router stands at the gateway addresses."""
    id: str
    number: int  # names the bridge
    gateways: tuple[str, ...]  # with prefix length: at most one of each IP version

    def __post_init__(self) -> None:
        _check_id(self.id)

    @property
    def bridge(self) -> str:
        return f"net{self.number}"

    def gateway(self, version: int) -> str | None:
        return next((each for each in self.gateways if ip_interface(each).version == version), None)

    def holds(self, address: str) -> bool:
        return any(ip_address(address) in ip_interface(each).network for each in self.gateways)


@dataclass(frozen=True)
class Nic:
    network: str
    mac: str
    interface: str  # the host's end, in the router's namespace
    own: tuple[str, ...]  # configured at boot, as by DHCP: the first of each IP version
    further: tuple[str, ...] = ()  # delivered to the machine, which has to take them itself

    @property
    def addresses(self) -> tuple[str, ...]:
        return self.own + self.further


@dataclass(frozen=True)
class Rule:
    """Lets in what a firewall otherwise keeps out."""
    protocol: str  # tcp, udp, icmp (of both IP versions), any
    first: int
    last: int
    source: str  # CIDR

    @staticmethod
    def parse(text: str) -> "Rule":
        match = re.fullmatch(r"(any|icmp|(?:tcp|udp):(\d+)(?:-(\d+))?)(?:@(.+))?", text)
        if match is None:
            raise MachinesError(f"The rule ({text}) is not understood.", "write tcp:80, udp:53@10.0.0.0/8, tcp:1-99, icmp or any.")
        first = int(match[2] or 0)
        return Rule(match[1].split(":")[0], first, int(match[3] or first), match[4] or "")


@dataclass(frozen=True)
class Machine:
    id: str
    hostname: str
    number: int
    virtual_cpus: int
    memory_bytes: int
    disk_bytes: int
    user: str  # who may log in with the key: root, or one with sudo as on many clouds' images
    nics: tuple[Nic, ...]
    public: dict[str, str] = field(default_factory=dict)  # public address by the private one it stands for
    rules: tuple[Rule, ...] | None = None  # None: no firewall
    wanted: str = "running"  # or stopped

    def __post_init__(self) -> None:
        _check_id(self.id)

    @property
    def addresses(self) -> tuple[str, ...]:
        return tuple(address for nic in self.nics for address in nic.addresses)

    def folder(self, ground: Ground) -> Path:
        return ground.machines / self.id

    def with_nic(self, index: int, **changes: object) -> "Machine":
        nics = list(self.nics)
        nics[index] = replace(nics[index], **changes)
        return replace(self, nics=tuple(nics))

    def save(self, ground: Ground) -> "Machine":
        write_json(self.folder(ground) / "machine.json", asdict(self))
        return self


def _check_id(id: str) -> None:
    if not _ID.fullmatch(id):
        raise MachinesError(f"The id ({id}) is not one.", "use small letters, digits and '-', at most 40.")


def load_machine(ground: Ground, id: str) -> Machine:
    _check_id(id)
    try:
        return _machine(json.loads((ground.machines / id / "machine.json").read_text()))
    except FileNotFoundError:
        raise Unknown(f"The machine ({id}) does not exist.", "see `machines list`.") from None


def _machine(content: dict) -> Machine:
    nics = tuple(Nic(**{**nic, "own": tuple(nic["own"]), "further": tuple(nic["further"])}) for nic in content.pop("nics"))
    rules = content.pop("rules")
    return Machine(nics=nics, rules=None if rules is None else tuple(Rule(**rule) for rule in rules), **content)


def all_machines(ground: Ground) -> list[Machine]:
    return [load_machine(ground, file.parent.name) for file in sorted(ground.machines.glob("*/machine.json"))]


def load_network(ground: Ground, id: str) -> Network:
    try:
        content = json.loads((ground.networks / f"{id}.json").read_text())
    except FileNotFoundError:
        raise Unknown(f"The network ({id}) does not exist.", "create it by `machines network create`.") from None
    return Network(**{**content, "gateways": tuple(content["gateways"])})


def all_networks(ground: Ground) -> list[Network]:
    return [load_network(ground, file.stem) for file in sorted(ground.networks.glob("*.json"))]


def lowest_free(taken: set[int]) -> int:
    return next(number for number in range(1, 65_536) if number not in taken)
