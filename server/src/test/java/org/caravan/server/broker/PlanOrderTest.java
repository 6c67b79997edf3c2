package org.caravan.server.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class PlanOrderTest {

    @Test
    void hostsThatNobodyHasGetAcrossAsTheyAre() {
        for (Set<String> hosts : Set.of(Set.<String>of(), Set.of("pi-1", "pi-2"), Set.of("a", "a,a"), Set.of("%2C+", "æ, ", "a"))) {
            assertThat(PlanOrder.of(new PlanOrder(hosts, 0).codedWithout(), 60, null, null, null)).isEqualTo(new PlanOrder(hosts, 60));
        }
    }

    @Test
    void copiesToRenewAndHostsToLeaveGetAcross() {
        PlanOrder renewing = PlanOrder.renewing("web:1");
        PlanOrder leaving = PlanOrder.leaving("pi-1");
        for (PlanOrder order : Set.of(renewing, leaving)) {
            assertThat(PlanOrder.of("", 0, true, "", "").with(order.codedRenewed(), order.codedLeft())).isEqualTo(order);
        }
        assertThat(PlanOrder.PLAIN.with(null, null)).isEqualTo(PlanOrder.PLAIN);
    }

    @Test
    void ordersOfEarlierVersionsAreRead() {
        assertThat(PlanOrder.of("pi-1,oslo-small-1", null, null, null, null)).isEqualTo(new PlanOrder(Set.of("pi-1", "oslo-small-1"), 0));
        assertThat(PlanOrder.of(null, null, null, null, null)).isEqualTo(PlanOrder.PLAIN);
    }
}
