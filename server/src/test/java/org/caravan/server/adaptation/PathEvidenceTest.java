package org.caravan.server.adaptation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.caravan.server.adaptation.PathEvidence.Evidence;
import org.junit.jupiter.api.Test;

/** Attempts over several addresses of one host, in each order. */
class PathEvidenceTest {

    private static final Duration MS = Duration.ofMillis(1);

    private final PathEvidence path = new PathEvidence();

    private Evidence take(Duration limit) throws InterruptedException {
        return path.take(System.nanoTime() + limit.toNanos());
    }

    private long look;

    private void begun(int attempts) {
        look = path.begun(attempts);
    }

    private void ended(Evidence found, Optional<Duration> roundTrip) {
        path.ended(look, found, roundTrip);
    }

    /** The line of this server is cut while an attempt of the look before waits for its answer, for up to 10 s. */
    @Test
    void attemptsOfAnEarlierLookDoNotHideThatThisServerCanSendNothing() throws InterruptedException {
        long earlier = path.begun(2);
        path.looked(false);
        begun(1);
        ended(Evidence.UNABLE, Optional.empty());
        assertThat(take(MS)).as("one is outstanding").isEqualTo(Evidence.UNABLE);
        path.ended(earlier, Evidence.NONE, Optional.empty());
        assertThat(take(MS)).as("it ended without an answer").isEqualTo(Evidence.UNABLE);
        path.ended(earlier, Evidence.ACCEPTED, Optional.empty());
        assertThat(take(MS)).as("the host lives").isEqualTo(Evidence.ACCEPTED);
    }

    @Test
    void anAcceptedConnectionOutweighsARefusedOneInEachOrder() throws InterruptedException {
        begun(2);
        ended(Evidence.ACCEPTED, Optional.of(MS));
        ended(Evidence.REFUSED, Optional.of(MS));
        assertThat(take(MS)).isEqualTo(Evidence.ACCEPTED);
        path.looked(false);
        begun(2);
        ended(Evidence.REFUSED, Optional.of(MS));
        ended(Evidence.ACCEPTED, Optional.of(MS));
        assertThat(take(MS)).isEqualTo(Evidence.ACCEPTED);
    }

    @Test
    void afterARefusalTheOtherAddressIsWaitedFor() throws InterruptedException {
        begun(2);
        ended(Evidence.REFUSED, Optional.of(MS));
        Thread later = new Thread(() -> {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                return;
            }
            ended(Evidence.ACCEPTED, Optional.of(MS));
        });
        later.start();
        assertThat(take(Duration.ofSeconds(30))).isEqualTo(Evidence.ACCEPTED);
        later.join();
    }

    @Test
    void aRefusalIsReturnedAtOnceWhenNoAttemptIsLeftAndAtTheLimitOtherwise() throws InterruptedException {
        begun(2);
        ended(Evidence.REFUSED, Optional.of(MS));
        assertThat(take(Duration.ofMillis(50))).isEqualTo(Evidence.REFUSED);
        ended(Evidence.NONE, Optional.of(MS));
        long start = System.nanoTime();
        assertThat(take(Duration.ofSeconds(30))).isEqualTo(Evidence.REFUSED);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void evidenceOfAnEarlierLookIsReplacedByWeakerOne() throws InterruptedException {
        begun(1);
        ended(Evidence.ACCEPTED, Optional.of(MS));
        path.looked(false);
        assertThat(take(MS)).isEqualTo(Evidence.NONE);
        begun(1);
        ended(Evidence.UNRESOLVED, Optional.empty());
        assertThat(take(MS)).isEqualTo(Evidence.UNRESOLVED);
        assertThat(path.measured()).isTrue();
    }

    /** A server without IPv6 sends nothing to one of two addresses. */
    @Test
    void aHostIsSilentIfOneOfItsAddressesWasTried() throws InterruptedException {
        begun(2);
        ended(Evidence.UNABLE, Optional.empty());
        assertThat(take(MS)).as("the other attempt is outstanding").isEqualTo(Evidence.NONE);
        ended(Evidence.UNABLE, Optional.empty());
        assertThat(take(MS)).isEqualTo(Evidence.UNABLE);
        path.looked(false);
        begun(2);
        ended(Evidence.NONE, Optional.of(MS));
        ended(Evidence.UNABLE, Optional.empty());
        assertThat(take(MS)).isEqualTo(Evidence.NONE);
    }

    @Test
    void aLongAttemptMeasuresTheTimeSinceTheLastPacketThatTcpSentAndNothingAfterASilence() {
        assertThat(roundTrip(900, false)).contains(Duration.ofMillis(900));
        assertThat(roundTrip(900, true)).contains(Duration.ofMillis(900));
        assertThat(roundTrip(1_200, false)).contains(Duration.ofMillis(200));
        assertThat(roundTrip(2_900, false)).contains(Duration.ofMillis(1_900));
        assertThat(roundTrip(3_500, false)).contains(Duration.ofMillis(500));
        assertThat(roundTrip(8_700, false)).contains(Duration.ofMillis(1_700));
        assertThat(roundTrip(8_700, true)).as("the host was without power until a moment ago").isEmpty();
    }

    private static Optional<Duration> roundTrip(int tookMillis, boolean silent) {
        return ConnectionAttempts.roundTrip(Duration.ofMillis(tookMillis), silent);
    }
}
