package org.caravan.server.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class HandoverTest {

    @Test
    void hostsThatNobodyHasGetAcrossAsTheyAre() {
        for (Set<String> hosts : Set.of(Set.<String>of(), Set.of("pi-1", "pi-2"), Set.of("a", "a,a"), Set.of("%2C+", "æ, ", "a"))) {
            assertThat(Handover.hosts(Handover.coded(hosts))).isEqualTo(hosts);
        }
    }

    @Test
    void ordersOfEarlierVersionsAreRead() {
        assertThat(Handover.hosts("pi-1,oslo-small-1")).containsExactlyInAnyOrder("pi-1", "oslo-small-1");
        assertThat(Handover.hosts(null)).isEmpty();
    }
}
