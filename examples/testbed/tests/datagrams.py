"""Datagrams through a bed of two ends, sent and counted by the tests of the relay."""
import contextlib
import socket
import struct
from collections.abc import Iterator

from caravan_testbed import kernel

_SO_TIMESTAMPNS = 35  # of Linux; the module socket has no name for it


@contextlib.contextmanager
def ends(near: str, far: str, address: str, silence_s: float) -> Iterator[tuple[socket.socket, socket.socket]]:
    """A sender in the one namespace; in the other a receiver at this address,
    which waits for the next datagram no longer than the silence."""
    with kernel.in_network(far):
        receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    with kernel.in_network(near):
        sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    with receiver, sender:
        receiver.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_000_000)
        receiver.setsockopt(socket.SOL_SOCKET, _SO_TIMESTAMPNS, 1)
        receiver.bind((address, 0))
        receiver.settimeout(silence_s)
        yield sender, receiver


def arrivals(receiver: socket.socket, count: int) -> list[float]:
    """When each arrived, of so many at most, in s by the kernel's clock: a busy machine lets this program wait."""
    times: list[float] = []
    try:
        while len(times) < count:
            _, [(_, _, stamp)], _, _ = receiver.recvmsg(2048, 64)
            seconds, nanoseconds = struct.unpack("@ll", stamp)
            times.append(seconds + nanoseconds / 1e9)
    except TimeoutError:
        pass  # the rest was dropped: that is what is counted
    return times
