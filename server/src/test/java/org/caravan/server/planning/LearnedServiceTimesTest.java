package org.caravan.server.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.caravan.api.application.PredictionView;
import org.caravan.api.application.PredictionView.PartsView;
import org.caravan.api.application.RequestView;
import org.caravan.api.application.RequestView.State;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Users;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.caravan.problem.ServiceTime;
import org.caravan.unit.Bytes;
import org.caravan.unit.Millis;
import org.caravan.unit.RequestRate;
import org.junit.jupiter.api.Test;

class LearnedServiceTimesTest {

    private static final Instant SINCE = Instant.parse("2026-11-26T02:00:00Z");
    private static final Instant NOW = SINCE.plusSeconds(3_600);
    private static final ApplicationModel MODEL = new ApplicationModel("shop", "1", List.of(), List.of(),
            List.of(new Users("all", new AccessPoint("home", "Home", IpFamily.IPV4), new RequestRate(1), Map.of("home", 1.0))), List.of(),
            List.of(), List.of());

    /** Predicted 30 ms (p95 50 ms, so a median of 26.9 ms on the exponential tail), of which the plan already took some for service. */
    private static PredictionView view(String request, int minutes, long count, double median, double p95, Optional<Double> service) {
        return new PredictionView("plan", true, SINCE.plusSeconds(minutes * 60L), new PartsView(30, 0, service, service, Optional.empty()),
                Optional.empty(), Optional.empty(), new RequestView("all", request, State.MEASURED, 30, 50, 5, SINCE, count, 0, 1,
                        Optional.of(median), Optional.of(p95), Optional.empty(), Optional.of(median / 30), Optional.of(p95 / 50),
                        Optional.empty(), Optional.empty()));
    }

    private static List<ServiceTime> learned(PredictionView... views) {
        return LearnedServiceTimes.of(MODEL, List.of(views), NOW);
    }

    @Test
    void whatIsMeasuredBeyondPathsAndQueuesIsLearned() {
        assertThat(learned(view("home", 30, 100, 39.1234, 90, Optional.empty())))
                .containsExactly(new ServiceTime("all", "home", new Millis(15.9), new Millis(40), 100));
    }

    /** Oracle: mean and p95 of a sample of an exponential tail, with the exact median of the sample. */
    @Test
    void theNextPredictionHasTheMeasuredMedian() {
        Random random = new Random(7);
        double[] measured = random.doubles(20_001).map(uniform -> 31 - 12 * Math.log(1 - uniform)).sorted().toArray();
        double median = measured[10_000];
        double p95 = measured[19_000];
        ServiceTime service = learned(view("home", 30, measured.length, median, p95, Optional.empty())).get(0);
        assertThat(30 + service.mean().value()).isCloseTo(Arrays.stream(measured).average().orElseThrow(), Percentage.withPercentage(1));
        assertThat(new Hop.Service(new Millis(30 + service.mean().value()), new Millis(50 + service.p95().value())).median().value())
                .isCloseTo(median, Percentage.withPercentage(0.2));
    }

    @Test
    void aPredictionWithALearnedPartLearnsTheWholeAgain() {
        assertThat(learned(view("home", 30, 100, 32, 50, Optional.of(9.0))))
                .containsExactly(new ServiceTime("all", "home", new Millis(13.4), new Millis(9), 100));
    }

    /** Before the plan with the declaration is measured, its time would count twice: as declared and as learned. */
    @Test
    void whatIsDeclaredSinceThePredictionIsNotLearned() {
        ApplicationModel declares = new ApplicationModel("shop", "1", List.of(), List.of(), MODEL.users(),
                List.of(new Request("home", List.of(
                new Hop("users", "web", 1, new Bytes(1)).serving(new Hop.Service(new Millis(6), new Millis(25)))))), List.of(), List.of());
        assertThat(LearnedServiceTimes.of(declares, List.of(view("home", 30, 100, 40, 90, Optional.empty())), NOW))
                .containsExactly(new ServiceTime("all", "home", new Millis(10.7), new Millis(15), 100));
        assertThat(LearnedServiceTimes.of(declares, List.of(view("home", 30, 100, 30, 90, Optional.empty())), NOW)).isEmpty();
        PredictionView old = view("home", 30, 100, 40, 90, Optional.empty());
        PredictionView declared = new PredictionView("plan", true, old.until(), new PartsView(24, 0, Optional.of(6.0), Optional.of(25.0),
                Optional.empty(), Optional.empty(), Optional.empty()), Optional.empty(), Optional.empty(), old.request());
        assertThat(LearnedServiceTimes.of(declares, List.of(declared), NOW))
                .containsExactly(new ServiceTime("all", "home", new Millis(16.7), new Millis(40), 100));
    }

    @Test
    void theNewestMeasurementThatIsEnoughCounts() {
        assertThat(learned(view("home", 29, 1000, 90, 90, Optional.empty()), view("home", 40, 99, 80, 90, Optional.empty()),
                view("home", 31, 200, 40, 90, Optional.empty()), view("home", 60, 500, 70, 90, Optional.empty())))
                .containsExactly(new ServiceTime("all", "home", new Millis(16.7), new Millis(40), 200));
    }

    @Test
    void nothingIsLearnedOfUnknownRequestsNorBelowThePrediction() {
        assertThat(learned(view("gone", 30, 100, 90, 90, Optional.empty()), view("home", 30, 100, 26.9, 90, Optional.empty()))).isEmpty();
        assertThat(LearnedServiceTimes.of(MODEL, List.of(view("home", 30, 100, 40, 90, Optional.empty())), NOW.plusSeconds(8 * 86_400)))
                .as("a week ago").isEmpty();
    }
}
