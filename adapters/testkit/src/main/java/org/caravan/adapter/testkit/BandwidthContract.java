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
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.adapter.LinkUse;
import org.caravan.adapter.ObservedCopy;
import org.caravan.infrastructure.IpFamily;
import org.junit.jupiter.api.Test;

/**
 * A copy keeps its minimum beside a flood of 200 Mbit/s by a copy of another organisation, over both IP versions, and never exceeds its
 * maximum. Rates are those of datagrams that arrive at another site. The uplink has 20 Mbit/s.
 */
public abstract class BandwidthContract extends UplinkContract {

    private static final int MEASURED_S = 3;
    /**
     * Of a maximum of 5 Mbit/s: a class that waited for its timer may send 32 KiB at once. They are 0.6 % of what this time carries, and
     * the bound is 1 % above the maximum.
     */
    private static final int MEASURED_MAXIMUM_S = 9;
    /** Until senders have begun. */
    private static final int PATIENCE_S = 120;
    /** More than any busy machine needs for a measurement, whose end ends the senders. */
    private static final int LIFETIME_S = 300;

    @Override
    LinkBandwidth first() {
        return link(12, 0);
    }

    @Override
    void endTraffic() {
        new CopyDatagrams(ground).end();
    }

    @Override
    void afterAllAreGone() {
        assertThat(onHost("tc qdisc show; nft list tables netdev")).as("classes of copies that are gone")
                .doesNotContain("htb", "bandwidth_caravan");
    }

    @Test
    void aMinimumHoldsBesideAFloodAndAMaximumIsNeverExceeded() {
        assertThat(granted()).contains(web.bandwidth());
        List<MeasuredRounds> measured = new ArrayList<>();
        for (IpFamily family : List.of(IpFamily.IPV4, IpFamily.IPV6)) {
            measured.add(measured("minimum of 12 Mbit/s (above 11.64), uplink of 20 (18.6 to 20.4) over " + family, family, UNLIMITED,
                    MEASURED_S, (of, rest) -> of > 12 * 0.97 && of + rest >= 20 * 0.93 && of + rest <= 20 * 1.02));
        }
        CopySpec limited = web.withBandwidth(List.of(link(2, 5)));
        adapter.reserve(ground.host(), WEB, limited);
        if (ground.process(WEB).isPresent()) { // the test has taken the place of a machine, which does not run any more
            assertThat(granted()).contains(limited.bandwidth());
        }
        measured.add(measured("maximum of 5 Mbit/s (4.75 to 5.05), the rest of 20 (above 14.25)", IpFamily.IPV4, 5 * 1.01,
                MEASURED_MAXIMUM_S, (of, rest) -> of >= 5 * 0.95 && of <= 5 * 1.01 && rest > 15 * 0.95));
        MeasuredRounds.judge(measured);
    }

    private MeasuredRounds measured(String what, IpFamily family, double most, int seconds, BiPredicate<Double, Double> within) {
        return divided(what, 20 * 0.93, most, () -> flooded(family, seconds), within);
    }

    @Test
    void itIsSeenAndRepairedWhenItIsLostAndComesBackWithTheNode() {
        String process = shaper();
        onHost("kill -9 " + process);
        // The next one makes lost classes at its start, and then writes what they use, with its id in the first line.
        ground.bed().awaitOn(ground.host(), "echo of $(cat /run/caravan/shaper.pid) by $(head -n 1 /run/caravan/bandwidth)",
                line -> line.matches("of (\\d+) by .* \\1") && !line.endsWith(" " + process));

        onHost("nft delete table netdev bandwidth_caravan");
        assertThat(granted()).as("lost classes are seen").contains(List.of());
        adapter.reserve(ground.host(), WEB, web);
        assertThat(granted()).contains(web.bandwidth());

        ground.reboot();
        await().until(() -> adapter.whyNotReady(ground.host(), WEB, web.endpoints().get(0)).isEmpty());
        assertThat(granted()).contains(web.bandwidth());
        shaper();

        adapter.reserve(ground.host(), WEB, web.withBandwidth(List.of()));
        assertThat(granted()).contains(List.of());
    }

    /** Counters of copies against those of the interfaces that lead out of the host; the host itself sends little meanwhile. */
    @Test
    void whatIsCountedIsWhatLeavesTheHost() {
        Map<CopyId, LinkUse> before = settled();
        long left = leftHost();
        flooded(IpFamily.IPV4, MEASURED_S);
        Map<CopyId, LinkUse> after = settled();
        left = leftHost() - left;
        long sent = sent(before, after, WEB) + sent(before, after, FLOOD);
        double off = Math.abs(sent - left) / (double) left;
        System.out.printf(Locale.ROOT, "%s: counted %d B, interfaces %d B, %.2f %% apart%n", adapter.provider(), sent, left, off * 100);
        assertThat(off).as("counted %d B of %d B", sent, left).isLessThan(0.01);
        assertThat(after.get(WEB).granted().value() - before.get(WEB).granted().value()).as("granted")
                .isGreaterThan(sent(before, after, WEB) * 95 / 100);
        // Of datagrams only: TCP would adapt, and little would be dropped.
        assertThat(after.get(FLOOD).refused().value() - before.get(FLOOD).refused().value()).as("refused of 200 Mbit/s")
                .isGreaterThan(sent(before, after, FLOOD));
        assertThat(after.get(WEB).promised()).isEqualTo(web.bandwidth().get(0));
    }

    /** Counters once nothing leaves any more: two readings at different times are equal. */
    private Map<CopyId, LinkUse> settled() {
        AtomicReference<Map<CopyId, LinkUse>> last = new AtomicReference<>(Map.of());
        await().pollInterval(Duration.ofSeconds(1)).until(() -> {
            Map<CopyId, LinkUse> now = uses();
            Map<CopyId, LinkUse> earlier = last.getAndSet(now);
            return now.size() == 2 && earlier.size() == 2 && now.keySet().stream().allMatch(id ->
                    now.get(id).sent().equals(earlier.get(id).sent()) && now.get(id).seconds() > earlier.get(id).seconds());
        });
        return last.get();
    }

    private Map<CopyId, LinkUse> uses() {
        Map<CopyId, LinkUse> uses = new TreeMap<>();
        adapter.usage(ground.host()).bandwidth().forEach((id, links) -> links.stream()
                .filter(use -> use.promised().ispId().equals(LINK)).forEach(use -> uses.put(id, use)));
        return uses;
    }

    private static long sent(Map<CopyId, LinkUse> before, Map<CopyId, LinkUse> after, CopyId id) {
        return after.get(id).sent().value() - before.get(id).sent().value();
    }

    private long leftHost() {
        return Long.parseLong(onHost("total=0; for device in $(cut -d ' ' -f 1 /run/caravan/shaped | sort -u); do "
                + "total=$((total + $(cat /sys/class/net/$device/statistics/tx_bytes))); done; echo $total").strip());
    }

    private Optional<List<LinkBandwidth>> granted() {
        return adapter.observe(ground.host()).stream().filter(copy -> copy.id().equals(WEB)).findFirst()
                .flatMap(ObservedCopy::bandwidth);
    }

    /** Mbit/s of frames that arrive outside while both copies send more than the uplink carries */
    private Division flooded(IpFamily family, int seconds) {
        CopyDatagrams datagrams = new CopyDatagrams(ground);
        datagrams.send(WEB, web, family, 40, LIFETIME_S);
        datagrams.send(FLOOD, flood, family, 200, LIFETIME_S);
        ProcessorWait earlier = datagrams.waits();
        String received = ground.bed().on(ground.outside(), """
                python3 - %d %d <<'PYTHON'
                import socket, struct, sys
                listener = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
                # SO_RCVBUFFORCE and SO_TIMESTAMP of socket(7): the kernel keeps datagrams for seconds, each with the time of its arrival.
                listener.setsockopt(socket.SOL_SOCKET, 33, 64 << 20)
                listener.setsockopt(socket.SOL_SOCKET, 29, 1)
                listener.bind(("::", 9999))
                listener.settimeout(int(sys.argv[2]))
                def datagram():
                    words, notes, _, sender = listener.recvmsg(2000, 64)
                    seconds, micros = struct.unpack("ll", notes[0][2])
                    return words, sender, seconds + micros / 1e6
                begin = datagram()[2] + 1
                end = begin + float(sys.argv[1])
                count = {}
                now = begin
                while now < end:
                    words, sender, now = datagram()
                    if begin <= now < end:
                        name = sender[0].removeprefix("::ffff:")
                        count[name] = count.get(name, 0) + len(words)
                for sender, size in count.items():
                    print(sender, size * 8 / 1e6 / (end - begin))
                PYTHON
                """.formatted(seconds, PATIENCE_S));
        ProcessorWait.Shares waits = datagrams.waits().since(earlier);
        datagrams.end();
        Map<CopyId, Double> rates = new TreeMap<>(Map.of(WEB, 0.0, FLOOD, 0.0));
        received.lines().map(line -> line.split(" ")).forEach(words -> Map.of(WEB, web, FLOOD, flood).forEach((id, spec) -> {
            if (own(spec, family).address().equals(words[0])) {
                rates.put(id, Double.parseDouble(words[1]) / CopyDatagrams.PAYLOAD);
            }
        }));
        return new Division(rates, waits);
    }
}
