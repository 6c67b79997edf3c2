package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoublePredicate;
import org.awaitility.Awaitility;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.infrastructure.IpFamily;
import org.caravan.unit.BitRate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The bandwidth of a copy changes while it sends over TCP and a copy of another organisation floods the uplink of 20 Mbit/s: each change
 * acts within 2 s, and no connection breaks. For copies that are containers: the sender runs in the copy's network namespace.
 */
public abstract class BandwidthChangeContract {

    private static final CopyId WEB = new CopyId("acme", new InstanceId("web", 1), 1);
    private static final CopyId FLOOD = new CopyId("other", new InstanceId("flood", 1), 1);
    private static final int CONNECTIONS = 8;
    private static final int WINDOW_MS = 500;
    private static final int MOST_MS = 2_000;
    /** Payload of a TCP segment with timestamps in a frame of 1514 B, which the kernel counts. */
    private static final double PAYLOAD = 1448.0 / 1514;
    private FilterGround ground;
    private CloudAdapter adapter;
    private CopySpec web;
    private CopySpec flood;

    protected abstract FilterGround ground();

    @BeforeEach
    final void begin() {
        ground = ground();
        adapter = ground.adapter();
        destroyAll();
        web = ground.spec(211).withBandwidth(bandwidth(2, Optional.of(BitRate.ofMbps(4))));
        flood = ground.spec(212);
        adapter.ensureImage(ground.host(), web.image());
        adapter.ensureImage(ground.host(), flood.image());
        adapter.ensure(ground.host(), FLOOD, flood, List.of());
        adapter.ensure(ground.host(), WEB, web, List.of());
    }

    @AfterEach
    final void end() {
        ground.bed().on(ground.host(), "kill $(cat /run/senders.pids 2>/dev/null) 2>/dev/null || true; rm -f /run/senders.pids");
        destroyAll();
        adapter.close();
    }

    private void destroyAll() {
        adapter.observe(ground.host()).forEach(copy -> adapter.destroy(ground.host(), copy.id()));
    }

    @Test
    void aChangeActsWithinTwoSecondsAndBreaksNoConnection() {
        String target = ground.bed().on(ground.outside(),
                "ip -4 -o addr show dev br0 scope global | awk '{ sub(\"/.*\", \"\", $4); print $4 }'")
                .lines().filter(address -> address.startsWith("10.1.")).findFirst().orElseThrow();
        ground.bed().on(ground.outside(), RECEIVER.formatted(CONNECTIONS));
        send(FLOOD, flood, target, "flood");
        send(WEB, web, target, "streams");
        Awaitility.await().until(() -> ground.bed().on(ground.outside(), "cat /run/received.txt").lines()
                .anyMatch(line -> line.equals("accepted " + CONNECTIONS)));
        rest(2_500);
        long[] raised = changed(web.withBandwidth(bandwidth(12, Optional.empty())));
        rest(4_500);
        long[] lowered = changed(web.withBandwidth(bandwidth(2, Optional.of(BitRate.ofMbps(4)))));
        rest(5_500);
        ground.bed().on(ground.outside(), "touch /run/received.end");
        Awaitility.await().until(() -> ground.bed().on(ground.outside(), "cat /run/received.txt").contains("\nclosed "));
        List<String> received = ground.bed().on(ground.outside(),
                "cat /run/received.txt; rm -f /run/received.txt /run/received.end").lines()
                .toList();
        TreeMap<Long, Long> sums = sums(received);

        double before = rate(sums, raised[0] - 2_000, raised[0]);
        double high = rate(sums, raised[0] + MOST_MS, lowered[0]);
        double low = rate(sums, lowered[0] + MOST_MS, sums.lastKey());
        long up = first(sums, raised[0], rate -> rate >= 12 * 0.9);
        long down = first(sums, lowered[0], rate -> rate <= 4 * 1.1);
        System.out.printf(Locale.ROOT, "%s: %.2f Mbit/s with max 4; min 12 set in %d ms, reached after %d ms, %.2f from 2 s on; max 4 set in "
                + "%d ms, reached after %d ms, %.2f from 2 s on; %s%n", adapter.provider(), before, raised[1] - raised[0], up, high,
                lowered[1] - lowered[0], down, low, received.get(received.size() - 1));
        assertThat(before).as("max 4 Mbit/s before").isBetween(2 * 0.97, 4 * 1.05);
        assertThat(up).as("ms until min 12 Mbit/s is reached").isLessThanOrEqualTo(MOST_MS);
        assertThat(high).as("min 12 Mbit/s from 2 s after the call on").isGreaterThanOrEqualTo(12 * 0.97);
        assertThat(down).as("ms until max 4 Mbit/s is reached").isLessThanOrEqualTo(MOST_MS);
        assertThat(low).as("max 4 Mbit/s from 2 s after the call on").isLessThanOrEqualTo(4 * 1.05);
        assertThat(received.get(received.size() - 1)).isEqualTo("closed 0 failed 0 silent 0 of " + CONNECTIONS);
    }

    private static void rest(int millis) {
        long end = System.nanoTime() + millis * 1_000_000L;
        Awaitility.await().until(() -> System.nanoTime() >= end);
    }

    /** @return milliseconds since 1970 before and after the call; hosts of the bed have the same clock */
    private long[] changed(CopySpec spec) {
        long begin = System.currentTimeMillis();
        adapter.reserve(ground.host(), WEB, spec);
        return new long[] {begin, System.currentTimeMillis()};
    }

    /** Bytes received in total, by milliseconds since 1970. */
    private static TreeMap<Long, Long> sums(List<String> received) {
        TreeMap<Long, Long> sums = new TreeMap<>();
        received.stream().filter(line -> line.startsWith("sum ")).map(line -> line.split(" "))
                .forEach(words -> sums.put(Long.parseLong(words[1]), Long.parseLong(words[2])));
        return sums;
    }

    /** Mbit/s of frames between two times. */
    private static double rate(TreeMap<Long, Long> sums, long from, long to) {
        var begin = sums.floorEntry(from);
        var end = sums.floorEntry(to);
        return (end.getValue() - begin.getValue()) * 8 / 1e3 / (end.getKey() - begin.getKey()) / PAYLOAD;
    }

    /** Milliseconds from the begin of a call until the first window with the rate. The receiver gets bursts, so later ones can differ. */
    private static long first(TreeMap<Long, Long> sums, long begin, DoublePredicate reached) {
        long from = begin;
        while (from + WINDOW_MS <= sums.lastKey() && !reached.test(rate(sums, from, from + WINDOW_MS))) {
            from += 50;
        }
        return from - begin;
    }

    private static List<LinkBandwidth> bandwidth(double min, Optional<BitRate> max) {
        return List.of(new LinkBandwidth("Fibre", Optional.of(BitRate.ofMbps(20)), BitRate.ofMbps(min), max, 1));
    }

    private void send(CopyId id, CopySpec spec, String target, String what) {
        String own = spec.addresses().stream().filter(one -> one.at().ispId().equals("Fibre") && one.at().family() == IpFamily.IPV4)
                .map(CopyAddress::address).findFirst().orElseThrow();
        ground.bed().on(ground.host(), SENDER + "setsid nsenter -t %s -n python3 /run/sender.py %s %s %s %d </dev/null >/dev/null 2>&1 &\n"
                .formatted(ground.process(id).orElseThrow(), what, own, target, CONNECTIONS) + "echo $! >>/run/senders.pids\n");
    }

    /** Accepts connections for at most 40 s and writes the sum of bytes every 50 ms. A silent connection got nothing in the last 2 s. */
    private static final String RECEIVER = """
            rm -f /run/received.txt /run/received.end
            cat >/run/receiver.py <<'PYTHON'
            import os, selectors, socket, sys, time
            expected = int(sys.argv[1])
            listener = socket.create_server(("", 9997))
            waiting = selectors.DefaultSelector()
            waiting.register(listener, selectors.EVENT_READ)
            accepted = closed = failed = total = 0
            heard = {}
            begin = due = time.time()
            with open("/run/received.txt", "w", buffering=1) as report:
                while time.time() < begin + 40 and not os.path.exists("/run/received.end"):
                    for key, _ in waiting.select(0.02):
                        if key.fileobj is listener:
                            peer, _ = listener.accept()
                            peer.setblocking(False)
                            waiting.register(peer, selectors.EVENT_READ)
                            heard[peer] = time.time()
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
                        else:
                            total += size
                            heard[key.fileobj] = time.time()
                    if time.time() >= due:
                        print("sum", int(time.time() * 1000), total, file=report)
                        due += 0.05
                silent = sum(1 for at in heard.values() if at < time.time() - 2)
                print("closed", closed, "failed", failed, "silent", silent, "of", accepted, file=report)
            PYTHON
            setsid python3 /run/receiver.py %d </dev/null >/dev/null 2>&1 &
            """;

    /** Sends for at most 40 s: a flood of 200 Mbit/s of datagrams, or streams on several connections. */
    private static final String SENDER = """
            cat >/run/sender.py <<'PYTHON'
            import selectors, socket, sys, time
            what, own, target, connections = sys.argv[1:]
            begin, sent = time.monotonic(), 0
            if what == "flood":
                sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                sender.setblocking(False)
                sender.bind((own, 0))
                while (now := time.monotonic() - begin) < 40:
                    while sent < now * 25e6:
                        try:
                            sender.sendto(bytes(1400), (target, 9996))
                        except OSError:
                            pass
                        sent += 1400
                    time.sleep(0.005)
            waiting = selectors.DefaultSelector()
            for _ in range(int(connections)):
                stream = socket.create_connection((target, 9997), 10, (own, 0))
                stream.setblocking(False)
                waiting.register(stream, selectors.EVENT_WRITE)
            while time.monotonic() < begin + 40:
                for key, _ in waiting.select(1):
                    try:
                        key.fileobj.send(bytes(1 << 14))
                    except BlockingIOError:
                        pass
            PYTHON
            """;
}
