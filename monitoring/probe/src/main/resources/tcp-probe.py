"""Caravan's own TCP probe, for machines without NetPerfMeter or behind a filter of ICMP. Standard library of Python 3.6 or later.

receive ADDRESS PORT SECONDS             accepts connections and discards their data, for at most SECONDS
connect SOURCE ADDRESS PORT COUNT PAUSE  prints a line per handshake: "rtt MS", or "lost"
trains ADDRESS PORT SECONDS              receives packet trains (UDP), for at most SECONDS; senders ask by TCP what arrived
train SOURCE ADDRESS PORT TRAINS PACKETS  sends packet trains; prints for each: "train PACKETS-ARRIVED BITS-PER-SECOND"
together TOKEN ADDRESS...                sends and receives packet trains until its standard input ends; prints "ready PORT", then for each
                                         train that arrives: "train NUMBER PACKETS-ARRIVED BITS-PER-SECOND", and for each that cannot
                                         be sent: "failed NUMBER REASON"; reads for each train to send: "NUMBER SOURCE TARGET PORT
                                         PACKETS"
send SOURCE ADDRESS PORT SECONDS CC [MOST]  sends as much as the path allows, at most MOST bytes; writes the acknowledged
                                         bytes to x-active.sca
"""
import os
import select
import socket
import struct
import sys
import threading
import time

TCP_NOTSENT_LOWAT = 25
CONNECT_SECONDS = 4.0


def family(address):
    return socket.AF_INET6 if ":" in address else socket.AF_INET


def opened(source, address, port, seconds, congestion=None):
    """Connected from the source address: the machine's routing rules choose the ISP by it."""
    connection = socket.socket(family(address), socket.SOCK_STREAM)
    # Closing drops what is queued: nothing of a probe crosses the path after it.
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.settimeout(seconds)
    if congestion:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, congestion.encode())
        connection.setsockopt(socket.IPPROTO_TCP, TCP_NOTSENT_LOWAT, 131072)
    connection.bind((source, 0))
    connection.connect((address, port))
    return connection


def tcp_info(connection):
    """(smoothed round-trip time in us, retransmissions, bytes acknowledged) by struct tcp_info of linux/tcp.h."""
    info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 136)
    return struct.unpack_from("I", info, 68)[0], struct.unpack_from("I", info, 100)[0], struct.unpack_from("Q", info, 120)[0]


def drain(connection):
    buffer = bytearray(1 << 18)
    try:
        while connection.recv_into(buffer):
            pass
    except OSError:
        pass
    finally:
        connection.close()


def receive(address, port, seconds):
    accept(address, port, seconds, drain)


def accept(address, port, seconds, serve):
    listener = socket.socket(family(address), socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((address, port))
    listener.listen(16)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        listener.settimeout(max(0.1, end - time.monotonic()))
        try:
            connection, _ = listener.accept()
        except socket.timeout:
            return
        threading.Thread(target=serve, args=(connection,), daemon=True).start()


def connect(source, address, port, count, pause):
    for number in range(count):
        if number:
            time.sleep(pause)
        try:
            connection = opened(source, address, port, CONNECT_SECONDS)
        except socket.timeout:
            print("lost", flush=True)
            continue
        micros, retransmitted, _ = tcp_info(connection)
        connection.close()
        # A handshake whose first packet was sent again tells of the kernel's timer, not of the path.
        print("lost" if retransmitted else "rtt %.3f" % (micros / 1000), flush=True)


def send(source, address, port, seconds, congestion, most):
    connection = opened(source, address, port, CONNECT_SECONDS * 3, congestion)
    block = bytes(1 << 16)
    begin = time.monotonic()
    connection.settimeout(0.25)
    written = 0
    while time.monotonic() - begin < seconds and written < most:
        try:
            written += connection.send(block[:min(len(block), most - written)])
        except socket.timeout:
            pass
    if written >= most:
        open("cut", "w").close()
    while written >= most and tcp_info(connection)[2] < written and time.monotonic() - begin < seconds:
        time.sleep(0.01)
    took = time.monotonic() - begin
    acknowledged = tcp_info(connection)[2]
    connection.close()
    with open("x-active.sca", "w") as scalars:
        scalars.write('scalar "caravanTcp.active.flow[0]" "Acknowledged Bytes" %d\n' % acknowledged)
        scalars.write('scalar "caravanTcp.active.flow[0]" "Acknowledged Bit Rate" %f\n' % (acknowledged * 8 / took))


PAYLOAD = 1400
TIMESTAMP = 35  # SO_TIMESTAMPNS of linux/socket.h: the kernel's time of arrival, which a busy machine does not delay


def arrivals(packets, trains):
    """Notes when packets arrive: trains maps (sender's nonce, number of the train) to times in ns, of the order of arrival."""
    while True:
        try:
            data, notes, _, _ = packets.recvmsg(2048, 256)
        except OSError:
            return
        for level, kind, value in notes:
            if level == socket.SOL_SOCKET and kind == TIMESTAMP:
                seconds, nanos = struct.unpack_from("ll", value)
                trains.setdefault(data[:9], []).append(seconds * 1000000000 + nanos)


def rate(times, size):
    """Packets that arrived, and bit/s of the last two thirds of them; 0 if they are too few."""
    rest = times[len(times) // 3:]
    if len(rest) < 3 or rest[-1] <= rest[0]:
        return len(times), 0
    return len(times), int((len(rest) - 1) * size * 8 * 1000000000 // (rest[-1] - rest[0]))


def answer(connection, trains, size):
    """Each question is the name of a train. What a queue dropped is not waited for."""
    try:
        while True:
            name = connection.recv(9, socket.MSG_WAITALL)
            if len(name) < 9:
                return
            seen = -1
            while len(trains.get(name, [])) != seen:
                seen = len(trains.get(name, []))
                time.sleep(0.05)
            connection.sendall(b"%d %d\n" % rate(trains.pop(name, []), size))
    except OSError:
        pass
    finally:
        connection.close()


def receive_trains(address, port, seconds):
    packets = socket.socket(family(address), socket.SOCK_DGRAM)
    packets.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
    packets.setsockopt(socket.SOL_SOCKET, TIMESTAMP, 1)
    packets.bind((address, port))
    trains = {}
    threading.Thread(target=arrivals, args=(packets, trains), daemon=True).start()
    size = PAYLOAD + (48 if ":" in address else 28)
    accept(address, port, seconds, lambda connection: answer(connection, trains, size))


def send_trains(source, address, port, trains, count):
    connection = opened(source, address, port, CONNECT_SECONDS * 3)
    packets = socket.socket(family(address), socket.SOCK_DGRAM)
    packets.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
    packets.bind((source, 0))
    packets.connect((address, port))
    nonce = os.urandom(8)
    answers = connection.makefile("r")
    for train in range(trains):
        name = nonce + bytes([train % 256])
        data = name + bytes(PAYLOAD - len(name))
        for _ in range(count):
            packets.send(data)
        connection.sendall(name)
        print("train " + answers.readline().strip(), flush=True)
    connection.close()


QUIET_SECONDS = 0.3  # without a further packet of a train, a queue dropped the rest


def bound(addresses):
    """(port, {address: socket}): the first port of those that flows use that is free at all addresses."""
    for port in range(9000, 9191, 10):
        sockets = {}
        try:
            for address in addresses:
                packets = sockets[address] = socket.socket(family(address), socket.SOCK_DGRAM)
                packets.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
                packets.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
                packets.setsockopt(socket.SOL_SOCKET, TIMESTAMP, 1)
                packets.bind((address, port))
            return port, sockets
        except OSError as taken:
            fault = taken
            for packets in sockets.values():
                packets.close()
    raise fault


def watch(packets, token, size):
    """Reports each train that arrives: when it is complete, or when nothing more of it comes."""
    trains, last, reported = {}, {}, set()
    while True:
        data, notes = b"", ()
        if select.select([packets], [], [], 0.05)[0]:
            data, notes, _, _ = packets.recvmsg(2048, 256)
        now = time.monotonic()
        if data[:8] == token:
            number, count = struct.unpack_from("!II", data, 8)
            if number not in reported:
                for level, kind, value in notes:
                    if level == socket.SOL_SOCKET and kind == TIMESTAMP:
                        seconds, nanos = struct.unpack_from("ll", value)
                        trains.setdefault(number, []).append(seconds * 1000000000 + nanos)
                last[number] = now if len(trains.get(number, ())) < count else 0
        for number in [number for number in trains if now - last[number] > QUIET_SECONDS]:
            reported.add(number)
            os.write(1, b"train %d %d %d\n" % ((number,) + rate(trains.pop(number), size)))


def together(token, addresses):
    port, sockets = bound(addresses)
    for address, packets in sockets.items():
        threading.Thread(target=watch, args=(packets, token, PAYLOAD + (48 if ":" in address else 28)), daemon=True).start()
    os.write(1, b"ready %d\n" % port)
    for line in sys.stdin:
        number, source, target, to, count = line.split()
        # No route, a firewall, a full queue, or an address that is not local any more: other trains continue.
        try:
            data = token + struct.pack("!II", int(number), int(count))
            data += bytes(PAYLOAD - len(data))
            for _ in range(int(count)):
                sockets[source].sendto(data, (target, int(to)))
        except (OSError, OverflowError) as fault:
            os.write(1, b"failed %d %s\n" % (int(number), str(fault).encode()[:200]))


def main(words):
    if words[0] == "receive":
        receive(words[1], int(words[2]), float(words[3]))
    elif words[0] == "trains":
        receive_trains(words[1], int(words[2]), float(words[3]))
    elif words[0] == "train":
        send_trains(words[1], words[2], int(words[3]), int(words[4]), int(words[5]))
    elif words[0] == "together":
        together(bytes.fromhex(words[1]), words[2:])
    elif words[0] == "connect":
        connect(words[1], words[2], int(words[3]), int(words[4]), float(words[5]))
    else:
        send(words[1], words[2], int(words[3]), float(words[4]), words[5], int(words[6]) if len(words) > 6 else 1 << 62)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except OSError as fault:
        sys.exit("ERROR: %s" % fault)
