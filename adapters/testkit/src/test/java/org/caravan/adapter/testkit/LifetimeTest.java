package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.caravan.testing.Lifetime;
import org.junit.jupiter.api.Test;

/** Here, since the module of {@link Lifetime} is on the class path of all tests and has none itself. */
class LifetimeTest {

    @Test
    void whatHangsIsKilledWithWhatItStartedAndEndsWhoReadsIt() throws Exception {
        Process hangs = Lifetime.limited(new ProcessBuilder("sh", "-c", "sleep 1000 & echo begun; sleep 1000").start(),
                Duration.ofSeconds(1));
        assertThat(new String(hangs.getInputStream().readAllBytes())).isEqualTo("begun\n");
        assertThat(hangs.waitFor()).isEqualTo(128 + 9);
    }

    @Test
    void whatEndsInTimeEndsAsItDoes() throws Exception {
        assertThat(Lifetime.limited(new ProcessBuilder("sh", "-c", "exit 3").start()).waitFor()).isEqualTo(3);
    }
}
