"""Pure: what the settings of the emulated lines imply for a saturated TCP flow and the echo requests beside it.

One flow of CUBIC (RFC 9438) over a FIFO: its window grows along the cubic from 70 % of what fills path and queue to all of it. Where the window is
more than the path holds the rest waits in the queue, which is the round-trip time under load; where it is less the line is idle now and then.
"""
from dataclasses import dataclass

from .inputs import Way

_BETA = 0.7
_STEPS = 1000
_SEGMENT = {"ipv4": 1448, "ipv6": 1428}  # TCP payload in a packet of 1500 bytes, with time stamps
_PACKET = 1500


@dataclass(frozen=True)
class Implied:
    throughput_bps: float  # TCP payload
    loaded_rtt_ms: float
    idle_rtt_ms: float
    bottleneck: str
    recovery_s: float = 0  # until the window is again what it was when a packet was lost


def implied(way: Way, family: str) -> Implied:
    idle_ms = (sum(line.shape.delay_us for line in way.forth) + sum(line.shape.delay_us for line in way.back)) / 1000
    narrowest = min(way.forth, key=lambda line: line.shape.rate_bps)
    rate, queue_ms = narrowest.shape.rate_bps, narrowest.shape.queue_bytes * 8e3 / narrowest.shape.rate_bps
    payload = rate * _SEGMENT[family] / _PACKET
    if way.window_bytes is not None and way.window_bytes * 8e3 / idle_ms < payload:
        return Implied(way.window_bytes * 8e3 / idle_ms, idle_ms, idle_ms, f"window of {way.window_bytes // 1000} kB", 0)
    full_ms = idle_ms + queue_ms
    waits, share = 0.0, 0.0
    for step in range(_STEPS):
        window_ms = full_ms * (1 - (1 - _BETA) * (1 - (step + 0.5) / _STEPS) ** 3)
        waits += max(idle_ms, window_ms) / _STEPS
        share += min(1.0, window_ms / idle_ms) / _STEPS
    return Implied(payload * share, waits, idle_ms, narrowest.name, (0.75 * full_ms * rate / 8e3 / 1500) ** (1 / 3))
