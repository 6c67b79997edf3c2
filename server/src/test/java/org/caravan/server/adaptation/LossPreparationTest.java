package org.caravan.server.adaptation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.caravan.adapter.InstanceId;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.HostLook;
import org.caravan.rules.HostLook.Outcome;
import org.caravan.server.broker.PlanOrder;
import org.caravan.server.leading.GivenLeader;
import org.caravan.server.planning.TrialPlannings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a silent host begins: one trial per application with copies there, and sessions to the other hosts of its plan. */
class LossPreparationTest {

    private static final Instant NOON = Instant.parse("2026-11-24T12:00:00Z");

    private final List<String> tried = new CopyOnWriteArrayList<>();
    private final List<String> opened = new CopyOnWriteArrayList<>();
    private final AtomicInteger ended = new AtomicInteger();
    private final TrialPlannings trials = new TrialPlannings() {
        @Override
        public Optional<DeploymentPlan> tryOut(String application, PlanOrder order, Map<String, String> silent, Duration most) {
            assertThat(order.pinned()).isTrue();
            assertThat(order.without()).containsAll(silent.keySet());
            tried.add(application + " without " + order.without().stream().sorted().toList() + ", " + silent);
            return Optional.of(replacement == null ? LostHostsTest.plan(application, "pi-3") : replacement);
        }

        @Override
        public void endTrials() {
            ended.incrementAndGet();
        }
    };
    private final LossPreparation preparation = preparation(true);

    private DeploymentPlan target = LostHostsTest.plan("shop", "pi-1");
    private DeploymentPlan replacement;

    private LossPreparation preparation(boolean leads) {
        return new LossPreparation(() -> List.of(target, LostHostsTest.plan("till", "pi-2")), trials,
                opened::add, GivenLeader.status(leads));
    }

    @AfterEach
    void end() {
        preparation.end();
    }

    @Test
    void eachSilenceIsPreparedOnceForTheApplicationsOnTheHost() {
        for (int round = 0; round < 5; round++) {
            preparation.looked(List.of(look("pi-1", Outcome.SILENT, round), look("pi-2", Outcome.ANSWERED, round)), Set.of("pi-4"));
        }
        await().until(() -> opened.contains("pi-3"));
        assertThat(tried).containsExactly("shop without [pi-1, pi-4], {pi-1=it does not answer since 2026-11-24T12:00:00Z}");
        assertThat(opened).containsExactly("pi-3");
        assertThat(ended).hasValue(0);
        preparation.looked(List.of(look("pi-1", Outcome.ANSWERED, 6)), Set.of());
        assertThat(ended).as("it answers: no trial is kept").hasValue(1);
        preparation.looked(List.of(look("pi-1", Outcome.SILENT, 7)), Set.of());
        preparation.looked(List.of(look("pi-1", Outcome.SILENT, 8), look("pi-2", Outcome.SILENT, 8)), Set.of());
        await().until(() -> tried.size() == 3);
        assertThat(tried.subList(1, 3)).as("not for the same host within a minute, but for another one")
                .allMatch(one -> one.contains("pi-2=it does not answer since 2026-11-24T12:00:08Z"));
    }

    @Test
    void aHostThatIsOnlySlowOrAServerThatDoesNotLeadPreparesNothing() throws Exception {
        preparation.looked(List.of(look("pi-1", Outcome.SLOW, 0), look("pi-2", Outcome.UNCLEAR, 0)), Set.of());
        LossPreparation other = preparation(false);
        other.looked(List.of(look("pi-1", Outcome.SILENT, 1)), Set.of());
        Thread.sleep(100);
        other.end();
        assertThat(tried).isEmpty();
        assertThat(opened).isEmpty();
    }

    @Test
    void onlyHostsThatGetOtherCopiesAreOpened() {
        target = plan("pi-1", "pi-5", "pi-6");
        replacement = plan("pi-3", "pi-5", "pi-6");
        preparation.looked(List.of(look("pi-1", Outcome.SILENT, 0)), Set.of());
        await().until(() -> opened.contains("pi-3"));
        preparation.end();
        assertThat(opened).containsExactly("pi-3");
    }

    @Test
    void sessionsThatWaitWhenTheHostAnswersAgainAreNotOpened() {
        target = plan("pi-1");
        replacement = plan(IntStream.range(10, 30).mapToObj(number -> "pi-" + number).toArray(String[]::new));
        CountDownLatch answers = new CountDownLatch(1);
        List<String> begun = new CopyOnWriteArrayList<>();
        LossPreparation slow = new LossPreparation(() -> List.of(target, LostHostsTest.plan("till", "pi-2")), trials, host -> {
            begun.add(host);
            try {
                answers.await();
            } catch (InterruptedException end) {
                Thread.currentThread().interrupt();
            }
        }, GivenLeader.status(true));
        slow.looked(List.of(look("pi-1", Outcome.SILENT, 0)), Set.of());
        await().until(() -> begun.size() == 8);
        slow.looked(List.of(look("pi-1", Outcome.ANSWERED, 1)), Set.of());
        answers.countDown();
        replacement = plan("pi-99");
        await().until(() -> {
            slow.looked(List.of(look("pi-2", Outcome.SILENT, 2)), Set.of());
            return begun.contains("pi-99");
        });
        slow.end();
        assertThat(begun).hasSize(9);
    }

    /** The n-th instance is on the n-th host. */
    private static DeploymentPlan plan(String... hosts) {
        DeploymentPlan one = LostHostsTest.plan("shop", hosts[0]);
        return new DeploymentPlan("shop", "1", Optional.empty(), 1, IntStream.range(0, hosts.length).mapToObj(index ->
                new InstancePlacement(new InstanceId("web", index + 1), "lab", hosts[index], 1, 100 + index,
                        one.instances().get(0).spec())).toList(), List.of(), List.of());
    }

    private static HostLook look(String host, Outcome outcome, int second) {
        return new HostLook(host, outcome, NOON.plusSeconds(second), "no connection");
    }
}
