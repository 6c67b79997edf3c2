package org.caravan.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.Test;

/** What the invariant of the minimum counts as a copy that serves users. */
class WorldHostTest {

    private static final Duration UNNOTICED = Duration.ofSeconds(60);

    private final WorldHost host = new WorldHost("east-1");
    private final WorldCopy copy = new WorldCopy(new CopyId("shop", new InstanceId("stock", 1), 4), new CopySpec("world/stock",
            new MilliCores(500), new Bytes(1), Map.of(), List.of(), List.of()), List.of(), Admitted.EVERYONE, seconds(10));

    WorldHostTest() {
        host.copies.add(copy);
    }

    @Test
    void aCopyCountsOnceItAnswers() {
        assertThat(serving(9.999, false)).isFalse();
        assertThat(serving(10, false)).isTrue();
        assertThat(serving(10, true)).isTrue();
    }

    /** Seed 2137: down for two seconds, and the boot takes five more. */
    @Test
    void aFailureThatTheServerCannotKnowIsNotCounted() {
        host.die(seconds(100));
        assertThat(serving(101, false)).isTrue();
        host.boot(seconds(102), seconds(5));
        assertThat(serving(103, false)).isTrue();
        assertThat(serving(103, true)).isFalse();
        assertThat(serving(107, true)).isTrue();
    }

    @Test
    void theFailureIsKnownAfterAMinuteOrOnceTheServerHasDecided() {
        host.die(seconds(100));
        assertThat(serving(111, true)).isFalse();
        assertThat(serving(159.999, false)).isTrue();
        assertThat(serving(160, false)).isFalse();
        host.boot(seconds(170), seconds(5));
        assertThat(serving(171, false)).isFalse();
        assertThat(serving(175, false)).isTrue();
    }

    /** No server can have confirmed it. */
    @Test
    void aCopyThatNeverAnsweredDoesNotCount() {
        host.die(seconds(5));
        assertThat(serving(12, false)).isFalse();
        host.boot(seconds(13), seconds(5));
        assertThat(serving(14, false)).isFalse();
        host.die(seconds(15));
        assertThat(serving(19, false)).isFalse();
    }

    private boolean serving(double at, boolean known) {
        return host.serving(seconds(at), UNNOTICED, known).toList().contains(copy);
    }

    private static long seconds(double seconds) {
        return (long) (seconds * 1e9);
    }
}
