package org.caravan.server.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.caravan.application.ApplicationModel;
import org.caravan.application.RequestCounts;
import org.caravan.application.Users;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.measure.metric.MinuteCounts;
import org.junit.jupiter.api.Test;

/** Rates for plans from counts of routers: busiest time, gaps, few counts, absurd values. */
class RateEstimateTest {

    private static final Instant NOW = Instant.parse("2026-11-25T12:00:20Z");
    private static final String TEXT = """
            application shop {
              component web {
                replicas 1..6  capacity 50 requests/s
                form container { image "web"  cpu 0.2  memory 96 MiB }
                provides http on 80  ready when GET "/health" is 200
              }
              users bergen { at here via ISP ipv4  rate 20 requests/s  mix home 70 %, order 30 %  entry by router }
              request home { users -> web turns 1 bytes 1 KiB  when GET "/" }
              request order { users -> web turns 1 bytes 1 KiB  when POST "/orders" }
            }
            """;

    @Test
    void withoutCountsTheModelIsTheSameObject() {
        assertThat(RateEstimate.of(model(), List.of(), NOW)).isSameAs(model);
        assertThat(RateEstimate.notes(model, model.users())).isEmpty();
    }

    @Test
    void theBusiestTenMinutesOfADayCount() {
        List<MinuteCounts> minutes = minutes(120, minute -> minute >= 30 && minute < 45 ? 35 : 5);
        ApplicationModel measured = RateEstimate.of(model(), minutes, NOW);
        Users users = measured.users().get(0);
        assertThat(users.rate().value()).isCloseTo(20 * Math.pow(1.2, 3), within(1e-9));
        assertThat(users.mix()).isEqualTo(Map.of("home", 0.8, "order", 0.2));
        assertThat(RateEstimate.notes(model, measured.users())).containsExactly("users bergen: 34.6 requests/s measured at their routers, "
                + "the busiest 10 min of a day, instead of 20 of the model");
        assertThat(measured.withReplicas().component("web").replicas()).as("replicas follow").isEqualTo(1);
        assertThat(RateEstimate.of(model(), minutes(60, minute -> 120), NOW).withReplicas().component("web").replicas()).isEqualTo(3);
    }

    @Test
    void fewCountsChangeNothing() {
        assertThat(RateEstimate.of(model(), minutes(25, minute -> 50), NOW)).as("25 minutes").isSameAs(model);
        assertThat(RateEstimate.of(model(), minutes(60, minute -> 0.01), NOW)).as("36 answers").isSameAs(model);
        assertThat(RateEstimate.of(model(), List.of(sum(90, "home", 9_000), sum(1, "home", 9_000)), NOW)).as("two minutes").isSameAs(model);
    }

    /** After a gap of the observation, one minute has the counts of all. */
    @Test
    void countsAfterAGapBelongToTheGap() {
        List<MinuteCounts> minutes = new ArrayList<>(minutes(60, minute -> 10));
        minutes.removeIf(one -> one.newestAt().isAfter(NOW.minusSeconds(25 * 60)) && one.newestAt().isBefore(NOW.minusSeconds(5 * 60)));
        minutes.add(sum(5, "home", 20 * 60 * 10));
        minutes.sort(Comparator.comparing(MinuteCounts::newestAt));
        assertThat(RateEstimate.of(model(), minutes, NOW).users().get(0).rate().value())
                .as("a power of 1.2 next to 10").isCloseTo(20 / Math.pow(1.2, 4), within(1e-9));
    }

    /** Planning again a little later changes nothing. */
    @Test
    void smallDifferencesKeepTheModel() {
        for (double rate : new double[] {17, 19, 20, 21, 23.9}) {
            Users users = RateEstimate.of(model(), minutes(60, minute -> rate), NOW).users().get(0);
            assertThat(users.rate().value()).as("%s", rate).isEqualTo(20);
        }
        ApplicationModel shares = RateEstimate.of(model(), minutes(60, minute -> 20), NOW);
        assertThat(RateEstimate.notes(model, shares.users())).containsExactly("users bergen: shares of requests measured at their routers, "
                + "instead of those of the model");
        double step = RateEstimate.of(model(), minutes(60, minute -> 100), NOW).users().get(0).rate().value();
        assertThat(RateEstimate.of(model(), minutes(60, minute -> 104), NOW).users().get(0).rate().value()).isEqualTo(step);
    }

    @Test
    void absurdRatesAreLimited() {
        ApplicationModel much = RateEstimate.of(model(), minutes(60, minute -> 1e6), NOW);
        assertThat(much.users().get(0).rate().value()).isEqualTo(200);
        assertThat(RateEstimate.notes(model, much.users()).get(0)).endsWith("limited to a factor of 10");
        assertThat(RateEstimate.of(model(), minutes(600, minute -> 0.05), NOW).users().get(0).rate().value()).isEqualTo(2);
    }

    /** Whatever is counted, the model stays valid: shares sum to one, all links stay, rates are within the factor. */
    @Test
    void anyCountsLeaveAValidModel() {
        Random random = new Random(21);
        for (int round = 0; round < 200; round++) {
            List<MinuteCounts> minutes = new ArrayList<>();
            for (int minute = 1_500; minute >= 0; minute -= 1 + random.nextInt(90)) {
                minutes.add(sum(minute, random.nextBoolean() ? "home" : random.nextBoolean() ? "order" : "", random.nextInt(100_000)));
            }
            Users users = RateEstimate.of(model(), minutes, NOW).users().get(0);
            assertThat(users.mix().keySet()).containsExactly("home", "order");
            assertThat(users.rate().value()).isBetween(2.0, 200.0);
        }
    }

    private ApplicationModel model;

    private ApplicationModel model() {
        if (model == null) {
            model = CaravanLanguage.parse(Map.of("shop.caravan", TEXT)).applications().get(0);
        }
        return model;
    }

    private interface Rate {
        double at(int minute);
    }

    /** @param minutes until now */
    private static List<MinuteCounts> minutes(int minutes, Rate rate) {
        List<MinuteCounts> all = new ArrayList<>();
        for (int minute = minutes; minute >= 0; minute--) {
            long counted = Math.round(rate.at(minute) * 60);
            all.add(sum(minute, "home", Math.round(counted * 0.8)));
            all.add(sum(minute, "order", counted - Math.round(counted * 0.8)));
        }
        return all;
    }

    private static MinuteCounts sum(int minutesAgo, String request, long answers) {
        return new MinuteCounts("bergen", request, new RequestCounts.Totals(answers, answers),
                NOW.minusSeconds(60L * minutesAgo));
    }
}
