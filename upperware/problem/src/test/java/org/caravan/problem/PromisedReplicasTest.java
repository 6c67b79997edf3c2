package org.caravan.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Scaling;
import org.caravan.application.Slo;
import org.caravan.unit.Millis;
import org.caravan.unit.RequestRate;
import org.junit.jupiter.api.Test;

/** 10 requests per second reach both components of {@link TwoSites}: 7.5 read and 2.5 write. */
class PromisedReplicasTest {

    @Test
    void aRequestWaitsOnceForEachHopThatLeadsToAQueue() {
        ApplicationModel model = model(1, 1, 20, 1, 1, 40, 95, 10_000);
        QueueingDelay waiting = new QueueingDelay(model);
        assertThat(waiting.at("web", RttStatistic.MEAN).value()).isCloseTo(1_000 * 0.5 / 10, within(1e-9));
        assertThat(waiting.of(model.request("read"), model.users().get(0), RttStatistic.MEAN).value())
                .isCloseTo(50 + 1_000 * 0.25 / 30, within(1e-9));
        assertThat(waiting.of(model.request("read"), model.users().get(0), RttStatistic.P95).value())
                .isCloseTo(1_000 * (Math.log(10) / 10 + Math.log(5) / 30), within(1e-9));
        assertThat(new QueueingDelay(model(1, 1, 10, 1, 1, 40, 95, 10_000)).at("web", RttStatistic.MEAN))
                .isEqualTo(QueueingDelay.WITHOUT_END);
        assertThat(new QueueingDelay(TwoSites.application()).of(model.request("read"), model.users().get(0), RttStatistic.P95))
                .isEqualTo(Millis.ZERO);
    }

    @Test
    void aPromiseCountsTheWaitOfItsOwnPercentile() {
        ApplicationModel model = model(1, 1, 20, 1, 1, 40, 95, 10_000);
        QueueingDelay waiting = new QueueingDelay(model);
        // Half of the time busy, with a mean of 50 ms: 0.1 % wait more than ln(0.5 / 0.001) / 10 s.
        assertThat(waiting.promised("web", 99.9).value()).isCloseTo(1_000 * Math.log(500) / 10, within(1e-9));
        assertThat(waiting.promised("web", 95)).isEqualTo(waiting.at("web", RttStatistic.P95));
        assertThat(waiting.promised("web", 80).value()).isCloseTo(1_000 * Math.log(2.5) / 10, within(1e-9));
        assertThat(waiting.promised("web", 50)).isEqualTo(waiting.at("web", RttStatistic.MEAN));
        assertThat(waiting.promised(model.request("read"), model.users().get(0), 99).value())
                .isCloseTo(1_000 * (Math.log(50) / 10 + Math.log(25) / 30), within(1e-9));
        assertThat(replicas(model(1, 9, 12, 1, 1, 1_000, 95, 700), "web")).isEqualTo(2);
        assertThat(replicas(model(1, 9, 12, 1, 1, 1_000, 99.9, 700), "web")).as("p99.9 of 2 is 863 ms").isEqualTo(3);
    }

    @Test
    void oneMoreWhereWaitingAloneBreaksAPromise() {
        assertThat(replicas(model(1, 6, 12, 1, 1, 1_000, 95, 3_000), "web")).as("p95 of 1 is 1.4 s").isEqualTo(1);
        assertThat(replicas(model(1, 6, 12, 1, 1, 1_000, 95, 300), "web")).as("p95 of 2 is 303 ms").isEqualTo(3);
        assertThat(replicas(model(1, 6, 12, 1, 1, 1_000, 50, 70), "web")).as("the mean of 2 is 59.5 ms").isEqualTo(2);
        assertThat(replicas(model(1, 2, 12, 1, 1, 1_000, 95, 300), "web")).as("not even 2 keep it").isEqualTo(1);
    }

    @Test
    void noFewerWouldDo() {
        Random random = new Random(3);
        for (int round = 0; round < 300; round++) {
            ApplicationModel model = model(1, 6, 2 + random.nextInt(15), 1, 6, 2 + random.nextInt(15), random.nextBoolean() ? 95 : 50, 20
                    + random.nextInt(800))
                    .withReplicas();
            ApplicationModel enough = PromisedReplicas.enough(model);
            Optional<Integer> least = Stream.iterate(1, web -> web <= 6, web -> web + 1)
                    .flatMap(web -> Stream.iterate(1, db -> db <= 6, db -> db + 1).map(db -> with(model, web, db)))
                    .filter(other -> replicas(other, "web") >= replicas(model, "web") && replicas(other, "db") >= replicas(model, "db"))
                    .filter(other -> PromisedReplicas.brokenByWaiting(other).isEmpty())
                    .map(other -> replicas(other, "web") + replicas(other, "db")).min(Integer::compare);
            assertThat(replicas(enough, "web") + replicas(enough, "db")).as("round %d", round)
                    .isEqualTo(least.orElse(replicas(model, "web") + replicas(model, "db")));
        }
    }

    private static int replicas(ApplicationModel model, String id) {
        return PromisedReplicas.enough(model).component(id).replicas();
    }

    private static ApplicationModel model(int web, int mostWeb, double ofWeb, int db, int mostDb, double ofDb, double percentile,
            double limit) {
        ApplicationModel of = TwoSites.application();
        List<Component> components = of.components().stream().map(part -> part.id().equals("web")
                ? scaled(part, web, mostWeb, ofWeb) : scaled(part, db, mostDb, ofDb)).toList();
        return new ApplicationModel(of.name(), of.version(), components, of.locations(), of.users(), of.requests(),
                List.of(new Slo("fast", percentile, "read", new Millis(limit))), of.goals());
    }

    private static Component scaled(Component part, int replicas, int most, double capacity) {
        return new Component(part.id(), false, replicas, Optional.of(new Scaling(most, new RequestRate(capacity))), part.forms(),
                part.provides(), part.requires());
    }

    private static ApplicationModel with(ApplicationModel model, int web, int db) {
        return model.withComponents(model.components().stream().map(part -> part.withReplicas(part.id().equals("web") ? web : db))
                .toList());
    }
}
