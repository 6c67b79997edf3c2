package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
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

    @Override
    LinkBandwidth first() {
        return link(12, 0);
    }

    @Override
    void afterAllAreGone() {
        assertThat(onHost("tc qdisc show; nft list tables netdev")).as("classes of copies that are gone")
                .doesNotContain("htb", "bandwidth_caravan");
    }

    @Test
    void aMinimumHoldsBesideAFloodAndAMaximumIsNeverExceeded() {
        assertThat(granted()).contains(web.bandwidth());
        for (IpFamily family : List.of(IpFamily.IPV4, IpFamily.IPV6)) {
            Map<CopyId, Double> rates = flooded(family);
            print("minimum 12.0, uplink 20.0, " + family, rates);
            assertThat(rates.get(WEB)).as("minimum of 12 Mbit/s over " + family).isGreaterThan(12 * 0.97);
            assertThat(rates.get(WEB) + rates.get(FLOOD)).as("uplink of 20 Mbit/s over " + family).isBetween(20 * 0.93, 20 * 1.02);
        }
        CopySpec limited = web.withBandwidth(List.of(link(2, 5)));
        adapter.reserve(ground.host(), WEB, limited);
        if (ground.process(WEB).isPresent()) { // the test has taken the place of a machine, which does not run any more
            assertThat(granted()).contains(limited.bandwidth());
        }
        Map<CopyId, Double> rates = flooded(IpFamily.IPV4);
        print("maximum 5.0, uplink 20.0", rates);
        assertThat(rates.get(WEB)).as("maximum of 5 Mbit/s").isBetween(5 * 0.95, 5 * 1.01);
        assertThat(rates.get(FLOOD)).as("the rest").isGreaterThan(15 * 0.95);
    }

    @Test
    void itIsSeenAndRepairedWhenItIsLostAndComesBackWithTheNode() {
        String process = onHost("cat /run/caravan/shaper.pid");
        onHost("kill -9 " + process);
        await().atMost(Duration.ofSeconds(20)).until(() -> {
            String now = onHost("cat /run/caravan/shaper.pid");
            return !now.equals(process) && onHost("kill -0 " + now + " && echo runs || true").equals("runs");
        });

        onHost("nft delete table netdev bandwidth_caravan");
        assertThat(granted()).as("lost classes are seen").contains(List.of());
        adapter.reserve(ground.host(), WEB, web);
        assertThat(granted()).contains(web.bandwidth());

        ground.reboot();
        await().until(() -> adapter.whyNotReady(ground.host(), WEB, web.endpoints().get(0)).isEmpty());
        assertThat(granted()).contains(web.bandwidth());
        await().atMost(Duration.ofSeconds(20)).until(() -> ground.bed().on(ground.host(),
                "kill -0 $(cat /run/caravan/shaper.pid) 2>/dev/null && echo runs || true").equals("runs"));

        adapter.reserve(ground.host(), WEB, web.withBandwidth(List.of()));
        assertThat(granted()).contains(List.of());
    }

    /** Counters of copies against those of the interfaces that lead out of the host; the host itself sends little meanwhile. */
    @Test
    void whatIsCountedIsWhatLeavesTheHost() {
        Map<CopyId, LinkUse> before = settled();
        long left = leftHost();
        flooded(IpFamily.IPV4);
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
        await().atMost(Duration.ofSeconds(20)).pollInterval(Duration.ofSeconds(1)).until(() -> {
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

    /** @return Mbit/s of frames that arrive outside while both copies send more than the uplink carries */
    private Map<CopyId, Double> flooded(IpFamily family) {
        CopyDatagrams datagrams = new CopyDatagrams(ground);
        datagrams.send(WEB, web, family, 40, 20);
        datagrams.send(FLOOD, flood, family, 200, 20);
        String received = ground.bed().on(ground.outside(), """
                python3 - %d <<'PYTHON'
                import socket, sys, time
                listener = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
                listener.bind(("::", 9999))
                listener.settimeout(10)
                listener.recv(2000)
                begin = time.monotonic() + 1
                end = begin + float(sys.argv[1])
                count = {}
                while (now := time.monotonic()) < end:
                    words, sender = listener.recvfrom(2000)
                    if now >= begin:
                        name = sender[0].removeprefix("::ffff:")
                        count[name] = count.get(name, 0) + len(words)
                for sender, size in count.items():
                    print(sender, size * 8 / 1e6 / (end - begin))
                PYTHON
                """.formatted(MEASURED_S));
        datagrams.end();
        Map<CopyId, Double> rates = new TreeMap<>(Map.of(WEB, 0.0, FLOOD, 0.0));
        received.lines().map(line -> line.split(" ")).forEach(words -> Map.of(WEB, web, FLOOD, flood).forEach((id, spec) -> {
            if (own(spec, family).address().equals(words[0])) {
                rates.put(id, Double.parseDouble(words[1]) / CopyDatagrams.PAYLOAD);
            }
        }));
        return rates;
    }

    private void print(String what, Map<CopyId, Double> rates) {
        System.out.printf(Locale.ROOT, "%s: %s: %s%n", adapter.provider(), what, rates);
    }
}
