"""Commands for the kernel, as records: lines for `ip`, and lines of the wide area network."""
from dataclasses import dataclass, field

from .description import IPV4


@dataclass
class Commands:
    """Lines for `ip -4 -batch` and `ip -6 -batch` inside one namespace, in this order."""
    ipv4: list[str] = field(default_factory=list)
    ipv6: list[str] = field(default_factory=list)

    def of(self, family: str) -> list[str]:
        return self.ipv4 if family == IPV4 else self.ipv6


@dataclass(frozen=True)
class WanLink:
    """One emulated line: `up` runs from the near to the far end."""
    name: str
    near: tuple[str, str]  # namespace, device
    far: tuple[str, str]
    shapes: dict
