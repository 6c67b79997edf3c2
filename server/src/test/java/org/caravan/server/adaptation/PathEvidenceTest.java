package org.caravan.server.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.caravan.server.adaptation.PathEvidence.Evidence;
import org.junit.jupiter.api.Test;

/** Attempts over several addresses of one host, in each order. */
class PathEvidenceTest {

    private static final Duration MS = Duration.ofMillis(1);

    private final PathEvidence path = new PathEvidence();

    private Evidence take(Duration limit) throws InterruptedException {
        return path.take(System.nanoTime() + limit.toNanos());
    }

    @Test
    void anAcceptedConnectionOutweighsARefusedOneInEachOrder() throws InterruptedException {
        path.begun(2);
        path.ended(Evidence.ACCEPTED, MS);
        path.ended(Evidence.REFUSED, MS);
        assertThat(take(MS)).isEqualTo(Evidence.ACCEPTED);
        path.looked();
        path.begun(2);
        path.ended(Evidence.REFUSED, MS);
        path.ended(Evidence.ACCEPTED, MS);
        assertThat(take(MS)).isEqualTo(Evidence.ACCEPTED);
    }

    @Test
    void afterARefusalTheOtherAddressIsWaitedFor() throws InterruptedException {
        path.begun(2);
        path.ended(Evidence.REFUSED, MS);
        Thread later = new Thread(() -> {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                return;
            }
            path.ended(Evidence.ACCEPTED, MS);
        });
        later.start();
        assertThat(take(Duration.ofSeconds(30))).isEqualTo(Evidence.ACCEPTED);
        later.join();
    }

    @Test
    void aRefusalIsReturnedAtOnceWhenNoAttemptIsLeftAndAtTheLimitOtherwise() throws InterruptedException {
        path.begun(2);
        path.ended(Evidence.REFUSED, MS);
        assertThat(take(Duration.ofMillis(50))).isEqualTo(Evidence.REFUSED);
        path.ended(Evidence.NONE, MS);
        long start = System.nanoTime();
        assertThat(take(Duration.ofSeconds(30))).isEqualTo(Evidence.REFUSED);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void evidenceOfAnEarlierLookIsReplacedByWeakerOne() throws InterruptedException {
        path.begun(1);
        path.ended(Evidence.ACCEPTED, MS);
        path.looked();
        assertThat(take(MS)).isEqualTo(Evidence.NONE);
        path.begun(1);
        path.ended(Evidence.UNRESOLVED, Duration.ZERO);
        assertThat(take(MS)).isEqualTo(Evidence.UNRESOLVED);
        assertThat(path.measured()).isTrue();
    }
}
