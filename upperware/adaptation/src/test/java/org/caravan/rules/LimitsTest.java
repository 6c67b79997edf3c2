package org.caravan.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitsTest {

    private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");
    private static final Limits LIMITS = new Limits(Duration.ofMinutes(1), 3, 10, Duration.ofMinutes(30));

    private static PastAction ago(long minutes, int moves, int starts, int stops) {
        return new PastAction(NOW.minus(Duration.ofMinutes(minutes)), new Effort(moves, starts, stops));
    }

    private static Optional<Limit> ofPlan(Effort effort, PastAction... past) {
        return LIMITS.ofPlan(effort, Map.of("web", 2), Map.of("web", 1), List.of(past), NOW);
    }

    @Test
    void aFreezeComesFirstAndSaysByWhom() {
        Limits.Freeze freeze = new Limits.Freeze(NOW, "ann", "fair");
        assertThat(LIMITS.beforePlanning(Optional.of(freeze), List.of(ago(0, 1, 1, 1)), NOW))
                .contains(new Limit("freeze", "The application is frozen by ann since 2026-11-25T12:00:00Z: fair.", Optional.empty()));
        assertThat(LIMITS.beforePlanning(Optional.empty(), List.of(), NOW)).isEmpty();
    }

    @Test
    void aCoolDownEndsAfterItsTime() {
        PastAction latest = new PastAction(NOW.minusSeconds(59), Effort.NONE);
        assertThat(LIMITS.beforePlanning(Optional.empty(), List.of(ago(5, 1, 1, 1), latest), NOW))
                .contains(new Limit("cool-down", "The latest action for this application was less than 60 s ago.", Optional.of(NOW.plusSeconds(1))));
        assertThat(LIMITS.beforePlanning(Optional.empty(), List.of(latest), NOW.plusSeconds(1))).isEmpty();
    }

    @Test
    void movesAreCountedForAnHour() {
        assertThat(ofPlan(new Effort(2, 2, 2), ago(59, 2, 0, 0))).contains(new Limit("moves-per-hour",
                "The plan moves 2 copies that run well, after 2 in the past hour; the limit is 3.", Optional.of(NOW.plus(Duration.ofMinutes(1)))));
        assertThat(ofPlan(new Effort(2, 2, 2), ago(60, 2, 0, 0))).isEmpty();
        assertThat(ofPlan(new Effort(4, 4, 4)).orElseThrow().until()).as("never possible").isEmpty();
    }

    @Test
    void replacementsOfLostCopiesAreNoMovesButCountAsFlaps() {
        assertThat(ofPlan(new Effort(0, 5, 0), ago(10, 3, 2, 3))).isEmpty();
        assertThat(ofPlan(new Effort(0, 6, 0), ago(10, 3, 2, 3)).orElseThrow().name()).isEqualTo("flap-budget");
        assertThat(ofPlan(new Effort(0, 6, 0), ago(30, 3, 2, 3))).isEmpty();
    }

    @Test
    void noPlanGoesBelowTheMinimum() {
        assertThat(LIMITS.ofPlan(Effort.NONE, Map.of("web", 1), Map.of("web", 2, "db", 0), List.of(), NOW)).contains(new Limit("minimum-replicas",
                "The plan has 1 copies of web; the model requires at least 2.", Optional.empty()));
    }

    /** Whatever is asked for, the actions that the limits allow stay within each of them in every window. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void allowedActionsStayWithinTheLimitsInEveryWindow(long seed) {
        Random random = new Random(seed);
        Limits limits = new Limits(Duration.ofSeconds(random.nextInt(90)), random.nextInt(6), random.nextInt(20), Duration.ofMinutes(1 + random.nextInt(90)));
        List<PastAction> done = new ArrayList<>();
        Instant now = NOW;
        for (int i = 0; i < 500; i++) {
            now = now.plusSeconds(random.nextInt(300));
            Effort effort = new Effort(random.nextInt(3), random.nextInt(4), random.nextInt(4));
            Optional<Limit> limit = limits.beforePlanning(Optional.empty(), done, now);
            Instant at = now;
            limit = limit.isPresent() ? limit : limits.ofPlan(effort, Map.of(), Map.of(), done, at);
            limit.flatMap(Limit::until).ifPresent(until -> assertThat(until).isAfter(at));
            if (limit.isEmpty()) {
                done.add(new PastAction(now, effort));
            }
        }
        for (PastAction end : done) {
            assertThat(within(done, end, Duration.ofHours(1)).stream().mapToInt(action -> action.effort().moves()).sum()).isLessThanOrEqualTo(limits.movesPerHour());
            assertThat(within(done, end, limits.flapPeriod()).stream().mapToInt(action -> action.effort().flaps()).sum()).isLessThanOrEqualTo(limits.flapBudget());
        }
        for (int i = 1; i < done.size(); i++) {
            assertThat(Duration.between(done.get(i - 1).at(), done.get(i).at())).isGreaterThanOrEqualTo(limits.coolDown());
        }
    }

    private static List<PastAction> within(List<PastAction> done, PastAction end, Duration window) {
        return done.stream().filter(action -> !action.at().isAfter(end.at()) && action.at().isAfter(end.at().minus(window))).toList();
    }
}
