"""The records of a test bed's description. Reading and checking it is description_reader.py's work."""
from dataclasses import dataclass
from ipaddress import IPv4Network

from .shape import Shape

KINDS = ("edge", "private", "public", "users")
IPV4, IPV6 = "ipv4", "ipv6"
UP, DOWN = "up", "down"  # seen from the site: up leaves it


@dataclass(frozen=True)
class HostType:
    id: str
    arch: str
    cores: int
    memory_bytes: int
    disk_bytes: int
    price_cents: int  # per month and host in use
    paced: bool = False  # whether its TCP spreads packets over a round trip


@dataclass(frozen=True)
class Isp:
    """A site's connection to an internet service provider; the same name at two sites is the same provider."""
    id: str
    index: int
    families: tuple[str, ...]
    shapes: dict[tuple[str, str], Shape]  # by (direction, family)


@dataclass(frozen=True)
class Host:
    id: str
    number: int  # in the whole bed, from 1: gives the management address
    position: int  # within its site, from 1: gives the site's addresses
    type: HostType | None  # None for a vantage: a users' device that measures and hosts nothing
    isp_ids: tuple[str, ...] = ()  # those of its site that it is connected to; none named means all

    @property
    def is_vantage(self) -> bool:
        return self.type is None

    def isps_of(self, site: "Site") -> tuple[Isp, ...]:
        return tuple(isp for isp in site.isps if not self.isp_ids or isp.id in self.isp_ids)


@dataclass(frozen=True)
class Site:
    id: str
    index: int
    kind: str
    country: str
    position: tuple[str, str]  # latitude and longitude as written
    region: str | None
    isps: tuple[Isp, ...]
    hosts: tuple[Host, ...]


@dataclass(frozen=True)
class Region:
    """Sites behind one long haul to the core; between themselves they do not pay for it."""
    id: str
    shapes: dict[tuple[str, str], Shape]


@dataclass(frozen=True)
class Transit:
    """What two ISPs have between them for traffic of these two sites: a line of its own, beyond the sites' lines."""
    id: str
    near: tuple[Site, Isp]
    far: tuple[Site, Isp]
    shapes: dict[tuple[str, str], Shape]  # up runs from near to far; families that are absent have nothing between them


@dataclass(frozen=True)
class Detour:
    """IPv4 traffic between the sources and the target goes by a third site, whose router translates addresses."""
    id: str
    sources: tuple[tuple[Site, Isp], ...]
    target: tuple[Site, Isp]
    via: tuple[Site, Isp]
    shapes: dict[tuple[str, str], Shape]  # of the translator: up runs from the sources to the target
    window_bytes: int | None  # what it leaves of the TCP window of connections that the target opens


@dataclass(frozen=True)
class Description:
    name: str
    host_types: tuple[HostType, ...]
    regions: tuple[Region, ...]
    sites: tuple[Site, ...]
    transits: tuple[Transit, ...] = ()
    detours: tuple[Detour, ...] = ()

    @property
    def hosts(self) -> tuple[tuple[Site, Host], ...]:
        return tuple((site, host) for site in self.sites for host in site.hosts)


@dataclass(frozen=True)
class Options:
    """What lets two beds exist on one machine."""
    prefix: str
    management: IPv4Network
