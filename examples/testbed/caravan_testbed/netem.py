"""The WAN by the kernel's own netem (delay, loss) and tbf (rate, bytes of queue) on veth pairs, one band per IP version."""
from . import kernel
from .description import DOWN, IPV4, IPV6, UP
from .commands import WanLink
from .shape import Shape

_BANDS = {IPV4: 1, IPV6: 2}
_PROTOCOLS = {IPV4: "ip", IPV6: "ipv6"}
_UNDER_WAY = 100_000  # packets netem may hold: they are on the wire; the queue of the line is tbf's
_MAC = "02:ca:4a:00:00:01"
_LEAST_BURST = 3000  # two packets; more would let a slow line send faster than it is for a while


def available(namespace: str) -> bool:
    """Tried for real (inside a namespace of ours): a module may exist and yet not load."""
    trials = (("add", "netem delay 1ms"), ("del", ""), ("add", "tbf rate 1mbit burst 3000 limit 9000"), ("del", ""))
    return all(kernel.succeeds(["tc", "-n", namespace, "qdisc", verb, "dev", "lo", "root", *kind.split()]) for verb, kind in trials)


def device_commands(links: list[WanLink]) -> list[str]:
    """A route over such a line names no neighbour (as with TUN devices), so nobody would answer ARP: without it a packet goes to
    the device's own hardware address, which therefore both ends have."""
    return [f"link add {link.near[1]} address {_MAC} arp off netns {link.near[0]} type veth "
            f"peer name {link.far[1]} address {_MAC} arp off netns {link.far[0]}" for link in links]


def band_commands(links: list[WanLink]) -> dict[str, list[str]]:
    """By namespace, lines for `tc -batch`: one band per IP version. Once only: such a filter cannot be replaced."""
    commands: dict[str, list[str]] = {}
    for link in links:
        for namespace, device in (link.near, link.far):
            lines = commands.setdefault(namespace, [])
            lines.append(f"qdisc add dev {device} root handle 1: prio bands 2 priomap {' '.join('0' * 16)}")
            lines += [f"filter add dev {device} parent 1: protocol {_PROTOCOLS[family]} pref {band} matchall flowid 1:{band}"
                      for family, band in _BANDS.items()]
    return commands


def shape_commands(links: list[WanLink]) -> dict[str, list[str]]:
    """By namespace, lines for `tc -batch`; `replace` makes them good for the first time and for every change."""
    commands: dict[str, list[str]] = {}
    for link in links:
        for direction, (namespace, device) in ((UP, link.near), (DOWN, link.far)):
            lines = commands.setdefault(namespace, [])
            for family in (IPV4, IPV6):
                if (direction, family) in link.shapes:
                    lines += _band(device, family, link.shapes[direction, family])
    return commands


def _band(device: str, family: str, shape: Shape) -> list[str]:
    band = _BANDS[family]
    burst = max(_LEAST_BURST, shape.rate_bps // 8 // 1000)  # at least what one millisecond carries, or the rate is not reached
    return [
        f"qdisc replace dev {device} parent 1:{band} handle {band}0: netem limit {_UNDER_WAY} delay {shape.delay_us}us "
        f"loss {shape.loss_ppm / 10**4:g}%",
        f"qdisc replace dev {device} parent {band}0:1 handle {band}00: tbf rate {shape.rate_bps}bit burst {burst} "
        f"limit {max(shape.queue_bytes, _LEAST_BURST)}"]


def begin(links: list[WanLink]) -> None:
    _apply(band_commands(links))
    change(links)


def change(links: list[WanLink]) -> None:
    _apply(shape_commands(links))


def _apply(commands: dict[str, list[str]]) -> None:
    for namespace, lines in commands.items():
        kernel.run(["tc", "-n", namespace, "-batch", "-"], "\n".join(lines) + "\n")
