package org.caravan.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.caravan.probe.RouteCheck.Query;
import org.caravan.ssh.CommandResult;
import org.junit.jupiter.api.Test;

/** The output is that of iproute2 6.1. */
class RouteBatchTest {

    private static final Query FIRST = new Query("10.1.0.10", "10.2.0.10");
    private static final Query SECOND = new Query("10.1.0.10", "10.9.0.10");
    private static final Query THIRD = new Query("2001:db8:1::10", "2001:db8:2::10");

    @Test
    void eachResultBelongsToItsQueryAlsoAfterAFailure() {
        Map<Query, CommandResult> results = RouteCheck.results(List.of(FIRST, SECOND, THIRD), """
                10.2.0.10 from 10.1.0.10 via 10.1.0.1 dev eth0 uid 0 \\    cache
                RTNETLINK answers: No route to host
                Command failed -:2
                2001:db8:2::10 from 2001:db8:1::10 via 2001:db8:1::1 dev eth0 metric 1024 pref medium
                """);

        assertThat(RouteCheck.gateway(results.get(FIRST).output())).contains("10.1.0.1");
        assertThat(results.get(SECOND).succeeded()).isFalse();
        assertThat(results.get(SECOND).errorOutput()).isEqualTo("RTNETLINK answers: No route to host\n");
        assertThat(RouteCheck.gateway(results.get(THIRD).output())).contains("2001:db8:1::1");
    }

    @Test
    void theRouteOfAnotherAddressIsNoResult() {
        assertThat(RouteCheck.results(List.of(FIRST), "10.2.0.11 from 10.1.0.10 via 10.1.0.1 dev eth0\nCommand failed -:9\n")).isEmpty();
        assertThat(RouteCheck.results(List.of(FIRST), "Usage: ip [ OPTIONS ] OBJECT { COMMAND | help }\n")).isEmpty();
    }
}
