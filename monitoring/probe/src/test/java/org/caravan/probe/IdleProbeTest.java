package org.caravan.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.Subnet;
import org.caravan.infrastructure.Vantage;
import org.caravan.measure.ProbeOrder.IdleRtt;
import org.caravan.measure.ProbePoint;
import org.caravan.measure.ProbeResult;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.junit.jupiter.api.Test;

class IdleProbeTest {

    private static final int COUNT = 16;

    @Test
    void aCalmLineIsAskedOnce() {
        ProbeResult result = take(ping(10, 10));

        assertThat(of(result, Quantity.IDLE_RTT)).hasSize(COUNT);
        assertThat(of(result, Quantity.LOSS)).containsExactly(0.0);
        assertThat(result.sent().value()).isEqualTo(2 * COUNT * 84);
    }

    @Test
    void oneWildAnswerIsNotAskedAbout() {
        ProbeResult result = take(ping(10, 150));

        assertThat(of(result, Quantity.IDLE_RTT)).hasSize(COUNT).contains(150.0);
        assertThat(p95(result)).isEqualTo(10);
    }

    @Test
    void twoWildAnswersAreNoTailAfterThreePings() {
        ProbeResult result = take(ping(10, 150, 150), ping(10, 10), ping(10, 10));

        assertThat(of(result, Quantity.IDLE_RTT)).hasSize(3 * COUNT).contains(150.0);
        assertThat(of(result, Quantity.LOSS)).containsExactly(0.0, 0.0, 0.0);
        assertThat(result.sent().value()).isEqualTo(6 * COUNT * 84);
        assertThat(p95(result)).isEqualTo(10);
    }

    @Test
    void aTailThatIsThereStays() {
        ProbeResult result = take(ping(10, 150, 150), ping(10, 150), ping(10, 150));

        assertThat(of(result, Quantity.IDLE_RTT)).hasSize(3 * COUNT);
        assertThat(p95(result)).isEqualTo(150);
    }

    @Test
    void whereNothingAnswersThereIsNothingToAskAgain() {
        ProbeResult result = take(COUNT + " packets transmitted, 0 received, 100% packet loss, time 3000ms\n");

        assertThat(of(result, Quantity.IDLE_RTT)).isEmpty();
        assertThat(of(result, Quantity.LOSS)).containsExactly(1.0);
    }

    /** All pings are taken, no more and no fewer. */
    private static ProbeResult take(String... pings) {
        Deque<String> outputs = new ArrayDeque<>(List.of(pings));
        Machines machines = new Machines(new Infrastructure("two", List.of(), List.of(site("bergen"), site("narvik"))));
        ProbeResult result = new IdleProbe(new PreparedShell(outputs), machines, Clock.systemUTC())
                .take(new IdleRtt(point("bergen"), point("narvik"), COUNT));
        assertThat(outputs).isEmpty();
        return result;
    }

    /** What ping prints where all answers take {@code usual} ms but the first ones. */
    private static String ping(double usual, double... first) {
        List<String> lines = new ArrayList<>();
        for (int i = 1; i <= COUNT; i++) {
            lines.add(String.format(Locale.ROOT, "64 bytes from 10.2.0.10: icmp_seq=%d ttl=64 time=%.1f ms", i, i <= first.length
                    ? first[i - 1] : usual));
        }
        lines.add(COUNT + " packets transmitted, " + COUNT + " received, 0% packet loss, time 3000ms");
        return String.join("\n", lines) + "\n";
    }

    private static double p95(ProbeResult result) {
        List<Double> sorted = of(result, Quantity.IDLE_RTT).stream().sorted().toList();
        // As the stores take it, docs/decisions/latency-percentiles.md.
        return sorted.get(Math.min((int) Math.ceil(0.95 * sorted.size()) - 1, sorted.size() - 2));
    }

    private static List<Double> of(ProbeResult result, Quantity quantity) {
        return result.samples().stream().filter(sample -> sample.quantity() == quantity).map(Sample::value).toList();
    }

    private static Site site(String id) {
        Isp isp = new Isp("isp", Map.of(IpFamily.IPV4, new Subnet("10.2.0.0/24", "10.2.0.1")));
        Vantage vantage = new Vantage("vantage-" + id, "192.0.2.1", 22, "none");
        return new Site(id, SiteKind.USERS, "NO", new Position(60, 5), List.of(isp), List.of(), Optional.of(vantage));
    }

    private static ProbePoint point(String siteId) {
        return new ProbePoint(new AccessPoint(siteId, "isp", IpFamily.IPV4), "vantage-" + siteId, "10.2.0.10");
    }
}
