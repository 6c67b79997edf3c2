"""Pure: what the settings of the emulated lines imply for a saturated TCP flow and the echo requests beside it.

One flow of CUBIC (RFC 9438) over a FIFO, in whole packets: its window grows, by the cubic or as Reno's where that is faster, until a packet
finds no room, and is cut to 70 %, which takes a round trip. What the window has more than the path holds waits in the queue: that is the
round-trip time under load. Where it has less the line is idle now and then.
"""
from dataclasses import dataclass

from .inputs import Line, Way

_BETA, _C = 0.7, 0.4  # CUBIC's share that is left after a loss, and its constant (packets/s³)
_RENO = 3 * (1 - _BETA) / (1 + _BETA)  # packets a round trip, by which Reno would be as fast with this share
_LEAST_WINDOW = 2
_TELLING = 3  # packets after a lost one, whose acknowledgements tell of it (RFC 5681)
_STEPS = 500
_SEGMENT = {"ipv4": 1448, "ipv6": 1428}  # TCP payload in a packet of 1500 bytes, with time stamps
_ECHO = {"ipv4": 84, "ipv6": 104}
_ACKNOWLEDGEMENT = {"ipv4": 52, "ipv6": 72}
_PACKET = 1500


@dataclass(frozen=True)
class Implied:
    throughput_bps: float  # TCP payload
    loaded_rtt_ms: float
    idle_rtt_ms: float
    bottleneck: str
    recovery_s: float  # until the window is again what it was when a packet was lost; 0 where none is


def implied(way: Way, family: str) -> Implied:
    narrowest = min(way.forth, key=lambda line: line.shape.rate_bps)
    delays_ms = sum(line.shape.delay_us for line in (*way.forth, *way.back)) / 1000
    idle_ms = delays_ms + _sending_ms((*way.forth, *way.back), _ECHO[family])
    path_ms = delays_ms + _sending_ms(way.forth, _PACKET) + _sending_ms(way.back, _ACKNOWLEDGEMENT[family])  # of a packet that never waits
    if way.window_bytes is not None and way.window_bytes * 8e3 / path_ms < narrowest.shape.rate_bps * _share_of_payload(family):
        return Implied(way.window_bytes * 8e3 / path_ms, idle_ms, idle_ms, f"window of {way.window_bytes // 1000} kB", 0)
    share, waits_ms, recovery_s = _cycle(path_ms, _sending_ms((narrowest,), _PACKET), narrowest)
    return Implied(narrowest.shape.rate_bps * _share_of_payload(family) * share, idle_ms + waits_ms, idle_ms, narrowest.name, recovery_s)


def _sending_ms(lines: tuple[Line, ...], length: int) -> float:
    return sum(length * 8e3 / line.shape.rate_bps for line in lines)


def _share_of_payload(family: str) -> float:
    return _SEGMENT[family] / _PACKET


def _cycle(path_ms: float, packet_ms: float, narrowest: Line) -> tuple[float, float, float]:
    """From one loss to the next: the share of time in which the line sends, how long an echo waits on average (ms),
    how long it lasts (s)."""
    most = max(_LEAST_WINDOW, int((path_ms - packet_ms) / packet_ms + narrowest.shape.queue_bytes / _PACKET))
    least = max(_LEAST_WINDOW, int(_BETA * (most + 1)))
    cubic_s, round_s = ((most + 1 - least) / _C) ** (1 / 3), max(path_ms, most * packet_ms) / 1e3
    known_s = round_s + _TELLING * packet_ms / 1e3
    step_s, lasted_s, reno = cubic_s / _STEPS, known_s + round_s, float(least)
    busy = waits = 0.0
    for seconds, window in ((known_s + round_s / 2, most), (round_s / 2, least)):  # the cut takes a round trip, too
        busy, waits = _add(busy, waits, seconds, window, path_ms, packet_ms)
    recovered_s, window = 0.0, least
    while window <= most:
        busy, waits = _add(busy, waits, step_s, window, path_ms, packet_ms)
        recovered_s += step_s
        reno += _RENO * step_s * 1e3 / max(path_ms, window * packet_ms)
        window = int(max(reno, most + 1 + _C * (recovered_s - cubic_s) ** 3 + 1e-9))
    lasted_s += recovered_s
    return busy / lasted_s, waits / lasted_s, lasted_s


def _add(busy: float, waits: float, seconds: float, window: int, path_ms: float, packet_ms: float) -> tuple[float, float]:
    """An echo waits for what is queued, and on average for half of the packet that is being sent."""
    share = min(1.0, window * packet_ms / path_ms)
    return busy + seconds * share, waits + seconds * (max(0.0, window * packet_ms - path_ms) + share * packet_ms / 2)
