"""Where a node stands: its names on this machine, its addresses, its files."""
import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from pathlib import Path

from .errors import StockNodeError

LONGEST_PREFIX = 8


@dataclass(frozen=True)
class Ground:
    """state: folder of everything that is written, apart from the image. network: /24 or larger, of the machine and the node alone."""

    state: Path
    prefix: str
    network: IPv4Network

    def __post_init__(self) -> None:
        if re.fullmatch(rf"[a-z][a-z0-9]{{0,{LONGEST_PREFIX - 1}}}", self.prefix) is None:
            raise StockNodeError(f"The prefix ({self.prefix}) cannot start the name of a device.",
                                 f"use up to {LONGEST_PREFIX} lower case letters and digits, a letter first.")
        if self.network.prefixlen > 24:
            raise StockNodeError(f"The network ({self.network}) is too small for a node and its containers.", "give it a /24.")

    @property
    def namespace(self) -> str:
        return f"{self.prefix}-stock"

    @property
    def host_device(self) -> str:
        """This machine's end of the cable."""
        return f"{self.prefix}-stock"

    @property
    def machine_address(self) -> IPv4Address:
        """Of this machine, where servers and users are."""
        return self.network[1]

    @property
    def node_address(self) -> IPv4Address:
        return self.network[2]

    @property
    def network6(self) -> IPv6Network:
        """Unique local, with the numbers of the IPv4 network: 198.18.245.0/24 has fdca:198:18:245::/64."""
        numbers = str(self.network.network_address).split(".")[:3]
        return IPv6Network(f"fdca:{':'.join(numbers)}::/64")

    @property
    def machine_address6(self) -> IPv6Address:
        return self.network6[1]

    @property
    def node_address6(self) -> IPv6Address:
        return self.network6[2]

    def file(self, name: str) -> Path:
        return self.state / name
