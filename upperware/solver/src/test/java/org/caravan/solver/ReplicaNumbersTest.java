package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Goal;
import org.caravan.application.Scaling;
import org.caravan.application.Slo;
import org.caravan.plan.Certificate;
import org.caravan.plan.Conflict;
import org.caravan.plan.figure.PlanFigures;
import org.caravan.plan.lint.PlanLint;
import org.caravan.plan.lint.Remark;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlanningPolicy;
import org.caravan.problem.supposition.Assumptions;
import org.caravan.solver.build.HostDominance;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.exact.CpSatRun;
import org.caravan.solver.exact.ExactModelTest;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.search.LocalSearch;
import org.caravan.testing.Sample;
import org.caravan.unit.Millis;
import org.caravan.unit.RequestRate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Queues at replicas are part of the plan: below 100 % of what replicas serve is an obligation, what requests wait counts in goals, bounds
 * and proofs.
 */
class ReplicaNumbersTest {

    private static final List<Goal> BOTH = List.of(new Goal.MinimiseLatency("r", 1), new Goal.MinimiseCost(1));
    private static final List<Goal> COST = List.of(new Goal.MinimiseCost(1));

    private final OptaPlannerPlanner planner = new OptaPlannerPlanner();

    @BeforeAll
    static void load() {
        CpSatRun.load();
    }

    /** Two replicas would be used to exactly 100 % of 30 requests/s, and to 99.7 % of 29.9. */
    @Test
    void noReplicaIsUsedToAllOfItsTimeAndWhatRequestsWaitIsWeighed() {
        for (double rate : new double[] {30, 29.9}) {
            PlacementProblem problem = City.chain(rate, BOTH, List.of(), City.scaled("web", 1, 8, 15));
            Planned planned = planned(problem);
            assertThat(count(planned, "web")).isGreaterThanOrEqualTo(3);
            Certificate certificate = planned.report().certificate();
            assertThat(certificate).hasToString("the best possible by its goals, proved");
            assertThat(certificate.points()).isEqualTo(IntStream.rangeClosed(3, 8).mapToLong(number -> points(problem, number)).min()
                    .orElseThrow());
            assertThat(planned.report().scores()).anyMatch(score -> score.name().equals("waitingMinimised") && score.score() < 0);
            assertThat(planned.report().latencies().get(0).mean().value()).isLessThan(200);
            assertThat(PlanLint.of(problem, planned.plan(), planned.report())).extracting(Remark::code)
                    .doesNotContain("replicas-overloaded", "replicas-nearly-overloaded");
            assertThat(new PlanFigures(problem, planned.plan()).latencies()).as("reckoned again from the plan alone")
                    .isEqualTo(planned.report().latencies());
            assertThat(planned(Replanning.withTarget(problem, planned.plan())).plan().instances()).as("a second planning changes nothing")
                    .isEqualTo(planned.plan().instances());
        }
    }

    /** Where only money counts, the least number below 100 % is taken; lint names what to write instead, and that works. */
    @Test
    void withoutAGoalOnLatencyTheLeastThatServeAreTaken() {
        assertThat(count(planned(City.chain(30, COST, List.of(), City.scaled("web", 1, 8, 15))), "web")).isEqualTo(3);
        PlacementProblem near = City.chain(29.9, COST, List.of(), City.scaled("web", 1, 8, 15));
        Planned two = planned(near);
        assertThat(count(two, "web")).isEqualTo(2);
        assertThat(PlanLint.of(near, two.plan(), two.report())).filteredOn(remark -> remark.code().equals("replicas-nearly-overloaded"))
                .singleElement()
                .satisfies(remark -> assertThat(remark.suggestion())
                        .isEqualTo("write in component web: replicas 3..8  capacity 15 requests/s."));
        PlacementProblem followed = City.chain(29.9, COST, List.of(), City.scaled("web", 3, 8, 15));
        assertThat(PlanLint.of(followed, planned(followed).plan(), planned(followed).report()))
                .noneMatch(remark -> remark.code().startsWith("replicas-") && remark.code().endsWith("loaded"));
    }

    @Test
    void whatTheModelAllowsTooFewOfHasNoPlacementAndTheAdviceWorks() {
        NoPlacement none = refused(City.chain(30, BOTH, List.of(), City.scaled("web", 1, 2, 15)));
        assertThat(none.reasons()).first().isEqualTo(
                "Insufficient capacity: (web) gets 30 requests/s, and its 2 replicas, of which each serves 15 requests/s, would be used "
                + "to 100 %,"
                + " so that requests would wait without end. Maybe write in component web: replicas 3  capacity 15 requests/s.");
        assertThat(none.conflict().orElseThrow().requirements()).contains("capacity 15 requests/s of web");
        assertThat(none.conflict().orElseThrow().certainty()).isEqualTo(Conflict.Certainty.MINIMAL);
        assertThat(count(planned(City.chain(30, BOTH, List.of(), City.scaled("web", 3, 3, 15))), "web")).isEqualTo(3);
        assertThat(refused(City.chain(3_000, BOTH, List.of(), City.scaled("web", 1, 99, 15))).reasons()).first().asString()
                .endsWith("Maybe send it fewer requests, or give one replica more resources and declare its new capacity: more than 3000 "
                        + "requests/s.");
    }

    /** What a calls is the load of b: 40 of its own users' requests, twice as many where it is called twice. */
    @Test
    void loadsGoDownAChain() {
        Component a = City.scaled("a", 1, 9, 45, "b");
        PlacementProblem problem = City.chain(40, COST, List.of(), a, City.scaled("b", 1, 9, 20, "c"), City.scaled("c", 1, 9, 40.1));
        Planned planned = planned(problem);
        assertThat(List.of(count(planned, "a"), count(planned, "b"), count(planned, "c"))).containsExactly(1L, 3L, 1L);
        NoPlacement none = refused(City.chain(40, COST, List.of(), a, City.scaled("b", 1, 9, 20, "c"), City.scaled("c", 1, 1, 40)));
        assertThat(none.reasons()).singleElement().asString()
                .startsWith(
                "Insufficient capacity: (c) gets 40 requests/s, and its only replica, which serves 40 requests/s, would be used to 100 %");
    }

    @Test
    void moreUsersThanReplicasCanServeAreAnAnswerOfWhatIf() {
        PlacementProblem problem = City.chain(30, BOTH, List.of(), City.scaled("web", 1, 8, 15));
        assertThat(planner.planForComparison(Assumptions.parse(List.of("users x3")).appliedTo(problem))).isInstanceOf(Planned.class);
        PlanningOutcome four = planner.planForComparison(Assumptions.parse(List.of("users x4")).appliedTo(problem));
        assertThat(((NoPlacement) four).reasons()).first().asString()
                .contains("its 8 replicas, of which each serves 15 requests/s, would be used to 100 %").contains("replicas 9");
    }

    /**
     * One that runs and gets more than it serves since is refused as well, with the way out; with another number it goes on from what runs.
     */
    @Test
    void planningAgainKeepsUtilisationBelowOne() {
        Planned runs = planned(City.chain(20, COST, List.of(), City.scaled("web", 1, 8, 15)));
        assertThat(count(runs, "web")).isEqualTo(2);
        PlacementProblem more = Replanning.withTarget(City.chain(45, COST, List.of(), City.scaled("web", 1, 8, 15)), runs.plan());
        Planned again = planned(more);
        assertThat(count(again, "web")).isEqualTo(4);
        assertThat(again.plan().instances().subList(0, 2)).extracting(placed -> placed.hostId())
                .isEqualTo(runs.plan().instances().stream().map(placed -> placed.hostId()).toList());
        PlacementProblem full = Replanning.withTarget(City.chain(45, COST, List.of(), City.scaled("web", 1, 3, 15)), runs.plan());
        assertThat(refused(full).reasons()).first().asString().contains("replicas 4");
        assertThat(PlanLint.of(more, runs.plan(), runs.report())).filteredOn(remark -> remark.code().equals("replicas-overloaded"))
                .singleElement()
                .satisfies(remark -> assertThat(remark.suggestion()).startsWith("plan again"));
        assertThat(PlanLint.of(full, runs.plan(), runs.report())).filteredOn(remark -> remark.code().equals("replicas-overloaded"))
                .singleElement()
                .satisfies(remark -> assertThat(remark.suggestion())
                        .isEqualTo("write in component web: replicas 4  capacity 15 requests/s."));
    }

    /** More than are all planned: the bound over all numbers holds, and something better than the least is found. */
    @Test
    @Tag("long")
    void ofManyNumbersSomeAreTriedAndTheBoundHoldsForAll() {
        PlacementProblem problem = City.chain(100, BOTH, List.of(), City.scaled("a", 1, 12, 15, "b"), City.scaled("b", 1, 12, 15));
        Planned planned = planned(problem);
        assertThat(count(planned, "a") + count(planned, "b")).isGreaterThan(14);
        assertThat(planned.report().certificate().known()).isTrue();
        PlacementProblem promised = City.chain(100, BOTH, List.of(new Slo("fast", 95, "r", new Millis(20_000))),
                City.scaled("a", 1, 12, 15, "b"), City.scaled("b", 1, 12, 15));
        assertThat(planned(promised).report().certificate().toString()).contains("by its goals with these numbers of replicas");
    }

    /**
     * Loads just below, at and above what a number of replicas serves, along chains of components: the planner, trying everything, and
     * CP-SAT agree.
     */
    @Test
    @Tag("long")
    void itIsAsGoodAsTryingEverything() {
        int[] found = new int[3];
        for (int seed = 0; seed < Sample.of(48, 120); seed++) {
            PlacementProblem problem = generated(seed);
            String which = "problem " + seed;
            long best = Long.MAX_VALUE;
            for (List<Integer> numbers : allNumbers(problem)) {
                CompiledProblem tables = ProblemCompiler.of(with(problem, numbers));
                Optional<Assignment> one = tables.instances().stream().allMatch(instance -> instance.positions().length > 0)
                        ? BruteForce.best(tables)
                        : Optional.empty();
                boolean stable = with(problem, numbers).application().components().stream()
                        .allMatch(component -> component.scaling().isEmpty() || problem.application().rateOf(component.id())
                                .value() / component.replicas() < component.scaling().get().capacity().value());
                assertThat(one.isEmpty() || stable).as(which).isTrue();
                best = Math.min(best, one.map(Assignment::soft).orElse(Long.MAX_VALUE));
                if (seed % 6 == 0) {
                    ExactModelTest.compare(which, tables, new int[2]);
                }
            }
            PlanningOutcome outcome = planner.plan(problem.completed());
            assertThat(outcome instanceof Planned).as(which).isEqualTo(best < Long.MAX_VALUE);
            if (outcome instanceof Planned planned) {
                Certificate certificate = planned.report().certificate();
                assertThat(certificate.points()).as(which).isEqualTo(best);
                assertThat(certificate.bound()).as(which).isLessThanOrEqualTo(best);
                found[0]++;
                found[2] += certificate.proved() && certificate.scope().isEmpty() ? 1 : 0;
            } else {
                found[1]++;
            }
        }
        System.out.println("numbers of replicas beside all numbers and placements: " + found[0] + " with a placement, " + found[2]
                + " of them proved, " + found[1] + " without");
        assertThat(found[0]).isGreaterThan(Sample.of(16, 40));
        assertThat(found[1]).isGreaterThan(Sample.of(4, 10));
        assertThat(found[2]).isGreaterThan(Sample.of(8, 20));
    }

    /**
     * No more than two components of which up to three replicas may be, with what a whole number of replicas serves, a little more, or a
     * little less.
     */
    private static PlacementProblem generated(int seed) {
        Random random = new Random(seed * 31L + 5);
        PlacementProblem drawn = GeneratedProblems.sized(3_000_000 + seed, 3, 3);
        ApplicationModel model = drawn.application();
        List<Component> parts = new ArrayList<>();
        int scaled = 0;
        for (Component part : model.components()) {
            double rate = model.rateOf(part.id()).value();
            if (part.stateful() || scaled == 2 || rate == 0) {
                parts.add(part.withReplicas(1));
                continue;
            }
            scaled++;
            int most = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 3;
            double capacity = rate / (1 + random.nextInt(2)) * new double[] {1.0005, 1, 0.9995, 1.3}[random.nextInt(4)];
            parts.add(new Component(part.id(), false, 1, Optional.of(new Scaling(most, new RequestRate(capacity))), part.forms(),
                    part.provides(), part.requires()));
        }
        List<Slo> slos = model.slos().stream().map(slo -> new Slo(slo.id(), slo.percentile(), slo.requestId(),
                new Millis(slo.limit().value() * 5))).toList();
        return drawn.withPolicy(new PlanningPolicy(seed, 300, 0)).withApplication(new ApplicationModel(model.name(), model.version(),
                parts, model.locations(), model.separations(),
                model.users(), model.requests(), slos, model.goals(), model.onFailure()));
    }

    private static List<List<Integer>> allNumbers(PlacementProblem problem) {
        List<List<Integer>> all = List.of(List.of());
        for (Component component : problem.application().components()) {
            List<List<Integer>> longer = new ArrayList<>();
            for (List<Integer> begun : all) {
                for (int number = component.replicas(); number <= component.scaling().map(Scaling::most)
                        .orElse(component.replicas()); number++) {
                    List<Integer> more = new ArrayList<>(begun);
                    more.add(number);
                    longer.add(more);
                }
            }
            all = longer;
        }
        return all;
    }

    private static PlacementProblem with(PlacementProblem problem, List<Integer> numbers) {
        List<Component> components = problem.application().components();
        return problem.withApplication(problem.application().withComponents(IntStream.range(0, components.size())
                .mapToObj(i -> components.get(i).withReplicas(numbers.get(i))).toList()));
    }

    /** The best placement of this number of replicas, all of them on two hosts. */
    private static long points(PlacementProblem problem, int number) {
        CompiledProblem tables = ProblemCompiler.of(with(problem, List.of(number)));
        return new LocalSearch(problem.policy()).find(HostDominance.of(tables).without()).soft();
    }

    private static long count(Planned planned, String componentId) {
        return planned.plan().instances().stream().filter(placed -> placed.instance().componentId().equals(componentId)).count();
    }

    private Planned planned(PlacementProblem problem) {
        return (Planned) planner.plan(problem);
    }

    private NoPlacement refused(PlacementProblem problem) {
        return (NoPlacement) planner.plan(problem);
    }
}
