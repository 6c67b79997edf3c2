package org.caravan.solver.score;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.SiteKind;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.P99;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.plan.report.PlanReportText;
import org.caravan.plan.report.PlanScreenText;
import org.caravan.plan.whatif.Outcome;
import org.caravan.plan.whatif.Question;
import org.caravan.plan.whatif.WhatIf;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.problem.supposition.Assumptions;
import org.caravan.solver.BruteForce;
import org.caravan.solver.GeneratedProblems;
import org.caravan.solver.OptaPlannerPlanner;
import org.caravan.solver.Replanning;
import org.caravan.solver.SockShop;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.exact.CpSatRun;
import org.caravan.solver.exact.ExactModelTest;
import org.caravan.testing.Sample;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A dear host near the users and a cheap one far away, both with a p95 within the promise; the p99 of the far one is not. */
class SloPercentileTest {

    private static final String NEAR = "dear-1";
    private static final String FAR = "cheap-1";
    private static final String FAR_PATH = "users.A/ipv4 -> far.A/ipv4";

    private final OptaPlannerPlanner planner = new OptaPlannerPlanner();

    @Test
    void aPromiseAboveP95CountsTheP99() {
        PlacementProblem problem = promising(99, 400);
        assertThat(host(planner.plan(promising(95, 400)))).isEqualTo(FAR);
        Planned near = planned(problem);

        assertThat(host(near)).isEqualTo(NEAR);
        assertThat(near.report().latencies().get(0).p95().value()).isEqualTo(13);
        assertThat(near.report().latencies().get(0).slos()).singleElement().satisfies(slo -> {
            assertThat(slo.percentile()).isEqualTo(99);
            assertThat(slo.latency().value()).isEqualTo(14);
        });
        assertThat(near.report().notes()).noneMatch(note -> note.startsWith("slo"));
        assertThat(PlanReportText.of(near.report())).contains("p99 14.0 ms < 30.0 ms kept").contains("; p99 14.0 ms of 400 samples");
        assertThat(PlanScreenText.of(near.report(), PlanDiff.of(Optional.empty(), near.plan(), problem), ""))
                .contains("p99 14.0 ms promised < 30.0 ms");
        assertThat(near.report().tippingPoints()).anySatisfy(point -> {
            // The p99 lies 4 ms above the mean and stays so.
            assertThat(point.what()).startsWith("RTT");
            assertThat(point.limit()).isBetween(25.9, 26.2);
        });
    }

    @Test
    void belowAHundredSamplesTheP95CountsAndThePlanSaysSo() {
        assertThat(host(planned(promising(99, 100)))).isEqualTo(NEAR);
        Planned far = planned(promising(99, 99));

        assertThat(host(far)).isEqualTo(FAR);
        assertThat(far.report().latencies().get(0).slos().get(0).latency().value()).isEqualTo(23);
        assertThat(far.report().notes()).contains("slo soon is on a higher percentile than is known of paths " + FAR_PATH
                + " (16 samples): of these the p95 counts, for a p99 takes 100 samples; of waiting at replicas what it asks for");
        assertThat(PlanReportText.of(far.report())).contains("p99 23.0 ms < 30.0 ms kept").doesNotContain("of 99 samples");
    }

    @Test
    void aPercentileThatIsNotKnownOfPathsIsSaidToBeAnother() {
        assertThat(notes(99.9, 400)).containsExactly(
                "slo soon is on a higher percentile than is known of paths: of these the p99 counts; of waiting at replicas what it asks "
                        + "for");
        assertThat(notes(97, 400)).containsExactly(
                "slo soon is on a percentile that is not known of paths: of these the p99 counts, which is above it; of waiting at "
                        + "replicas what it asks for");
        assertThat(notes(99.9, 99)).containsExactly(
                "slo soon is on a higher percentile than is known of paths: of these the p99 counts, and of " + FAR_PATH
                + " (16 samples) the p95, for a p99 takes 100 samples; of waiting at replicas what it asks for");
        assertThat(notes(95, 400)).isEmpty();
    }

    @Test
    void aPromiseThatIsMissedSaysWhatCounted() {
        assertThat(reasons(promising(99, 400))).anyMatch(reason -> reason.startsWith(
                "The slo (soon) is missed: in the best placement found request (read) of users (all) takes 45.0 ms by the p99 of paths, "
                        + "not below 30.0 ms."));
        PlacementProblem few = problem(new Slo("soon", 99, "read", new Millis(20)), 99);
        assertThat(reasons(few)).anyMatch(reason ->
                reason.startsWith("The slo (soon) is missed: in the best placement found request (read) of users (all) takes 23.0 ms"
                + " by the p95 of paths, of which no p99 is known, not below 20.0 ms."));
        PlacementProblem p95 = problem(new Slo("soon", 95, "read", new Millis(20)), 400);
        assertThat(reasons(p95)).anyMatch(reason -> reason.contains("takes 23.0 ms, not below 20.0 ms."));
    }

    @Test
    void whatRunsMovesForAP99ThatBreaksThePromise() {
        Planned far = planned(promising(99, 99));
        assertThat(host(planner.plan(Replanning.withTarget(promising(99, 400), far.plan())))).isEqualTo(NEAR);
        assertThat(host(planner.plan(Replanning.withTarget(promising(99, 99), far.plan())))).isEqualTo(FAR);
    }

    @Test
    void whatIfARoundTripWereLongerItsP99Were() {
        PlacementProblem problem = promising(99, 400);
        assertThat(whatIf(problem, "rtt users<->near=26ms").missed()).containsExactly("soon for all");
        assertThat(whatIf(problem, "rtt users<->near=25.5ms").missed()).isEmpty();
        assertThat(host(planner.plan(Assumptions.parse(List.of("rtt users<->far=4ms")).appliedTo(problem)))).isEqualTo(FAR);
        assertThat(host(planner.plan(Assumptions.parse(List.of("rtt users<->far=5ms")).appliedTo(problem)))).isEqualTo(NEAR);
    }

    @Test
    @Tag("long")
    void smallProblemsAreSolvedAsWellAsByTryingEverythingAndProvedSo() {
        CpSatRun.load();
        int problems = Sample.of(60, 120);
        int[] compared = new int[2];
        int[] tighter = new int[1];
        int[] planned = new int[1];
        IntStream.range(120 - problems, 120).forEach(seed -> {
            PlacementProblem before = GeneratedProblems.sized(500_000 + seed, 4, 5);
            PlacementProblem problem = tailed(before, seed);
            Optional<Assignment> best = BruteForce.best(ProblemCompiler.of(problem));
            PlanningOutcome outcome = planner.plan(problem);
            assertThat(outcome instanceof Planned).as("problem " + seed).isEqualTo(best.isPresent());
            if (outcome instanceof Planned found) {
                assertThat(-found.report().scores().stream().mapToLong(score -> score.score()).sum()).as("problem " + seed)
                        .isEqualTo(best.orElseThrow().soft());
                assertThat(found.report().latencies()).allSatisfy(latency -> assertThat(latency.slos()).allMatch(slo -> slo.kept()));
                planned[0]++;
            }
            tighter[0] += best.isEmpty() && BruteForce.best(ProblemCompiler.of(without(problem))).isPresent() ? 1 : 0;
            ExactModelTest.compare("problem " + seed, ProblemCompiler.of(problem), compared);
        });
        System.out.println("promises on p99 beside trying everything: " + problems + " problems, " + planned[0] + " with a placement, "
                + tighter[0]
                + " without, but with one by the p95; CP-SAT "
                + compared[0] + " and " + compared[1]);
        assertThat(planned[0]).isGreaterThan(Sample.of(20, 40));
        assertThat(tighter[0]).isGreaterThan(Sample.of(1, 3));
    }

    /** With a promise on p99, and p99s of paths that are as much above their means whatever the ISP; of some sites none is known. */
    private static PlacementProblem tailed(PlacementProblem problem, int seed) {
        Random random = new Random(seed * 31L);
        random.nextLong();
        Map<String, Double> times = new TreeMap<>();
        List<PathFigures> paths = new ArrayList<>();
        problem.network().all().values().forEach(known -> {
            double factor = times.computeIfAbsent(known.path().from().siteId() + " " + known.path().to().siteId(),
                    any -> random.nextInt(5) == 0 ? 0 : 1.2 + 2 * random.nextDouble());
            PathStatistic rtt = known.idleRtt();
            paths.add(new PathFigures(known.path(), factor == 0 ? rtt
                    : rtt.withP99(Optional.of(new P99(rtt.mean() * factor, 100 + random.nextInt(2_000)))),
                    known.loadedRtt(), known.throughput(), known.loss(), known.jitter()));
        });
        return problem.withNetwork(NetworkMatrix.of(paths))
                .withApplication(promising(problem.application(), new Slo("fast", 99, "r0", new Millis(300 + random.nextInt(900)))));
    }

    private static PlacementProblem without(PlacementProblem problem) {
        Slo slo = problem.application().slos().get(0);
        return problem.withApplication(promising(problem.application(), new Slo(slo.id(), 95, slo.requestId(), slo.limit())));
    }

    private static ApplicationModel promising(ApplicationModel of, Slo slo) {
        return new ApplicationModel(of.name(), of.version(), of.components(), of.locations(), of.separations(), of.users(), of.requests(),
                List.of(slo), of.goals(),
                of.onFailure(), of.supplement());
    }

    private List<String> notes(double percentile, int samples) {
        return planned(promising(percentile, samples).excluding(Map.of(NEAR, "drained")), new Millis(50)).report().notes().stream()
                .filter(note -> note.startsWith("slo")).toList();
    }

    private List<String> reasons(PlacementProblem problem) {
        return ((NoPlacement) planner.plan(problem.excluding(Map.of(NEAR, "drained")))).reasons();
    }

    /** Of the plan as it is, where the supposition holds. */
    private Outcome.Figures whatIf(PlacementProblem problem, String supposition) {
        Planned now = planned(problem);
        Question question = new Question(problem, Optional.of(now.plan()), Assumptions.NONE,
                List.of(new Question.Case("longer", Assumptions.parse(List.of(supposition)))), Map.of());
        return WhatIf.answer(question, planner).outcomes().stream().filter(outcome -> outcome.kind() == Outcome.Kind.STAY).findFirst()
                .orElseThrow().figures().orElseThrow();
    }

    private Planned planned(PlacementProblem problem) {
        return (Planned) planner.plan(problem);
    }

    private Planned planned(PlacementProblem problem, Millis limit) {
        Slo slo = problem.application().slos().get(0);
        return planned(problem.withApplication(promising(problem.application(),
                new Slo(slo.id(), slo.percentile(), slo.requestId(), limit))));
    }

    private static String host(PlanningOutcome outcome) {
        return ((Planned) outcome).plan().instance(new InstanceId("web", 1)).orElseThrow().hostId();
    }

    /** @param samples of the p99 of the far path */
    private static PlacementProblem promising(double percentile, int samples) {
        return problem(new Slo("soon", percentile, "read", new Millis(30)), samples);
    }

    private static PlacementProblem problem(Slo slo, int samples) {
        Infrastructure infrastructure = new Infrastructure("two", List.of(
                SockShop.type("dear", Architecture.AMD64, 2, 1_024, 9_000), SockShop.type("cheap", Architecture.AMD64, 2, 1_024, 500)),
                        List.of(
                SockShop.site("near", SiteKind.EDGE, "NO", 60, 10, 1, List.of("A/4"), NEAR),
                SockShop.site("far", SiteKind.EDGE, "NO", 61, 11, 2, List.of("A/4"), FAR),
                SockShop.site("users", SiteKind.USERS, "NO", 60, 10, 3, List.of("A/4"))));
        ApplicationModel model = new ApplicationModel("shop", "1", List.of(SockShop.component("web", false, 500, 128)), List.of(),
                List.of(SockShop.users("all", "users", "A", IpFamily.IPV4, 10, Map.of("read", 1.0))),
                List.of(new Request("read", List.of(SockShop.hop(Hop.USERS, "web", 1, 0)))), List.of(slo),
                        List.of(new Goal.MinimiseCost(1)));
        return PlacementProblems.of(model, infrastructure, SockShop.inventory(infrastructure),
                NetworkMatrix.of(List.of(path("near", 10, 13, 14, 400), path("far", 20, 23, 45, samples))),
                Optional.empty(), List.of(), PlanningPolicy.DEFAULT);
    }

    private static PathFigures path(String site, double rtt, double p95, double p99, int samples) {
        PathStatistic figure = new PathStatistic(rtt, 0.5, rtt, p95, 16, Instant.parse("2026-11-21T12:00:00Z"),
                PathStatistic.Origin.MEASURED);
        return new PathFigures(new PathId(new AccessPoint("users", "A", IpFamily.IPV4), new AccessPoint(site, "A", IpFamily.IPV4)),
                samples < P99.LEAST_SAMPLES ? figure : figure.withP99(Optional.of(new P99(p99, samples))), Optional.empty(),
                        Optional.empty(), 0);
    }
}
