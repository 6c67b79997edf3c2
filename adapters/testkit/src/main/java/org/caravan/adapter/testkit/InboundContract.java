package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.adapter.LinkUse;
import org.caravan.infrastructure.IpFamily;
import org.caravan.unit.BitRate;
import org.junit.jupiter.api.Test;

/**
 * Two copies download through a downlink of 20 Mbit/s, of which the node divides 19: a minimum beside a greedy copy, shares over both IP
 * versions, and a maximum. They download over TCP from a host of the other site, which sends as much as it can. A program with a network
 * namespace takes the place of a machine, at its device and with its addresses. Rates are those that the node counts.
 */
public abstract class InboundContract extends InboundRepairContract {

    private static final double DIVIDED = 19;
    /** Programs end with a measurement or the test; these are more seconds than any busy machine needs for it. */
    private static final int LIFETIME_S = 600;
    private static final int STANDING_S = 1_200;
    /** Bytes of each copy until all its connections stand. */
    private static final long BEGUN = 500_000;
    /** From then on until connections have their rates, in ms. */
    private static final int SETTLED_MS = 1_500;
    private static final int MEASURED_MS = 3_000;
    /**
     * Of a maximum of 2 Mbit/s: a class that waited for its timer may send 32 KiB at once. They are 0.7 % of what this time carries, and
     * the bound is 1 % above the maximum.
     */
    private static final int MEASURED_MAXIMUM_MS = 18_000;

    /** Processes in the places of machines. They stay until the test ends, so that what is queued for them is delivered and counted. */
    private final Map<CopyId, String> standIns = new TreeMap<>();

    @Override
    void endTraffic() {
        endDownloads();
        ground.bed().end(ground.host(), "/run/stand.pids", "/run/download.py");
        standIns.clear();
    }

    private void endDownloads() {
        List.of(ground.outside(), ground.host()).forEach(host -> ground.bed().end(host, "/run/download.pids", "/run/download.py"));
    }

    @Test
    void minimumShareAndMaximumHoldForWhatCopiesReceiveAndAreCounted() {
        await().until(() -> uses().size() == 2);
        long counted = total(uses());
        long reached = reached();
        List<MeasuredRounds> measured = new ArrayList<>();
        measured.add(measured("minimum of 5 Mbit/s beside a greedy copy (from 4.95), the rest of 19 (13.30 to 14.14)", IpFamily.IPV4,
                UNLIMITED, MEASURED_MS, (of, rest) -> of >= 5 * 0.99 && rest >= 14 * 0.95 && rest <= 14 * 1.01));
        countersAgree(counted, reached);

        reserve(inbound(0, 0, 3));
        for (IpFamily family : List.of(IpFamily.IPV4, IpFamily.IPV6)) {
            measured.add(measured("shares 3:1 of 19 Mbit/s over " + family + " (13.82 to 14.68 and 4.61 to 4.89)", family,
                    UNLIMITED, MEASURED_MS,
                    (of, rest) -> Math.abs(of / (DIVIDED * 0.75) - 1) <= 0.03 && Math.abs(rest / (DIVIDED * 0.25) - 1) <= 0.03));
        }

        reserve(inbound(0, 2, 1));
        measured.add(measured("maximum of 2 Mbit/s (1.90 to 2.02), the rest of 19 (above 16.15)", IpFamily.IPV4, 2 * 1.01,
                MEASURED_MAXIMUM_MS, (of, rest) -> of >= 2 * 0.95 && of <= 2 * 1.01 && rest > 17 * 0.95));
        MeasuredRounds.judge(measured);
    }

    private MeasuredRounds measured(String what, IpFamily family, double most, int millis, BiPredicate<Double, Double> within) {
        return divided("inbound: " + what, DIVIDED * 0.97, most, () -> received(family, millis), within);
    }

    /**
     * Compares the node's counters with those of the devices of the copies, once nothing arrives any more.
     *
     * @param before bytes that the node had counted
     * @param reachedBefore bytes that the devices had sent to the copies
     */
    private void countersAgree(long before, long reachedBefore) {
        AtomicReference<Map<CopyId, LinkUse>> last = new AtomicReference<>(uses());
        await().pollInterval(Duration.ofMillis(500)).until(() -> {
            Map<CopyId, LinkUse> now = uses();
            if (now.get(WEB).seconds() <= last.get().get(WEB).seconds()) {
                return false; // the same reading
            }
            return total(last.getAndSet(now)) == total(now) && total(now) > before;
        });
        long reached = reached() - reachedBefore;
        long counted = total(last.get()) - before;
        double off = Math.abs(counted - reached) / (double) reached;
        System.out.printf(Locale.ROOT, "%s: inbound: counted %d B, devices %d B, %.2f %% apart%n", adapter.provider(), counted, reached,
                off * 100);
        assertThat(counted).as("a second of the downlink").isGreaterThan(DOWNLINK.value() / 8);
        assertThat(off).as("counted %d B of %d B", counted, reached).isLessThan(0.01);
        LinkUse use = last.get().get(WEB);
        assertThat(use.granted().value()).as("granted").isGreaterThan(use.sent().value() * 95 / 100);
        assertThat(use.promised()).isEqualTo(web.bandwidth().get(0).withDownlink(Optional.of(BitRate.ofMbps(DIVIDED))));
    }

    private void reserve(LinkBandwidth link) {
        CopySpec changed = web.withBandwidth(List.of(link));
        adapter.reserve(ground.host(), WEB, changed);
        if (ground.process(WEB).isPresent()) { // a machine whose place is taken does not run any more
            assertThat(granted()).contains(changed.bandwidth());
        }
    }

    /** @return id of the process in the place of a machine */
    private String standIn(CopyId id) {
        ground.takePlaceOf(id);
        CopySpec spec = id.equals(WEB) ? web : flood;
        String addresses = List.of(IpFamily.IPV4, IpFamily.IPV6).stream().map(family -> own(spec, family))
                .map(own -> own.address() + "/" + own.prefixLength() + "," + own.gateway()).collect(Collectors.joining(" "));
        String process = onHost(("setsid python3 /run/download.py stand %s %s %d %s </dev/null >/dev/null 2>/run/download.log &\n"
                + "echo $! | tee -a /run/stand.pids")
                .formatted(ground.device(id), ground.hardwareAddress(id, spec), STANDING_S, addresses)).strip();
        String shown = "nsenter -t " + process + " -n ip -o route show default 2>/dev/null; "
                + "nsenter -t " + process + " -n ip -6 -o route show default 2>/dev/null || true";
        await().until(() -> onHost(shown).contains(own(spec, IpFamily.IPV6).gateway()));
        return process;
    }

    private Map<CopyId, LinkUse> uses() {
        Map<CopyId, LinkUse> uses = new TreeMap<>();
        adapter.usage(ground.host()).bandwidth().forEach((id, links) -> links.stream()
                .filter(use -> use.inbound() && use.promised().ispId().equals(LINK)).forEach(use -> uses.put(id, use)));
        return uses;
    }

    private static long total(Map<CopyId, LinkUse> uses) {
        return uses.values().stream().mapToLong(use -> use.sent().value()).sum();
    }

    private long reached() {
        return List.of(WEB, FLOOD).stream().mapToLong(id -> Long.parseLong(onHost("cat /sys/class/net/" + ground.device(id)
                + "/statistics/tx_bytes").strip())).sum();
    }

    /** Mbit/s of frames that reach the copies while more is sent to both of them than the downlink carries */
    private Division received(IpFamily family, int millis) {
        String far = ground.bed().on(ground.outside(),
                "ip -o addr show dev br0 scope global | awk '{ sub(\"/.*\", \"\", $4); print $4 }'").lines()
                .filter(address -> address.startsWith(family == IpFamily.IPV4 ? "10.1." : "fd")).findFirst().orElseThrow();
        ground.bed().on(ground.outside(), PROGRAM);
        onHost(PROGRAM);
        Map<CopyId, LinkUse> idle = uses();
        start(true, "", "serve", far, "-");
        for (CopyId id : List.of(WEB, FLOOD)) {
            String own = own(id.equals(WEB) ? web : flood, family).address();
            String process = ground.process(id).orElseGet(() -> standIns.computeIfAbsent(id, this::standIn));
            start(false, "nsenter -t " + process + " -n", "take", far, own);
        }
        await().until(() -> {
            Map<CopyId, LinkUse> now = uses();
            return List.of(WEB, FLOOD).stream().allMatch(id -> now.containsKey(id)
                    && now.get(id).sent().value() - (idle.containsKey(id) ? idle.get(id).sent().value() : 0) > BEGUN);
        });
        BandwidthTraffic.rest(SETTLED_MS);
        ProcessorWait earlier = ProcessorWait.on(ground.bed(), ground.host(), ground.outside());
        Map<CopyId, LinkUse> before = uses();
        BandwidthTraffic.rest(millis);
        // The node may write its counters late.
        Map<CopyId, LinkUse> after = await().until(this::uses, now -> before.entrySet().stream().allMatch(one ->
                now.containsKey(one.getKey()) && now.get(one.getKey()).seconds() > one.getValue().seconds()));
        ProcessorWait.Shares waits = ProcessorWait.on(ground.bed(), ground.host(), ground.outside()).since(earlier);
        endDownloads();
        Map<CopyId, Double> rates = new TreeMap<>();
        after.forEach((id, use) -> rates.put(id, (use.sent().value() - before.get(id).sent().value()) * 8 / 1e6
                / (use.seconds() - before.get(id).seconds())));
        return new Division(rates, waits);
    }

    private void start(boolean outside, String around, String what, String first, String second) {
        ground.bed().on(outside ? ground.outside() : ground.host(),
                "setsid %s python3 /run/download.py %s %s %s %d </dev/null >/dev/null 2>&1 &\n"
                .formatted(around, what, first, second, LIFETIME_S)
                + "echo $! >>/run/download.pids\n"
                + (what.equals("serve") ? "for try in $(seq 100); do ss -tln | grep -q :9995 && break; sleep 0.1; done\n" : ""));
    }

    /** Sends to all that connect, receives over 8 connections, or connects a device with a network namespace. Ends by itself. */
    private static final String PROGRAM = """
            cat >/run/download.py <<'PYTHON'
            import ctypes, fcntl, os, selectors, socket, struct, subprocess, sys, time
            what, first, second, lifetime = sys.argv[1:5]
            if what == "stand":
                def tap(name):
                    device = os.open("/dev/net/tun", os.O_RDWR)
                    fcntl.ioctl(device, 0x400454CA, struct.pack("16sH", name.encode(), 0x1002)) # frames without a header
                    return device
                outer = tap(first)
                if ctypes.CDLL(None, use_errno=True).unshare(0x40000000):
                    raise OSError(ctypes.get_errno(), "unshare")
                inner = tap("eth0")
                subprocess.run(["ip", "link", "set", "eth0", "address", second, "up"], check=True)
                for address, gateway in (word.split(",") for word in sys.argv[5:]):
                    six = ":" in address
                    subprocess.run(["ip", "addr", "add", address, "dev", "eth0", *(["nodad"] if six else [])], check=True)
                    subprocess.run(["ip", "-6" if six else "-4", "route", "add", "default", "via", gateway, "dev", "eth0"], check=True)
                frames = selectors.DefaultSelector()
                frames.register(outer, selectors.EVENT_READ, inner)
                frames.register(inner, selectors.EVENT_READ, outer)
                last = time.monotonic() + int(lifetime)
                while time.monotonic() < last:
                    for key, _ in frames.select(1):
                        os.write(key.data, os.read(key.fd, 65536))
            family = socket.AF_INET6 if ":" in first else socket.AF_INET
            end = time.monotonic() + int(lifetime)
            waiting = selectors.DefaultSelector()
            if what == "serve":
                listener = socket.create_server((first, 9995), family=family, backlog=64)
                waiting.register(listener, selectors.EVENT_READ)
            else:
                while len(waiting.get_map()) < 8:
                    try:
                        waiting.register(socket.create_connection((first, 9995), 10, (second, 0)), selectors.EVENT_READ)
                    except OSError: # a device that came up has no neighbours yet
                        if time.monotonic() > end:
                            raise
                        time.sleep(0.2)
            while time.monotonic() < end:
                for key, event in waiting.select(1):
                    try:
                        if what == "serve" and key.fileobj is listener:
                            peer, _ = listener.accept()
                            peer.setblocking(False)
                            waiting.register(peer, selectors.EVENT_WRITE)
                        elif event & selectors.EVENT_WRITE:
                            key.fileobj.send(bytes(1 << 14))
                        elif not key.fileobj.recv(1 << 18):
                            waiting.unregister(key.fileobj)
                    except BlockingIOError:
                        pass
                    except OSError:
                        waiting.unregister(key.fileobj)
            PYTHON
            """;
}
