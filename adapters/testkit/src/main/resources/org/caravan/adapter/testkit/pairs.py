"""Tries connections and sends forged frames from network namespaces of this node; says what came through.

Reads lines from the standard input, words separated by blanks:
  connect NAME NAMESPACE SOURCE TARGET PORT    a TCP connection from the namespace of a process, . for the node's own
  machine DEVICE MAC SOURCE GATEWAY BITS       an address of a machine whose place at its tap device the following connections take
  connect NAME tap:DEVICE SOURCE TARGET PORT   a TCP connection from there
  sniff NAME NAMESPACE DEVICE                  where frames are looked for
  facts OWN-MAC OWN-4 OWN-6 GATEWAY-4 GATEWAY-6 OTHER-MAC OTHER-4 OTHER-6 NODE-MAC NODE-4 MANAGED-4
  frames NAMESPACE DEVICE | frames tap DEVICE  the forged frames leave here
Writes: pair NAME open|closed, frame NAME WHERE for each place at which a frame was seen.
"""
import ctypes
import errno
import fcntl
import ipaddress
import os
import random
import select
import socket
import struct
import sys
import time

LIBC = ctypes.CDLL(None, use_errno=True)
HOME = os.open("/proc/self/ns/net", os.O_RDONLY)
WAIT = 2.5  # seconds: SYN is repeated after one


def enter(pid):
    handle = HOME if pid == "." else os.open(f"/proc/{pid}/ns/net", os.O_RDONLY)
    if LIBC.setns(handle, 0x40000000):
        raise OSError(ctypes.get_errno(), "setns")


def within(pid, work):
    enter(pid)
    try:
        return work()
    finally:
        enter(".")


def mac(text):
    return bytes.fromhex(text.replace(":", ""))


def four(text):
    return socket.inet_aton(text)


def six(text):
    return socket.inet_pton(socket.AF_INET6, text)


def checksum(data):
    data += b"\0" * (len(data) % 2)
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def udp4(source, target, sport, dport, payload):
    body = struct.pack("!HHHH", sport, dport, 8 + len(payload), 0) + payload
    head = struct.pack("!BBHHHBBH4s4s", 0x45, 0, 20 + len(body), 7, 0, 64, 17, 0, four(source), four(target))
    return head[:10] + struct.pack("!H", checksum(head)) + head[12:] + body


def tcp_syn4(source, target, port, payload):
    body = struct.pack("!HHIIBBHHH", 4444, port, 1, 0, 5 << 4, 2, 1024, 0, 0) + payload
    head = struct.pack("!BBHHHBBH4s4s", 0x45, 0, 20 + len(body), 7, 0, 64, 6, 0, four(source), four(target))
    return head[:10] + struct.pack("!H", checksum(head)) + head[12:] + body


def ip6(source, target, following, body, hops=255):
    return struct.pack("!IHBB16s16s", 6 << 28, len(body), following, hops, six(source), six(target)) + body


def icmp6(source, target, kind, body):
    head = struct.pack("!BBH", kind, 0, 0) + body
    pseudo = six(source) + six(target) + struct.pack("!II", len(head), 58)
    return ip6(source, target, 58, head[:2] + struct.pack("!H", checksum(pseudo + head)) + head[4:])


def udp6(source, target, sport, dport, payload):
    body = struct.pack("!HHHH", sport, dport, 8 + len(payload), 0) + payload
    pseudo = six(source) + six(target) + struct.pack("!II", len(body), 17)
    return ip6(source, target, 17, body[:6] + struct.pack("!H", checksum(pseudo + body)) + body[8:])


def arp(operation, hardware, address, target):
    return struct.pack("!HHBBH6s4s6s4s", 1, 0x0800, 6, 4, operation, mac(hardware), four(address), b"\0" * 6, four(target))


def ethernet(target, source, kind, body):
    return mac(target) + mac(source) + struct.pack("!H", kind) + body


def link_local(hardware):
    h = bytearray(mac(hardware))
    h[0] ^= 2
    return socket.inet_ntop(socket.AF_INET6, b"\xfe\x80" + b"\0" * 6 + bytes(h[:3]) + b"\xff\xfe" + bytes(h[3:]))


ALL = "ff:ff:ff:ff:ff:ff"
NODES = "33:33:00:00:00:01"


def frames(own, own4, own6, gate4, gate6, other, other4, other6, node, node4, managed4):
    """Name and frame; those of the copy as it is begin with `true`."""
    fake = "02:00:5e:00:00:99"
    stranger4, mark = gate4.rsplit(".", 1)[0] + ".77", lambda name: b"CVF:" + name.encode() + b";"
    local = link_local(own)
    option = lambda kind, hardware: struct.pack("!BB6s", kind, 1, mac(hardware))
    advert = lambda target: struct.pack("!I16s", 0x60000000, six(target))
    solicit = lambda target: struct.pack("!I16s", 0, six(target))
    # The mark lies behind what the headers count, so that rules about lengths see what they would see. Bridges cut it off from IP.
    kinds = {
        "true-arp-request": ethernet(ALL, own, 0x0806, arp(1, own, own4, gate4)),
        "true-neighbour-solicitation": ethernet(NODES, own, 0x86DD, icmp6(own6, "ff02::1", 135, solicit(gate6) + option(1, own))),
        "true-neighbour-advertisement": ethernet(NODES, own, 0x86DD, icmp6(own6, "ff02::1", 136, advert(own6) + option(2, own))),
        "source-address-4": ethernet(other, own, 0x0800, udp4(stranger4, other4, 5000, 80, b"x")),
        "source-address-4-of-the-gateway": ethernet(other, own, 0x0800, tcp_syn4(gate4, other4, 80, b"x")),
        "source-address-6": ethernet(other, own, 0x86DD, udp6(gate6, other6, 5000, 80, b"x")),
        "source-address-6-link-local": ethernet(other, own, 0x86DD, udp6(local, other6, 5000, 80, b"x")),
        "source-mac": ethernet(other, fake, 0x0800, udp4(own4, other4, 5000, 80, b"x")),
        "source-mac-of-the-neighbour": ethernet(ALL, other, 0x0806, arp(1, other, other4, gate4)),
        "arp-reply-for-the-gateway": ethernet(ALL, own, 0x0806, arp(2, own, gate4, other4)),
        "arp-request-as-the-gateway": ethernet(ALL, own, 0x0806, arp(1, own, gate4, other4)),
        "arp-gratuitous-for-the-neighbour": ethernet(ALL, own, 0x0806, arp(2, own, other4, other4)),
        "arp-other-hardware-address": ethernet(ALL, own, 0x0806, arp(2, fake, own4, gate4)),
        "advertisement-of-the-gateway": ethernet(NODES, own, 0x86DD, icmp6(own6, "ff02::1", 136, advert(gate6) + option(2, own))),
        "advertisement-of-the-neighbour": ethernet(NODES, own, 0x86DD, icmp6(own6, "ff02::1", 136, advert(other6) + option(2, own))),
        "advertisement-without-option": ethernet(NODES, own, 0x86DD, icmp6(own6, "ff02::1", 136, advert(other6))),
        "advertisement-from-the-gateway": ethernet(NODES, own, 0x86DD, icmp6(gate6, "ff02::1", 136, advert(gate6) + option(2, own))),
        "advertisement-of-another-hardware-address": ethernet(NODES, own, 0x86DD,
                                                              icmp6(own6, "ff02::1", 136, advert(own6) + option(2, fake))),
        "solicitation-as-the-neighbour": ethernet(NODES, own, 0x86DD, icmp6(other6, "ff02::1", 135, solicit(gate6) + option(1, own))),
        "solicitation-with-another-hardware-address": ethernet(NODES, own, 0x86DD,
                                                               icmp6(own6, "ff02::1", 135, solicit(gate6) + option(1, fake))),
        "solicitation-with-two-options": ethernet(NODES, own, 0x86DD, icmp6(own6, "ff02::1", 135,
            solicit(gate6) + option(1, own) + option(1, fake))),
        "router-advertisement": ethernet(NODES, own, 0x86DD, icmp6(local, "ff02::1", 134, struct.pack("!BBHII", 64, 0, 1800, 0, 0))),
        "router-advertisement-behind-an-extension": ethernet(NODES, own, 0x86DD, ip6(local, "ff02::1", 60,
            struct.pack("!BBHI", 58, 0, 0x0104, 0) + icmp6(local, "ff02::1", 134, struct.pack("!BBHII", 64, 0, 1800, 0, 0))[40:])),
        "redirect-6": ethernet(other, own, 0x86DD, icmp6(local, other6, 137, struct.pack("!I16s16s", 0, six(gate6), six(gate6)))),
        "dhcp-offer-4": ethernet(ALL, own, 0x0800, udp4(own4, "255.255.255.255", 67, 68, b"x" * 240)),
        "dhcp-offer-4-to-the-neighbour": ethernet(other, own, 0x0800, udp4(own4, other4, 67, 68, b"x" * 240)),
        "dhcp-advertise-6": ethernet(other, own, 0x86DD, udp6(own6, other6, 547, 546, b"x" * 40)),
        "ethertype-lldp": ethernet("01:80:c2:00:00:0e", own, 0x88CC, b"x" * 46),
        "ethertype-other": ethernet(ALL, own, 0x88B5, b"x" * 46),
        "spanning-tree": mac("01:80:c2:00:00:00") + mac(own) + struct.pack("!H", 39) + b"\x42\x42\x03" + b"\0" * 43,
        "vlan-4": ethernet(other, own, 0x8100, struct.pack("!HH", 5, 0x0800) + udp4(own4, other4, 5000, 80, b"x")),
        "vlan-arp": ethernet(ALL, own, 0x8100, struct.pack("!HH", 0, 0x0806) + arp(2, own, gate4, other4)),
        "multicast-4": ethernet("01:00:5e:00:00:fb", own, 0x0800, udp4(own4, "224.0.0.251", 5353, 5353, b"x")),
        "unicast-4-in-a-broadcast": ethernet(ALL, own, 0x0800, udp4(own4, node4, 5000, 80, b"x")),
        "node-by-the-bridge": ethernet(node, own, 0x0800, tcp_syn4(own4, node4, 22, b"x")),
        "management-by-the-bridge": ethernet(node, own, 0x0800, tcp_syn4(own4, managed4, 22, b"x")),
        "other-bridge-by-the-node": ethernet(node, own, 0x0800, tcp_syn4(own4, "10.99.0.2", 80, b"x")),
        "other-bridge-by-the-node-6": ethernet(node, own, 0x86DD, udp6(own6, "fd99::2", 5000, 80, b"x")),
        "metadata-service": ethernet(node, own, 0x0800, tcp_syn4(own4, "169.254.169.254", 80, b"x")),
        "other-port-of-the-neighbour": ethernet(other, own, 0x0800, tcp_syn4(own4, other4, 81, b"x")),
        "udp-to-the-neighbour": ethernet(other, own, 0x0800, udp4(own4, other4, 5000, 5353, b"x")),
        "echo-request-to-the-neighbour": ethernet(other, own, 0x86DD, icmp6(own6, other6, 128, struct.pack("!HH", 1, 1))),
    }
    return [(name, frame, frame + b"\0" * max(0, 60 - len(frame)) + mark(name)) for name, frame in kinds.items()]


def connections(asked):
    under_way = {}
    for name, pid, source, target, port in asked:
        def begin():
            one = socket.socket(socket.AF_INET6 if ":" in target else socket.AF_INET, socket.SOCK_STREAM)
            one.setblocking(False)
            if source != "-":
                one.bind((source, 0))
            return one, one.connect_ex((target, int(port)))
        under_way[name] = within(pid, begin)
    end, results = time.monotonic() + WAIT, {}
    while len(results) < len(under_way) and time.monotonic() < end:
        waiting = [one for name, (one, _) in under_way.items() if name not in results]
        _, ready, _ = select.select([], waiting, [], max(0, end - time.monotonic()))
        for name, (one, _) in under_way.items():
            if one in ready:
                results[name] = "closed" if one.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) else "open"
    for name, (one, code) in under_way.items():
        print("pair", name, results.get(name, "closed"))
        one.close()


class Machine:
    """What a machine at a tap device does for connections: it finds the hardware address of the next hop, sends SYN,
    and waits for SYN and ACK."""

    def __init__(self, device):
        self.handle = tap(device)
        os.set_blocking(self.handle, False)
        self.addresses, self.attempts, self.open = {}, [], set()
        # Another one in each run: servers repeat SYN and ACK for a minute to connections of an earlier run, which nobody completes.
        self.first_port = random.randrange(20000, 60000)

    def bear(self, hardware, source, gateway, bits):
        self.hardware = hardware
        self.addresses[source] = (gateway, ipaddress.ip_interface(f"{source}/{bits}").network)

    def connect(self, name, source, target, port):
        if source == "-":
            source = max((own for own in self.addresses if (":" in own) == (":" in target)), key=lambda own: common_bits(own, target))
        gateway, network = self.addresses[source]
        hop = target if ipaddress.ip_address(target) in network else gateway
        self.attempts.append((name, source, target, int(port), hop, self.first_port + len(self.attempts)))

    def run(self, seconds):
        end, again, hops = time.monotonic() + seconds, 0.0, {}
        while time.monotonic() < end and len(self.open) < len(self.attempts):
            if time.monotonic() >= again:
                again = time.monotonic() + 1
                for attempt in self.attempts:
                    self.send(attempt, hops)
            if not select.select([self.handle], [], [], 0.1)[0]:
                continue
            try:
                self.read(os.read(self.handle, 4096), hops)
            except BlockingIOError:
                continue
        for name, *_ in self.attempts:
            print("pair", name, "open" if name in self.open else "closed")

    def send(self, attempt, hops):
        name, source, target, port, hop, own_port = attempt
        if name in self.open:
            return
        if (source, hop) in hops:
            make = syn6 if ":" in target else syn4
            self.write(hops[source, hop], 0x86DD if ":" in target else 0x0800, make(source, target, own_port, port))
        elif ":" in hop:
            group = "ff02::1:ff" + ipaddress.ip_address(hop).exploded[-7:]
            body = struct.pack("!I16sBB6s", 0, six(hop), 1, 1, mac(self.hardware))
            self.write("33:33:ff:" + ":".join(six(hop)[place:place + 1].hex() for place in (13, 14, 15)), 0x86DD,
                       icmp6(source, group, 135, body))
        else:
            self.write(ALL, 0x0806, arp(1, self.hardware, source, hop))

    def read(self, frame, hops):
        sender, kind, body = frame[6:12].hex(":"), struct.unpack("!H", frame[12:14])[0], frame[14:]
        if kind == 0x0806:
            operation, asked = struct.unpack("!H", body[6:8])[0], socket.inet_ntoa(body[24:28])
            known = socket.inet_ntoa(body[14:18])
            if asked not in self.addresses:
                return
            if operation == 1:
                self.write(sender, 0x0806, struct.pack("!HHBBH6s4s6s4s", 1, 0x0800, 6, 4, 2, mac(self.hardware), four(asked), body[8:14],
                                                       body[14:18]))
            self.learn(asked, known, body[8:14].hex(":"), hops)
        elif kind == 0x0800 and body[9] == 6:
            self.answered(body[20:], socket.inet_ntoa(body[12:16]), socket.inet_ntoa(body[16:20]))
        elif kind == 0x86DD and body[6] == 6:
            self.answered(body[40:], socket.inet_ntop(socket.AF_INET6, body[8:24]), socket.inet_ntop(socket.AF_INET6, body[24:40]))
        elif kind == 0x86DD and body[6] == 58 and body[40] in (135, 136):
            named = socket.inet_ntop(socket.AF_INET6, body[48:64])
            if body[40] == 135 and named in self.addresses:
                whom = socket.inet_ntop(socket.AF_INET6, body[8:24])
                advert = struct.pack("!I16sBB6s", 0x60000000, six(named), 2, 1, mac(self.hardware))
                self.write(sender, 0x86DD, icmp6(named, whom, 136, advert))
            elif body[40] == 136:
                for source in self.addresses:
                    self.learn(source, named, sender, hops)

    def learn(self, source, known, hardware, hops):
        for attempt in self.attempts:
            if attempt[1] == source and attempt[4] == known and (source, known) not in hops:
                hops[source, known] = hardware
                for each in self.attempts:
                    if each[1] == source and each[4] == known:
                        self.send(each, hops)
                return

    def answered(self, segment, source, target):
        port, own_port, flags = *struct.unpack("!HH", segment[:4]), segment[13]
        for name, own, other, wanted, _, mine in self.attempts:
            if (own, other, wanted, mine) == (target, source, port, own_port) and flags & 0x12 == 0x12:
                self.open.add(name)

    def write(self, target, kind, body):
        try:
            os.write(self.handle, ethernet(target, self.hardware, kind, body))
        except OSError as error:
            if error.errno not in (errno.ENOBUFS, errno.EIO):
                raise


def common_bits(one, other):
    one, other = ipaddress.ip_address(one), ipaddress.ip_address(other)
    return one.max_prefixlen - (int(one) ^ int(other)).bit_length()


def tcp_sum(pseudo, segment):
    return segment[:16] + struct.pack("!H", checksum(pseudo + segment)) + segment[18:]


def syn4(source, target, own_port, port):
    segment = struct.pack("!HHIIBBHHH", own_port, port, 1, 0, 5 << 4, 2, 1024, 0, 0)
    body = tcp_sum(four(source) + four(target) + struct.pack("!BBH", 0, 6, len(segment)), segment)
    head = struct.pack("!BBHHHBBH4s4s", 0x45, 0, 20 + len(body), 7, 0, 64, 6, 0, four(source), four(target))
    return head[:10] + struct.pack("!H", checksum(head)) + head[12:] + body


def syn6(source, target, own_port, port):
    segment = struct.pack("!HHIIBBHHH", own_port, port, 1, 0, 5 << 4, 2, 1024, 0, 0)
    return ip6(source, target, 6, tcp_sum(six(source) + six(target) + struct.pack("!II", len(segment), 6), segment), 64)


def tap(device):
    handle = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(handle, 0x400454CA, struct.pack("16sH22x", device.encode(), 0x1002))
    return handle


def from_machines(lines):
    machines = {}
    for words in lines:
        if words[0] == "machine":
            machines.setdefault(words[1], None)
            machines[words[1]] = machines[words[1]] or Machine(words[1])
            machines[words[1]].bear(*words[2:])
        elif words[0] == "connect" and words[2].startswith("tap:"):
            machines[words[2][4:]].connect(words[1], *words[3:])
    for machine in machines.values():
        machine.run(WAIT)
        os.close(machine.handle)


def sniffer(pid, device):
    def begin():
        one = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
        one.bind((device, 0))
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
        one.setblocking(False)
        return one
    return within(pid, begin)


def sender(where, device):
    if where == "tap":
        handle = tap(device)
        return lambda frame: os.write(handle, frame)
    one = within(where, lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
    within(where, lambda: one.bind((device, 0)))
    return one.send


def main():
    lines = [line.split() for line in sys.stdin if line.strip()]
    connections([words[1:] for words in lines if words[0] == "connect" and not words[2].startswith("tap:")])
    from_machines(lines)
    facts = [words[1:] for words in lines if words[0] == "facts"]
    if not facts:
        return
    sniffers = [(words[1], sniffer(*words[2:])) for words in lines if words[0] == "sniff"]
    send = sender(*next(words[1:] for words in lines if words[0] == "frames"))
    all_frames = frames(*facts[0])
    for _ in range(2):
        for _, _, frame in all_frames:
            try:
                send(frame)
            except OSError as error:
                if error.errno not in (errno.ENOBUFS, errno.EIO):
                    raise
            time.sleep(0.003)
    time.sleep(0.3)
    seen, of_ip = set(), {frame: name for name, frame, _ in all_frames if frame[12:14] in (b"\x08\x00", b"\x86\xdd")}
    lengths = {len(frame) for frame in of_ip}
    for where, one in sniffers:
        while True:
            try:
                frame, (_, _, kind, _, _) = one.recvfrom(4096)
            except BlockingIOError:
                break
            if b"CVF:" in frame:
                seen.add((frame.rsplit(b"CVF:", 1)[1].split(b";")[0].decode(), where))
            seen.update((of_ip[frame[:length]], where) for length in lengths if frame[:length] in of_ip)
    for name, _, _ in all_frames:
        places = sorted(where for frame, where in seen if frame == name)
        print("frame", name, *(places or ["nowhere"]))


main()
