package org.caravan.adapter.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoublePredicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.caravan.infrastructure.Host;

/**
 * TCP connections and a UDP flood from the network namespaces of copies on one host of the bed to another host, and the rates that arrive
 * there. Hosts of the bed have the clock of the test. Everything ends with {@link #close}, or by itself after its lifetime.
 */
public final class BandwidthTraffic implements AutoCloseable {

    /** Number of TCP connections of {@link #streams}. */
    public static final int CONNECTIONS = 8;
    private static final int WINDOW_MS = 500;
    private static final Duration LIFETIME = Duration.ofSeconds(60);
    /** Payload of a TCP segment with timestamps in a frame of 1514 B, which the kernel counts. */
    private static final double PAYLOAD = 1448.0 / 1514;

    private final EmulatedBed bed;
    private final Host from;
    private final Host to;
    private final String target;
    private final Duration lifetime;

    /** Traffic that lives for 60 s. Parameters as of the other constructor. */
    public BandwidthTraffic(EmulatedBed bed, Host from, Host to) {
        this(bed, from, to, LIFETIME);
    }

    /**
     * Starts the receiver, and returns when it listens.
     *
     * @param to receives at its IPv4 address of the ISP Fibre
     * @param lifetime from now on, in whole seconds; the time of all measurements together
     */
    public BandwidthTraffic(EmulatedBed bed, Host from, Host to, Duration lifetime) {
        this.bed = bed;
        this.from = from;
        this.to = to;
        this.lifetime = lifetime;
        this.target = bed.on(to, "ip -4 -o addr show dev br0 scope global | awk '{ sub(\"/.*\", \"\", $4); print $4 }'")
                .lines().filter(address -> address.startsWith("10.1.")).findFirst().orElseThrow();
        bed.on(to, RECEIVER.formatted(lifetime.toSeconds()));
        // The file is there once the receiver listens.
        bed.awaitOn(to, "cat /run/received.txt", text -> !text.isEmpty());
    }

    /** Sends 200 Mbit/s of datagrams. @param process in the namespace of the copy; @param own IPv4 address of the copy */
    public void flood(String process, String own) {
        send("flood", process, own);
    }

    /** Sends as much as it can over TCP, and returns when all connections are accepted. Parameters as of {@link #flood}. */
    public void streams(String process, String own) {
        send("streams", process, own);
        bed.awaitOn(to, "cat /run/received.txt", text -> text.lines().anyMatch(line -> line.equals("accepted " + CONNECTIONS)));
    }

    /** What was received up to now. @throws IllegalStateException if the lifetime is over */
    public Received soFar() {
        return alive(bed.on(to, "cat /run/received.txt").lines().toList(), lifetime);
    }

    /** How long senders, receiver and the program of the node that divides the uplink waited for a processor, until now. */
    public ProcessorWait waits() {
        return ProcessorWait.on(bed, from, to);
    }

    /** Time in milliseconds since 1970, and bytes that have left the host of the senders by devices that it divides. */
    public long[] left() {
        return Stream.of(bed.on(from, "total=0; for device in $(cut -d ' ' -f 1 /run/caravan/shaped | sort -u); do "
                + "total=$((total + $(cat /sys/class/net/$device/statistics/tx_bytes))); done; echo $(date +%s%3N) $total").split(" "))
                .mapToLong(Long::parseLong).toArray();
    }

    /** Mbit/s between two results of {@link #left}. */
    public static double rate(long[] begin, long[] end) {
        return (end[1] - begin[1]) * 8 / 1e3 / (end[0] - begin[0]);
    }

    /** Ends the receiver. @throws IllegalStateException if the lifetime is over */
    public Received received() {
        soFar();
        bed.on(to, "touch /run/received.end");
        bed.awaitOn(to, "cat /run/received.txt", text -> text.contains("\nclosed "));
        return new Received(bed.on(to, "cat /run/received.txt; rm -f /run/received.txt /run/received.end").lines().toList());
    }

    static Received alive(List<String> lines, Duration lifetime) {
        if (!lines.isEmpty() && lines.get(lines.size() - 1).startsWith("closed ")) {
            throw new IllegalStateException("The traffic ended after its lifetime of " + lifetime.toSeconds()
                    + " s, before the measurement did. Maybe the machine is overloaded.");
        }
        return new Received(lines);
    }

    /** Waits while traffic flows. */
    public static void rest(int millis) {
        long end = System.nanoTime() + millis * 1_000_000L;
        Awaitility.await().atMost(Duration.ofMillis(millis).plusSeconds(30)).until(() -> System.nanoTime() >= end);
    }

    @Override
    public void close() {
        bed.end(from, "/run/sender.pids", "/run/sender.py");
        bed.end(to, "/run/receiver.pids", "/run/receiver.py");
    }

    private void send(String what, String process, String own) {
        bed.on(from, SENDER + "setsid nsenter -t %s -n python3 /run/sender.py %s %s %s %d %d </dev/null >/dev/null 2>&1 &\n"
                .formatted(process, what, own, target, CONNECTIONS, lifetime.toSeconds()) + "echo $! >>/run/sender.pids\n");
    }

    /** Bytes received in total, by milliseconds since 1970, and the state of the connections. */
    public static final class Received {

        private final TreeMap<Long, Long> sums = new TreeMap<>();
        private final String connections;
        private final double payload;

        Received(List<String> lines) {
            this(lines, PAYLOAD);
        }

        /** @param payload part of a frame, as the kernel counts it, that is received */
        Received(List<String> lines, double payload) {
            this.payload = payload;
            lines.stream().filter(line -> line.startsWith("sum ")).map(line -> line.split(" "))
                    .forEach(words -> sums.put(Long.parseLong(words[1]), Long.parseLong(words[2])));
            connections = lines.get(lines.size() - 1);
        }

        /** At the end: {@code closed 0 failed 0 silent 0 of 8}; a silent connection received nothing in the last 2 s. */
        public String connections() {
            return connections;
        }

        /** Milliseconds since 1970 of the first sample with at least that many bytes. @throws IllegalStateException if there is none */
        public long reached(long bytes) {
            return sums.entrySet().stream().filter(sample -> sample.getValue() >= bytes).mapToLong(Map.Entry::getKey).findFirst()
                    .orElseThrow(() -> new IllegalStateException("only " + total() + " B of " + bytes + " B were received"));
        }

        /** Bytes until the last sample; 0 before the first one. */
        public long total() {
            return sums.isEmpty() ? 0 : sums.lastEntry().getValue();
        }

        /** Milliseconds since 1970 of the last sample. */
        public long end() {
            return sums.lastKey();
        }

        /**
         * Mbit/s of frames between two times in milliseconds since 1970; not a number if no sample was taken between them.
         *
         * @throws IllegalArgumentException if the first is not before the second
         */
        public double rate(long begin, long end) {
            if (begin >= end) {
                throw new IllegalArgumentException("A rate needs a time that begins before it ends, not from " + begin + " to " + end
                        + ". Maybe the wait before it is shorter than its delay.");
            }
            var first = sums.floorEntry(begin);
            var last = sums.floorEntry(end);
            return (last.getValue() - first.getValue()) * 8 / 1e3 / (last.getKey() - first.getKey()) / payload;
        }

        /** Milliseconds from a time until the first window with the rate. The receiver gets bursts, so later windows can differ. */
        public long first(long begin, DoublePredicate reached) {
            long at = begin;
            while (at + WINDOW_MS <= end() && !reached.test(rate(at, at + WINDOW_MS))) {
                at += 50;
            }
            return at - begin;
        }
    }

    /** Accepts connections during the lifetime and writes the sum of bytes every 50 ms, as the kernel counts them. */
    private static final String RECEIVER = """
            rm -f /run/received.txt /run/received.end
            cat >/run/receiver.py <<'PYTHON'
            import os, selectors, socket, sys, time
            lifetime = int(sys.argv[1])
            # SO_RCVBUFFORCE of socket(7): the kernel receives for seconds while this program waits for a processor.
            listener = socket.socket()
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.setsockopt(socket.SOL_SOCKET, 33, 8 << 20)
            listener.bind(("", 9997))
            listener.listen(64)
            waiting = selectors.DefaultSelector()
            waiting.register(listener, selectors.EVENT_READ)
            accepted = closed = failed = 0
            # By connection, bytes that the kernel has received (tcpi_bytes_received of tcp(7)), and when the last ones were seen.
            counts = {}
            def look():
                for peer, (before, _) in counts.items():
                    count = int.from_bytes(peer.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 136)[128:], sys.byteorder)
                    if count > before:
                        counts[peer] = count, time.time()
                return sum(count for count, _ in counts.values())
            begin = due = time.time()
            with open("/run/received.txt", "w", buffering=1) as report:
                while time.time() < begin + lifetime and not os.path.exists("/run/received.end"):
                    for key, _ in waiting.select(0.02):
                        if key.fileobj is listener:
                            peer, _ = listener.accept()
                            peer.setblocking(False)
                            waiting.register(peer, selectors.EVENT_READ)
                            counts[peer] = 0, time.time()
                            accepted += 1
                            print("accepted", accepted, file=report)
                            continue
                        try:
                            size = len(key.fileobj.recv(1 << 18))
                        except OSError:
                            failed += 1
                            size = 0
                        if size == 0:
                            closed += 1
                            waiting.unregister(key.fileobj)
                    if time.time() >= due:
                        for _ in range(5): # until it was not interrupted between the time and the counts
                            at = time.time()
                            total = look()
                            if time.time() < at + 0.005:
                                break
                        print("sum", int(at * 1000), total, file=report)
                        due += 0.05
                look()
                silent = sum(1 for _, at in counts.values() if at < time.time() - 2)
                print("closed", closed, "failed", failed, "silent", silent, "of", accepted, file=report)
            PYTHON
            setsid python3 /run/receiver.py %d </dev/null >/dev/null 2>&1 &
            echo $! >/run/receiver.pids
            """;

    /** Sends during the lifetime: a flood of 200 Mbit/s of datagrams, or streams on several connections. */
    private static final String SENDER = """
            cat >/run/sender.py <<'PYTHON'
            import selectors, socket, sys, time
            what, own, target, connections, lifetime = sys.argv[1:]
            begin, lifetime, sent = time.monotonic(), int(lifetime), 0
            def repeated(attempt):
                while True:
                    try:
                        return attempt()
                    except OSError: # a copy that starts does not have its address yet
                        if time.monotonic() > begin + lifetime:
                            raise
                        time.sleep(0.2)
            if what == "flood":
                sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                sender.setblocking(False)
                repeated(lambda: sender.bind((own, 0)))
                while (now := time.monotonic() - begin) < lifetime:
                    while sent < now * 25e6:
                        try:
                            sender.sendto(bytes(1400), (target, 9996))
                        except OSError:
                            pass
                        sent += 1400
                    time.sleep(0.005)
            waiting = selectors.DefaultSelector()
            for _ in range(int(connections)):
                stream = repeated(lambda: socket.create_connection((target, 9997), 60, (own, 0)))
                # SO_SNDBUFFORCE of socket(7): the kernel sends for seconds while this program waits for a processor.
                stream.setsockopt(socket.SOL_SOCKET, 32, 1 << 20)
                stream.setblocking(False)
                waiting.register(stream, selectors.EVENT_WRITE)
            while time.monotonic() < begin + lifetime:
                for key, _ in waiting.select(1):
                    try:
                        key.fileobj.send(bytes(1 << 14))
                    except BlockingIOError:
                        pass
            PYTHON
            """;
}
