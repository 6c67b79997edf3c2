package org.caravan.adapter.testkit;

import java.util.List;
import java.util.Optional;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.testkit.BandwidthTraffic.Received;
import org.caravan.infrastructure.IpFamily;

/**
 * Datagrams of 1400 B from copies of any form to the other site of the bed: by a program in the network namespace of the copy, or as frames
 * through the device of a machine, whose place the program takes. Senders and the receiver end by themselves after their lifetime.
 */
final class CopyDatagrams {

    /** Payload of a frame of 1442 B, which the kernel counts. */
    static final double PAYLOAD = 1400.0 / 1442;

    private final FilterFixture ground;

    CopyDatagrams(FilterFixture ground) {
        this.ground = ground;
    }

    /** @param seconds lifetime of the sender */
    void send(CopyId id, CopySpec spec, IpFamily family, int megabits, int seconds) {
        CopyAddress own = UplinkContract.own(spec, family);
        Optional<String> process = ground.process(id);
        if (process.isEmpty()) {
            ground.takePlaceOf(id);
        }
        // A program in the namespace of a copy asks for the gateway itself.
        String gateway = process.isPresent() ? "-" : ground.bed().awaitOn(ground.host(),
                "ping -c 1 -W 5 %1$s >/dev/null || true; ip neigh show %1$s dev br0 | awk '{ print $3 }'".formatted(own.gateway()),
                address -> address.contains(":"));
        String command = "python3 /run/flood.py %s %s %d %d %s %s %s".formatted(own.address(), target(family), megabits, seconds,
                process.map(pid -> "-").orElse(ground.device(id)), ground.hardwareAddress(id, spec), gateway);
        onHost(SENDER + process.map(pid -> "nsenter -t " + pid + " -n ").map(enter -> "setsid " + enter)
                .orElse("setsid ") + command + " </dev/null >/dev/null 2>/run/flood.log &\necho $! >>/run/flood.pids\n");
    }

    /** How long senders, receiver and the program of the node waited for a processor, until now. */
    ProcessorWait waits() {
        return ProcessorWait.on(ground.bed(), ground.host(), ground.outside());
    }

    /** Ends the senders, and the receiver if it still runs. */
    void end() {
        ground.bed().end(ground.outside(), "/run/receiver.pids", "/run/receiver.py");
        ground.bed().end(ground.host(), "/run/flood.pids", "/run/flood.py");
    }

    /** Counts what arrives over both IP versions. @param seconds lifetime of the receiver */
    void receive(int seconds) {
        ground.bed().on(ground.outside(), RECEIVER.formatted(seconds));
        // The file is there once the receiver listens.
        ground.bed().awaitOn(ground.outside(), "cat /run/received.txt", text -> !text.isEmpty());
    }

    /** What was received up to now. @throws IllegalStateException if the lifetime of the receiver is over */
    Received soFar() {
        List<String> lines = ground.bed().on(ground.outside(), "cat /run/received.txt").lines().toList();
        if (lines.get(lines.size() - 1).startsWith("closed")) {
            throw new IllegalStateException("The receiver ended before the measurement did. Maybe the machine is overloaded.");
        }
        return new Received(lines, PAYLOAD);
    }

    /** Ends the receiver. @throws IllegalStateException if its lifetime is over */
    Received received() {
        soFar();
        ground.bed().on(ground.outside(), "touch /run/received.end");
        ground.bed().awaitOn(ground.outside(), "cat /run/received.txt", text -> text.contains("\nclosed"));
        return new Received(ground.bed().on(ground.outside(), "cat /run/received.txt; rm -f /run/received.txt /run/received.end").lines()
                .toList(), PAYLOAD);
    }

    private String target(IpFamily family) {
        return ground.bed().on(ground.outside(), "ip -o addr show dev br0 scope global | awk '{ sub(\"/.*\", \"\", $4); print $4 }'")
                .lines().filter(address -> address.startsWith(family == IpFamily.IPV4 ? "10.1." : "fd")).findFirst().orElseThrow();
    }

    private String onHost(String command) {
        return ground.bed().on(ground.host(), command);
    }

    /** Writes the sum of bytes every 50 ms, by the times at which the kernel received them. */
    private static final String RECEIVER = """
            rm -f /run/received.txt /run/received.end
            cat >/run/receiver.py <<'PYTHON'
            import os, socket, struct, sys, time
            listener = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
            # SO_RCVBUFFORCE and SO_TIMESTAMP of socket(7): the kernel keeps datagrams for seconds, each with the time of its arrival.
            listener.setsockopt(socket.SOL_SOCKET, 33, 64 << 20)
            listener.setsockopt(socket.SOL_SOCKET, 29, 1)
            listener.bind(("::", 9999))
            listener.settimeout(0.02)
            total = 0
            begin = due = time.time()
            last = None
            with open("/run/received.txt", "w", buffering=1) as report:
                while last is None or at < last:
                    try:
                        words, notes, _, _ = listener.recvmsg(2000, 64)
                        seconds, micros = struct.unpack("ll", notes[0][2])
                        at = seconds + micros / 1e6
                    except TimeoutError:
                        words = b""
                        at = time.time()
                    if at >= due:
                        print("sum", int(at * 1000), total, file=report)
                        due = max(due + 0.05, at)
                    total += len(words)
                    if last is None and (os.path.exists("/run/received.end") or time.time() >= begin + int(sys.argv[1])):
                        last = time.time() # what arrived before is still counted
                print("closed", file=report)
            PYTHON
            setsid python3 /run/receiver.py %d </dev/null >/dev/null 2>&1 &
            echo $! >/run/receiver.pids
            """;

    private static final String SENDER = """
            cat >/run/flood.py <<'PYTHON'
            import fcntl, os, socket, struct, sys, time
            source, target, megabits, lifetime, device, own, gateway = sys.argv[1:]
            six = ":" in source
            family = socket.AF_INET6 if six else socket.AF_INET
            words = bytes(1400)
            if device == "-":
                sender = socket.socket(family, socket.SOCK_DGRAM)
                # More than the queue of the class holds, so that frames are dropped there: SO_SNDBUFFORCE of socket(7).
                sender.setsockopt(socket.SOL_SOCKET, 32, 4 << 20)
                sender.setblocking(False)
                sender.bind((source, 0))
                sender.connect((target, 9999))
                send = lambda: sender.send(words)
            else:
                tap = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
                fcntl.ioctl(tap, 0x400454CA, struct.pack("16sH", device.encode(), 0x1002))
                mac = lambda text: bytes.fromhex(text.replace(":", ""))
                ends = socket.inet_pton(family, source) + socket.inet_pton(family, target)
                length = len(words) + 8
                def added(text):
                    total = sum(struct.unpack(f"!{len(text) // 2}H", text))
                    while total >> 16:
                        total = (total & 0xffff) + (total >> 16)
                    return total ^ 0xffff
                udp = struct.pack("!HHHH", 9998, 9999, length, 0)
                if six:
                    udp = udp[:6] + struct.pack("!H", added(ends + struct.pack("!II", length, 17) + udp + words) or 0xffff)
                    packet = struct.pack("!IHBB", 0x60000000, length, 17, 64) + ends
                else:
                    packet = struct.pack("!BBHHHBBH", 0x45, 0, 20 + length, 0, 0x4000, 64, 17, 0) + ends
                    packet = packet[:10] + struct.pack("!H", added(packet)) + packet[12:]
                frame = mac(gateway) + mac(own) + struct.pack("!H", 0x86DD if six else 0x0800) + packet + udp + words
                send = lambda: os.write(tap, frame)
            begin, sent = time.monotonic(), 0
            while (now := time.monotonic() - begin) < float(lifetime):
                while sent < now * float(megabits) * 1e6 / 8:
                    try:
                        send()
                    except OSError:
                        pass
                    sent += len(words)
                time.sleep(0.005)
            PYTHON
            """;
}
