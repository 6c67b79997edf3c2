package org.caravan.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.caravan.adaptation.ActionLimits;
import org.caravan.adaptation.MaintenanceWindow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitsTest {

    private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");
    private static final MaintenanceWindow WEEKEND = MaintenanceWindow.parse("SAT-SUN 02:00-05:00 Europe/Oslo");
    private static final Limits LIMITS = new Limits(Duration.ofMinutes(1), 3, 10, Duration.ofMinutes(30), 2, 2);

    private static PastAction ago(long minutes, int moves, int starts, int stops) {
        return new PastAction(NOW.minus(Duration.ofMinutes(minutes)), new Effort(moves, starts, stops));
    }

    private static Optional<Limit> ofPlan(Effort effort, PastAction... past) {
        return LIMITS.ofPlan(effort, Disruption.NONE, Map.of("web", 2), Map.of("web", 1), List.of(past), NOW);
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
                .contains(new Limit("cool-down", "The latest action for this application was less than 60 s ago.",
                        Optional.of(NOW.plusSeconds(1))));
        assertThat(LIMITS.beforePlanning(Optional.empty(), List.of(latest), NOW.plusSeconds(1))).isEmpty();
    }

    @Test
    void theStricterLimitOfOperatorAndOwnerCounts() {
        Limits operator = new Limits(Duration.ofSeconds(30), 10, 200, Duration.ofHours(1), 1, 2)
                .within(Optional.of(MaintenanceWindow.parse("FRI-MON 22:00-04:00 UTC")));
        ActionLimits owner = new ActionLimits(Optional.of(90.0), Optional.of(4), Optional.of(300), Optional.of(0), Optional.empty(),
                Optional.of(MaintenanceWindow.parse("SUN-SUN 02:00-05:00 Europe/Oslo")));
        Limits both = operator.and(owner);
        assertThat(both.coolDown()).isEqualTo(Duration.ofSeconds(90));
        assertThat(List.of(both.movesPerHour(), both.flapBudget(), both.unavailableAtOnce(), both.mostDisruption()))
                .containsExactly(4, 200, 0, 2);
        assertThat(operator.and(ActionLimits.NONE)).isEqualTo(operator);
        Disruption one = new Disruption(Map.of("web at oslo", 1), Map.of(), 1);
        Limits windows = new Limits(Duration.ZERO, 10, 200, Duration.ofHours(1), 1, 2).within(operator.maintenance().stream().findFirst())
                .and(new ActionLimits(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
                        owner.maintenance()));
        // Wednesday: both windows are open on Sunday from 02:00 to 04:00 of UTC+1, within the night that began on Saturday.
        assertThat(windows.ofPlan(Effort.NONE, one, Map.of(), Map.of(), List.of(), NOW)).contains(new Limit("maintenance-window",
                "The plan disturbs 1 running copies outside of the maintenance window.",
                Optional.of(Instant.parse("2026-11-29T01:00:00Z"))));
        assertThat(windows.ofPlan(Effort.NONE, one, Map.of(), Map.of(), List.of(), Instant.parse("2026-11-29T01:30:00Z"))).isEmpty();
        Limits never = windows.and(new ActionLimits(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
                Optional.empty(), Optional.of(MaintenanceWindow.parse("WED-WED 12:00-13:00 UTC"))));
        assertThat(never.ofPlan(Effort.NONE, one, Map.of(), Map.of(), List.of(), NOW).orElseThrow().until()).as("no common part").isEmpty();
    }

    @Test
    void movesAreCountedForAnHour() {
        assertThat(ofPlan(new Effort(2, 2, 2), ago(59, 2, 0, 0))).contains(new Limit("moves-per-hour",
                "The plan moves 2 copies that run well, after 2 in the past hour; the limit is 3.",
                        Optional.of(NOW.plus(Duration.ofMinutes(1)))));
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
        assertThat(LIMITS.ofPlan(Effort.NONE, Disruption.NONE, Map.of("web", 1), Map.of("web", 2, "db", 0), List.of(), NOW))
                .contains(new Limit("minimum-replicas",
                "The plan has 1 copies of web; the model requires at least 2.", Optional.empty()));
    }

    @Test
    void copiesOfAComponentAtASiteAreNotUnavailableAllAtOnce() {
        assertThat(disturbing(Map.of("web at bergen", 2), Map.of(), 2)).isEmpty();
        assertThat(disturbing(Map.of("web at bergen", 2), Map.of("web at oslo", 5), 2)).isEmpty();
        assertThat(disturbing(Map.of("web at bergen", 2), Map.of("web at bergen", 1), 2)).contains(new Limit("unavailable-at-once",
                "The plan disturbs 2 running copies of web at bergen, where 1 are lost; the limit is 2 unavailable at once.",
                        Optional.empty()));
        assertThat(disturbing(Map.of(), Map.of("web at bergen", 9), 9)).as("replacing what is lost disturbs nothing").isEmpty();
    }

    @Test
    void aPlanGainsEnoughForWhatItDisturbs() {
        assertThat(disturbing(Map.of("a at x", 1, "b at x", 1), Map.of(), 1)).isEmpty();
        assertThat(disturbing(Map.of("a at x", 1, "b at x", 2), Map.of(), 1)).contains(new Limit("minimum-gain",
                "The plan disturbs 3 running copies to gain 1; the limit is 2 for each.", Optional.empty()));
        assertThat(disturbing(Map.of("a at x", 1), Map.of(), 0).orElseThrow().name()).isEqualTo("minimum-gain");
    }

    @Test
    void noPlanRaisesTheCostAboveTheBudget() {
        Limits limits = LIMITS.spending(Optional.of(5_000L));
        assertThat(limits.ofCost(4_000, 5_000)).isEmpty();
        assertThat(limits.ofCost(4_000, 5_001)).contains(new Limit("budget",
                "The plan raises the cost from 40.00 to 50.01 EUR/month; the budget is 50.00 EUR/month.", Optional.empty()));
        assertThat(limits.ofCost(7_000, 6_000)).as("it gets cheaper").isEmpty();
        assertThat(LIMITS.ofCost(0, Long.MAX_VALUE)).isEmpty();
    }

    /** The bound of {@link Limits#mostDisruption}: no chain of allowed actions disturbs more than k times what was lost. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void noChainOfActionsDisturbsMoreThanTheBound(long seed) {
        Random random = new Random(seed);
        Limits limits = new Limits(Duration.ZERO, 1000, 1000, Duration.ofHours(1), 1000, random.nextInt(4));
        int running = 50;
        long losses = 0;
        long disturbed = 0;
        for (int i = 0; i < 1000; i++) {
            int lost = random.nextInt(3);
            losses += lost;
            int gained = random.nextInt(lost + 1);
            Disruption wanted = new Disruption(Map.of("a at x", random.nextInt(running)), Map.of(), gained);
            if (limits.ofPlan(Effort.NONE, wanted, Map.of(), Map.of(), List.of(), NOW).isEmpty()) {
                disturbed += wanted.copies();
            }
            assertThat(disturbed).isLessThanOrEqualTo(limits.mostDisruption() * losses);
        }
    }

    private static Optional<Limit> disturbing(Map<String, Integer> disturbed, Map<String, Integer> lost, int gained) {
        return LIMITS.ofPlan(Effort.NONE, new Disruption(disturbed, lost, gained), Map.of(), Map.of(), List.of(), NOW);
    }

    /** Whatever is asked for, the actions that the limits allow stay within each of them in every window. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void allowedActionsStayWithinTheLimitsInEveryWindow(long seed) {
        Random random = new Random(seed);
        Limits limits = new Limits(Duration.ofSeconds(random.nextInt(90)), random.nextInt(6), random.nextInt(20),
                Duration.ofMinutes(1 + random.nextInt(90)), 1, 1);
        List<PastAction> done = new ArrayList<>();
        Instant now = NOW;
        for (int i = 0; i < 500; i++) {
            now = now.plusSeconds(random.nextInt(300));
            Effort effort = new Effort(random.nextInt(3), random.nextInt(4), random.nextInt(4));
            Optional<Limit> limit = limits.beforePlanning(Optional.empty(), done, now);
            Instant at = now;
            limit = limit.isPresent() ? limit : limits.ofPlan(effort, Disruption.NONE, Map.of(), Map.of(), done, at);
            limit.flatMap(Limit::until).ifPresent(until -> assertThat(until).isAfter(at));
            if (limit.isEmpty()) {
                done.add(new PastAction(now, effort));
            }
        }
        for (PastAction end : done) {
            assertThat(within(done, end, Duration.ofHours(1)).stream().mapToInt(action -> action.effort().moves()).sum())
                    .isLessThanOrEqualTo(limits.movesPerHour());
            assertThat(within(done, end, limits.flapPeriod()).stream().mapToInt(action -> action.effort().flaps()).sum())
                    .isLessThanOrEqualTo(limits.flapBudget());
        }
        for (int i = 1; i < done.size(); i++) {
            assertThat(Duration.between(done.get(i - 1).at(), done.get(i).at())).isGreaterThanOrEqualTo(limits.coolDown());
        }
    }

    private static List<PastAction> within(List<PastAction> done, PastAction end, Duration window) {
        return done.stream().filter(action -> !action.at().isAfter(end.at()) && action.at().isAfter(end.at().minus(window))).toList();
    }

    @Test
    void outsideTheWindowNoRunningCopyIsDisturbedButLostOnesAreReplaced() {
        Limits limits = Limits.DEFAULT.within(Optional.of(WEEKEND));
        Disruption moving = new Disruption(Map.of("web at bergen", 1), Map.of(), 1);
        assertThat(limits.ofPlan(Effort.NONE, moving, Map.of(), Map.of(), List.of(), NOW)).contains(new Limit("maintenance-window",
                "The plan disturbs 1 running copies outside of the maintenance window.",
                Optional.of(Instant.parse("2026-11-28T01:00:00Z"))));
        assertThat(limits.ofPlan(Effort.NONE, new Disruption(Map.of(), Map.of("web at bergen", 1), 1), Map.of(), Map.of(), List.of(), NOW))
                .isEmpty();
        assertThat(limits.ofPlan(Effort.NONE, moving, Map.of(), Map.of(), List.of(), WEEKEND.next(NOW))).isEmpty();
    }
}
