package org.caravan.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
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
import org.caravan.measure.ProbeFault;
import org.caravan.measure.ProbeOrder.IdleRtt;
import org.caravan.measure.ProbePoint;
import org.caravan.measure.ProbeResult;
import org.caravan.measure.Sample;
import org.junit.jupiter.api.Test;

/** By which way a probe went: asked before it, and after a flow. */
class ShellProbeWayTest {

    private static final Infrastructure TWO = new Infrastructure("two", List.of(), List.of(site("bergen", 2), site("narvik", 3)));
    private static final IdleRtt ORDER = new IdleRtt(point("bergen", 2), point("narvik", 3), 2);
    private static final String BERGEN = route("10.2.0.1");
    private static final String NARVIK = route("10.3.0.1");
    private static final String PING = """
            64 bytes from 10.3.0.10: icmp_seq=1 ttl=64 time=10.0 ms
            2 packets transmitted, 1 received, 50% packet loss, time 200ms
            """;

    @Test
    void samplesSayTheGatewayTheyLeftBy() {
        ProbeResult result = take(BERGEN, NARVIK, PING);

        assertThat(result.samples()).hasSize(2).extracting(Sample::probe).containsOnly("ping via 10.2.0.1");
    }

    @Test
    void aFlowWhoseWayChangedIsNotCounted() {
        RouteCheck routes = new RouteCheck(new PreparedShell(new ArrayDeque<>(List.of(BERGEN, NARVIK, route("10.9.0.1")))),
                new Machines(TWO), TWO);
        RouteCheck.Taken way = routes.check(ORDER);
        assertThatThrownBy(() -> routes.checkStill(ORDER, way))
                .isInstanceOf(ProbeFault.class)
                .hasMessageStartingWith("The probe's samples are discarded, because its route changed in the meantime. ")
                .hasMessageContaining("sends via 10.9.0.1")
                .hasMessageContaining("\nMaybe ");
    }

    @Test
    void aWayThatIsWrongFromTheStartIsNotProbed() {
        assertThatThrownBy(() -> take(BERGEN, route("10.9.0.1"))).isInstanceOf(ProbeFault.class).hasMessageContaining("cannot be measured");
    }

    private static String route(String gateway) {
        return "10.0.0.1 from 10.0.0.2 via " + gateway + " dev eth0 uid 0\n    cache\n";
    }

    /** All outputs are taken, no more and no fewer. */
    private static ProbeResult take(String... outputs) {
        Deque<String> prepared = new ArrayDeque<>(List.of(outputs));
        ProbeResult result = new ShellProbe(new PreparedShell(prepared), TWO, Clock.systemUTC()).take(ORDER);
        assertThat(prepared).isEmpty();
        return result;
    }

    private static Site site(String id, int index) {
        Isp isp = new Isp("isp", Map.of(IpFamily.IPV4, new Subnet("10." + index + ".0.0/24", "10." + index + ".0.1")));
        return new Site(id, SiteKind.USERS, "NO", new Position(60, 5), List.of(isp), List.of(),
                Optional.of(new Vantage("vantage-" + id, "192.0.2.1", 22, "none")));
    }

    private static ProbePoint point(String siteId, int index) {
        return new ProbePoint(new AccessPoint(siteId, "isp", IpFamily.IPV4), "vantage-" + siteId, "10." + index + ".0.10");
    }
}
