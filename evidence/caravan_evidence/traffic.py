"""Senders and the receiver of the emulated uplink, each a process of its own: python3 traffic.py receive|tcp|udp … BEGIN is a time of the
monotonic clock"""

import os
import select
import socket
import sys
import time

PORT = 5201
SAMPLE_S = 0.1


def receive(address: str, log: str) -> None:
    """Counts payload by sender; every 100 ms writes a line of TIME SENDER BYTES… with totals."""
    listener = socket.create_server((address, PORT), backlog=256)
    datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    datagrams.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
    datagrams.bind((address, PORT))
    poll = select.epoll()
    poll.register(listener.fileno(), select.EPOLLIN)
    poll.register(datagrams.fileno(), select.EPOLLIN)
    streams: dict[int, tuple[socket.socket, str]] = {}
    totals: dict[str, int] = {}
    buffer = bytearray(1 << 20)
    due = time.monotonic()
    with open(log, "w", encoding="ascii", buffering=1) as file:
        while True:
            for number, _ in poll.poll(SAMPLE_S):
                if number == listener.fileno():
                    stream, peer = listener.accept()
                    streams[stream.fileno()] = (stream, peer[0])
                    poll.register(stream.fileno(), select.EPOLLIN)
                elif number == datagrams.fileno():
                    size, peer = datagrams.recvfrom_into(buffer)
                    totals[peer[0]] = totals.get(peer[0], 0) + size
                else:
                    stream, sender = streams[number]
                    try:
                        size = stream.recv_into(buffer)
                    except ConnectionError:
                        size = 0
                    totals[sender] = totals.get(sender, 0) + size
                    if size == 0:
                        poll.unregister(number)
                        streams.pop(number)[0].close()
            now = time.monotonic()
            if now >= due:
                due = now + SAMPLE_S
                file.write(f"{now:.4f} " + " ".join(f"{sender} {total}" for sender, total in sorted(totals.items())) + "\n")


def wait_until(begin: float) -> None:
    time.sleep(max(0.0, begin - time.monotonic()))


def send_tcp(target: str, begin: float, seconds: float) -> None:
    stream = socket.create_connection((target, PORT), timeout=20)
    stream.settimeout(5)
    words = bytes(16_384)
    wait_until(begin)
    end = begin + seconds
    while time.monotonic() < end:
        try:
            stream.sendall(words)
        except TimeoutError:
            continue


def send_udp(target: str, begin: float, seconds: float, megabits: float) -> None:
    """A steady flood, in bursts of 10 ms."""
    words = bytes(1_400)
    datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    datagrams.setblocking(False)
    datagrams.connect((target, PORT))
    wait_until(begin)
    sent = 0
    while (now := time.monotonic() - begin) < seconds:
        while sent < now * megabits * 1e6 / 8:
            try:
                datagrams.send(words)
            except (BlockingIOError, ConnectionError):
                pass
            sent += len(words)
        time.sleep(0.01)


if __name__ == "__main__":
    os.nice(-15)  # other work on the machine must not decide which copy sends
    match sys.argv[1:]:
        case ["receive", address, log]:
            receive(address, log)
        case ["tcp", target, begin, seconds]:
            send_tcp(target, float(begin), float(seconds))
        case ["udp", target, begin, seconds, megabits]:
            send_udp(target, float(begin), float(seconds), float(megabits))
