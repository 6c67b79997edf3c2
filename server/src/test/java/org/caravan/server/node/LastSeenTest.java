package org.caravan.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LastSeenTest {

    private final LastSeen seen = new LastSeen(Clock.systemUTC());

    @Test
    void lostHostsAreThoseOfTheLatestLook() {
        seen.lost(Map.of("pi-1", "it is silent", "pi-2", "it is silent"), System.nanoTime());
        seen.lost(Map.of("pi-2", "it is silent since noon"), System.nanoTime());

        assertThat(seen.whyLost("pi-1")).isEmpty();
        assertThat(seen.whyLost("pi-2")).contains("it is silent since noon");
        seen.answered("pi-2");
        assertThat(seen.whyLost("pi-2")).isEmpty();
    }

    /** A person brings a host back and resumes, while a look that began before has not ended. */
    @Test
    void looksFromBeforeAResumptionCountNoLonger() {
        long looked = System.nanoTime();
        seen.lost(Map.of("pi-1", "it is silent"), looked);

        seen.contactAll();

        assertThat(seen.whyLost("pi-1")).isEmpty();
        seen.lost(Map.of("pi-1", "it is silent"), looked);
        assertThat(seen.whyLost("pi-1")).isEmpty();
        seen.lost(Map.of("pi-1", "it is silent"), System.nanoTime());
        assertThat(seen.whyLost("pi-1")).isPresent();
    }
}
