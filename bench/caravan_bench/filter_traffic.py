"""Traffic between two network namespaces by sockets of this process: streams, round trips and connections.

A socket belongs to the namespace in which it was made, so sender and receiver are two children of one process, and the
processor time of both, with what the kernel does for their packets, is that of the children.
"""
import ctypes
import os
import socket
import struct
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Callable, Iterator

_LIBC = ctypes.CDLL(None, use_errno=True)
_CLONE_NEWNET = 0x40000000
_CHUNK_BYTES = 1 << 20
_CALL_LIMIT_S = 20


@dataclass(frozen=True)
class Slice:
    """One short measurement: value in the unit of its kind, cpu in seconds of processor time for one unit of work."""
    value: float
    cpu: float


@contextmanager
def within(process: int) -> Iterator[None]:
    """In the network namespace of a process."""
    home = os.open("/proc/self/ns/net", os.O_RDONLY)
    there = os.open(f"/proc/{process}/ns/net", os.O_RDONLY)
    try:
        _enter(there)
        yield
    finally:
        _enter(home)
        os.close(there)
        os.close(home)


def _enter(handle: int) -> None:
    if _LIBC.setns(handle, _CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "setns")


def connected(server: int, client: int, target: str, port: int, source: str) -> tuple[socket.socket, socket.socket]:
    """Both ends of a TCP connection that the client opens: the server's, the client's."""
    with within(server):
        listener = socket.create_server((target, port), family=_family(target))
    with listener, within(client):
        there = socket.create_connection((target, port), _CALL_LIMIT_S, (source, 0))
        here, _ = listener.accept()
    for end in (here, there):
        end.settimeout(_CALL_LIMIT_S)
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return here, there


def opens(server: int, client: int, target: str, port: int, source: str, limit: float) -> bool:
    """Whether a TCP connection is open within the limit, in seconds."""
    with within(server):
        listener = socket.create_server((target, port), family=_family(target))
    with listener, within(client):
        try:
            socket.create_connection((target, port), limit, (source, 0)).close()
            return True
        except TimeoutError:
            return False


def stream(sender: socket.socket, receiver: socket.socket, seconds: float) -> Slice:
    """TCP in one direction; value in bit/s as received, cpu for each GB."""
    def send() -> None:
        sender.settimeout(None)
        chunk, end = bytes(_CHUNK_BYTES), time.monotonic() + seconds
        while time.monotonic() < end:
            sender.sendall(chunk)
        sender.shutdown(socket.SHUT_WR)

    def receive() -> tuple[float, float]:
        room, total, begin = bytearray(_CHUNK_BYTES), 0, time.monotonic()
        while got := receiver.recv_into(room):
            total += got
        return total, time.monotonic() - begin

    (size, taken), cpu = _children(receive, send)
    return Slice(size * 8 / taken, cpu / size * 1e9)


def work(sender: socket.socket, receiver: socket.socket, size: int) -> Slice:
    """A fixed number of bytes over TCP in one direction, both ends on one core; value and cpu in processor seconds for each GB.

    What else the machine does changes how long this takes, but hardly how much processor time it takes. The kernel handles packets between
    namespaces in the time of the process that sends them.
    """
    def send() -> tuple[float, float]:
        _stay()
        sender.settimeout(None)
        chunk, begin = bytes(_CHUNK_BYTES), time.process_time_ns()
        for _ in range(size // _CHUNK_BYTES):
            sender.sendall(chunk)
        sender.shutdown(socket.SHUT_WR)
        return (time.process_time_ns() - begin) / 1e9, 0

    def receive() -> tuple[float, float]:
        _stay()
        room, total, begin = bytearray(_CHUNK_BYTES), 0, time.process_time_ns()
        while got := receiver.recv_into(room):
            total += got
        if total != size // _CHUNK_BYTES * _CHUNK_BYTES:
            raise OSError("bytes are missing")
        return (time.process_time_ns() - begin) / 1e9, 0

    seconds = sum(said[0] for said in _both(receive, send))
    return Slice(seconds / size * 1e9, seconds / size * 1e9)


def _stay() -> None:
    """On the last core that this process may use: the first ones handle most interrupts."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def _both(*works: Callable[[], tuple[float, float]]) -> list[tuple[float, float]]:
    """What each returns, run as children at the same time."""
    running = []
    for one in works:
        into, out = os.pipe()
        running.append((_forked(one, out), into))
        os.close(out)
    said = []
    for process, into in running:
        failed = os.waitpid(process, 0)[1]
        text = os.read(into, 16)
        os.close(into)
        if failed or len(text) != 16:
            raise OSError("no packet came through within the time limit")
        said.append(struct.unpack("dd", text))
    return said


def turns(answering: socket.socket, asking: socket.socket, count: int) -> Slice:
    """One byte there and back, one after the other, on connected sockets; value in ms (median), cpu for each turn."""
    def answer() -> None:
        for _ in range(count):
            answering.send(answering.recv(1))

    def ask() -> tuple[float, float]:
        taken = []
        for _ in range(count):
            begin = time.perf_counter_ns()
            asking.send(b"x")
            asking.recv(1)
            taken.append(time.perf_counter_ns() - begin)
        taken.sort()
        return taken[count // 2] / 1e6, 0

    (median, _), cpu = _children(ask, answer)
    return Slice(median, cpu / count)


def datagrams(server: int, client: int, target: str, port: int, source: str) -> tuple[socket.socket, socket.socket]:
    """Two UDP sockets, each connected to the other: the server's, the client's."""
    ends = []
    for process, address in ((server, target), (client, source)):
        with within(process):
            end = socket.socket(_family(target), socket.SOCK_DGRAM)
            end.bind((address, port if process == server else 0))
        end.settimeout(_CALL_LIMIT_S)
        ends.append(end)
    here, there = ends
    with within(client):
        there.connect((target, port))
    with within(server):
        here.connect((source, there.getsockname()[1]))
    return here, there


def connections(server: int, client: int, target: str, port: int, source: str, count: int) -> Slice:
    """TCP connections, opened one after the other and reset; value in ms until one is open (median), cpu for each."""
    with within(server):
        listener = socket.create_server((target, port), family=_family(target), backlog=count)

    def accept() -> None:
        for _ in range(count):
            listener.accept()[0].close()

    def open_all() -> tuple[float, float]:
        taken = []
        with within(client):
            for _ in range(count):
                with socket.socket(_family(target), socket.SOCK_STREAM) as one:
                    one.settimeout(_CALL_LIMIT_S)
                    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    one.bind((source, 0))
                    begin = time.perf_counter_ns()
                    one.connect((target, port))
                    taken.append(time.perf_counter_ns() - begin)
        taken.sort()
        return taken[count // 2] / 1e6, 0

    with listener:
        (median, _), cpu = _children(open_all, accept)
    return Slice(median, cpu / count)


def _family(address: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in address else socket.AF_INET


def _children(measuring: Callable[[], tuple[float, float]], other: Callable[[], None]) -> tuple[tuple[float, float], float]:
    """What the first returns, and the processor seconds of both."""
    into, out = os.pipe()
    processes = [_forked(other, None), _forked(measuring, out)]
    os.close(out)
    failed, cpu = 0, 0.0
    for process in processes:
        _, status, usage = os.wait4(process, 0)
        failed |= status
        cpu += usage.ru_utime + usage.ru_stime
    said = os.read(into, 16)
    os.close(into)
    if failed or len(said) != 16:
        raise OSError("no packet came through within the time limit")
    return struct.unpack("dd", said), cpu


def _before_others() -> None:
    """Nothing else of the machine takes the processor from this process while it works, so that other load disturbs
    it by shared caches only.

    A priority of real time; the highest nice value where that is not permitted. The kernel leaves 5 % of each second to others.
    """
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except OSError:
        os.nice(-20)


def _forked(work: Callable[[], object], out: int | None) -> int:
    process = os.fork()
    if process:
        return process
    try:
        _before_others()
        result = work()
        if out is not None:
            os.write(out, struct.pack("dd", *result))
        os._exit(0)
    finally:
        os._exit(1)
