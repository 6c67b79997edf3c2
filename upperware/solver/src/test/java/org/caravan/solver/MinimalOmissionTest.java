package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.LocationRequirement;
import org.caravan.application.Slo;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.Omissions;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.lint.PlanLint;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.plan.report.PlanReportText;
import org.caravan.plan.report.PlanScreenText;
import org.caravan.plan.whatif.AnswerText;
import org.caravan.plan.whatif.Question;
import org.caravan.plan.whatif.Question.Case;
import org.caravan.plan.whatif.WhatIf;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.requirement.Omission;
import org.caravan.problem.requirement.OmissionOrder;
import org.caravan.problem.supposition.Assumptions;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.testing.Sample;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Of an application that has no placement as a whole, what matters most is placed, and the rest is named. */
class MinimalOmissionTest {

    private final PlacementProblem shop = SockShop.first();

    /** Against enumeration: all omissions, and for each all placements. */
    @Test
    void ofRandomProblemsNoLessWouldDo() {
        noLessWouldDo(Sample.of(40, 80));
    }

    @Test
    @Tag("slow")
    void ofManyRandomProblemsNoLessWouldDo() {
        noLessWouldDo(1_000);
    }

    private static void noLessWouldDo(int problems) {
        int[] counts = new int[3];
        for (int seed = 0; seed < problems; seed++) {
            PlacementProblem problem = tight(seed);
            PlanningOutcome outcome = new OptaPlannerPlanner().planForComparison(problem);
            boolean byValue = outcome instanceof Planned planned && planned.report().notes().contains(Hysteresis.NOT_SURE);
            // Before anything is left out, promises need not be sure; only where they cannot be.
            assertThat(byValue && enumerated(problem).equals(Optional.of(Omission.NONE))).as("seed %d has a sure placement", seed)
                    .isFalse();
            Optional<Omission> least = enumerated(byValue ? problem.byValue() : problem);
            if (least.isEmpty()) {
                counts[0]++;
                assertThat(outcome).as("seed %d", seed).isInstanceOf(NoPlacement.class);
                continue;
            }
            Optional<Omissions> left = ((Planned) outcome).report().leftOut();
            if (least.get().equals(Omission.NONE)) {
                counts[1]++;
                assertThat(left).as("seed %d", seed).isEmpty();
            } else {
                counts[2]++;
                assertThat(left).as("seed %d, of which %s can stay away: %s", seed, least.get(), ((Planned) outcome).report().notes())
                        .isPresent();
                Omissions wanted = Omissions.of(problem, least.get(), true, List.of(), Optional.empty());
                assertThat(left.orElseThrow().parts()).as("seed %d", seed).isEqualTo(wanted.parts());
                assertThat(left.orElseThrow().unserved()).as("seed %d", seed).isEqualTo(wanted.unserved());
                assertThat(left.orElseThrow().least()).isTrue();
            }
        }
        System.out.println("of " + problems + " small problems: " + counts[0] + " without placement, " + counts[1] + " whole, " + counts[2]
                + " in part");
        assertThat(counts[0]).isPositive();
        assertThat(counts[2]).isGreaterThan(problems / 5);
    }

    /** What is too large to be tried in order is not the least, but no copy more could stay beside the rest. */
    @Test
    void ofLargeProblemsNothingMoreCouldStay() {
        nothingMoreCouldStay(30);
    }

    @Test
    @Tag("slow")
    void ofManyLargeProblemsNothingMoreCouldStay() {
        nothingMoreCouldStay(300);
    }

    private static void nothingMoreCouldStay(int problems) {
        int[] counts = new int[2];
        for (int seed = 0; seed < problems; seed++) {
            PlacementProblem problem = tight(seed);
            Optional<MinimalOmission.Found> found = possible(problem) ? Optional.empty()
                    : MinimalOmission.ofLarge(problem, omission -> new OptaPlannerPlanner().planForComparison(omission.appliedTo(problem)));
            if (found.isPresent()) {
                counts[0]++;
                Omission omission = found.get().omission();
                assertThat(found.get().least()).isFalse();
                assertThat(possible(omission.appliedTo(problem))).isTrue();
                omission.copies().forEach((id, count) -> assertThat(possible(omission.with(id, count - 1).appliedTo(problem)))
                        .as("%s without a copy less of %s", omission, id).isFalse());
                counts[1] += omission.equals(enumerated(problem).orElseThrow()) ? 1 : 0;
            }
        }
        System.out.println("by halves: " + counts[0] + " problems, " + counts[1] + " of them as little as can be");
        assertThat(counts[0]).isGreaterThan(5);
    }

    /** Who requires it is of less worth, but leaving that out takes both away. */
    @Test
    void whatGoesWithOthersCountsToo() {
        PlacementProblem problem = located(optional(shop, Map.of("catalogue", 1, "catalogue-db", 3)), impossible("catalogue-db"));
        assertThat(left(problem).parts()).containsExactly(new Omissions.Part("catalogue-db", 1, 1, Optional.of(3)));
    }

    @Test
    @Tag("long")
    void ofFiftyInstancesOnTwoHundredHostsThoseGoThatFitNowhere() {
        PlacementProblem bench = BenchProblem.of(BenchProblem.Size.of("50x200"), 1, false);
        List<String> ids = bench.application().components().stream().map(Component::id).toList();
        Set<String> large = Set.of(ids.get(3), ids.get(20), ids.get(41));
        PlacementProblem problem = bench.withApplication(bench.application()
                .withComponents(bench.application().components().stream().map(part ->
                new Component(part.id(), part.stateful(), part.replicas(), part.scaling(), Optional.of(1 + ids.indexOf(part.id()) % 3),
                        large.contains(part.id()) ? SockShop.component(part.id(), false, 100, 1 << 20).forms() : part.forms(),
                                part.provides(), part.requires()))
                .toList()));
        Omissions left = left(problem);
        assertThat(left.parts()).filteredOn(part -> part.priority().isPresent()).extracting(Omissions.Part::componentId)
                .containsExactlyInAnyOrderElementsOf(large);
        assertThat(left.least()).isTrue();
    }

    /** Some components need more than is there; some are optional. */
    private static PlacementProblem tight(int seed) {
        Random random = new Random(seed * 7_919L);
        random.nextLong();
        PlacementProblem problem = GeneratedProblems.sized(2_000_000 + seed, 4, 4);
        List<Component> components = problem.application().components().stream().map(part -> {
            Optional<Integer> optional = random.nextInt(3) > 0 ? Optional.of(1 + random.nextInt(3)) : Optional.empty();
            Component larger = SockShop.component(part.id(), part.stateful(), 100, 64 + random.nextInt(900));
            return new Component(part.id(), part.stateful(), part.replicas(), part.scaling(), optional, larger.forms(), part.provides(),
                    part.requires());
        }).toList();
        return problem.withApplication(problem.application().withComponents(components));
    }

    private static Optional<Omission> enumerated(PlacementProblem problem) {
        List<Omission> all = new ArrayList<>(List.of(Omission.NONE));
        Omission.most(problem).copies().forEach((id, most) -> List.copyOf(all).forEach(one ->
                Stream.iterate(1, count -> count <= most, count -> count + 1).forEach(count -> all.add(one.with(id, count)))));
        return all.stream().sorted(new OmissionOrder(problem)).filter(omission -> possible(omission.appliedTo(problem))).findFirst();
    }

    private static boolean possible(PlacementProblem problem) {
        CompiledProblem tables = ProblemCompiler.of(problem);
        return !tables.instances().isEmpty() && tables.instances().stream().allMatch(instance -> instance.positions().length > 0)
                && BruteForce.best(tables).isPresent();
    }

    @Test
    void whatIsLeftOutIsSaidAndNobodyIsLedToIt() {
        PlacementProblem problem = located(optional(shop, Map.of("payment", 2)), impossible("payment"));
        Planned planned = (Planned) new OptaPlannerPlanner().plan(problem);
        DeploymentPlan plan = planned.plan();
        assertThat(plan.instances()).hasSize(shop.application().components().size() - 1);
        assertThat(plan.links()).isNotEmpty().noneMatch(link -> link.toString().contains("payment"));
        assertThat(plan.canonicalText()).doesNotContain("payment");
        assertThat(planned.report().latencies()).noneMatch(latency -> latency.requestId().equals("checkout")).isNotEmpty();
        PlanDiff diff = PlanDiff.of(Optional.empty(), plan, problem);
        assertThat(diff.canonicalText()).contains("not placed payment:1\n");
        assertThat(PlanReportText.of(planned.report())).contains("""
                left out, as the whole application has no placement
                  payment  not placed, optional with priority 2
                  checkout for bergen is unserved: it crosses payment
                """).contains("less left out would not do (proved)", "why: Instance (payment:1) fits no host",
                        "why: require payment at ohio");
        assertThat(PlanScreenText.of(planned.report(), diff, "").lines().count()).isLessThanOrEqualTo(49);
        assertThat(PlanScreenText.of(planned.report(), diff, "")).contains("payment  not placed, optional with priority 2");
        assertThat(PlanLint.of(problem, plan, planned.report())).anyMatch(remark -> remark.code().equals("left-out"));
    }

    @Test
    void whatMustRunAndHasNoPlaceIsStillNoPlacement() {
        NoPlacement none = (NoPlacement) new OptaPlannerPlanner()
                .plan(located(optional(shop, Map.of("shipping", 1)), impossible("payment")));
        assertThat(none.reasons()).anyMatch(reason -> reason.contains("payment:1"));
        assertThat(none.conflict().orElseThrow().requirements()).containsExactly("require payment at ohio", "require payment in NO");
    }

    @Test
    void promisesOfWhatIsUnservedAreNotKept() {
        PlacementProblem problem = located(optional(shop, Map.of("payment", 2)), impossible("payment"));
        ApplicationModel of = problem.application();
        PlacementProblem promised = problem.withApplication(new ApplicationModel(of.name(), of.version(), of.components(), of.locations(),
                of.separations(),
                of.users(), of.requests(), List.of(new Slo("never", 95, "checkout", new Millis(0.001))), of.goals(), of.onFailure()));
        assertThat(left(promised).parts()).containsExactly(new Omissions.Part("payment", 1, 1, Optional.of(2)));
    }

    @Test
    void whatOnlyItNeedsGoesWithItAndDataStays() {
        PlacementProblem problem = located(optional(shop, Map.of("user", 1)), impossible("user"));
        assertThat(left(problem).parts()).containsExactly(
                new Omissions.Part("user", 1, 1, Optional.of(1)), new Omissions.Part("user-db", 1, 1, Optional.empty()));

        CurrentPlacement data = new CurrentPlacement(new InstanceId("user-db", 1), "server-1", 100, 1, "0".repeat(64), new TreeMap<>(),
                new TreeMap<>());
        assertThat(left(problem.withCurrent(List.of(data))).parts()).containsExactly(new Omissions.Part("user", 1, 1, Optional.of(1)));

        PlacementProblem stuck = optional(located(shop), Map.of("user-db", 1)).withCurrent(List.of(data))
                .excluding(Map.of("server-1", "drained"));
        assertThat(new OptaPlannerPlanner().plan(stuck)).isInstanceOf(NoPlacement.class);
    }

    @Test
    void planningAgainChangesNothing() {
        PlacementProblem problem = located(optional(shop, Map.of("payment", 2, "user", 1)), impossible("payment"), impossible("user"));
        DeploymentPlan plan = ((Planned) new OptaPlannerPlanner().plan(problem)).plan();
        PlacementProblem again = problem.withCurrent(plan.asCurrentTarget().placements());
        DeploymentPlan next = ((Planned) new OptaPlannerPlanner().plan(again)).plan();
        assertThat(PlanDiff.of(Optional.of(plan), next, again).changes()).isFalse();
    }

    @Test
    void whatRunsAndIsLeftOutIsRemovedAndComesBack() {
        PlacementProblem whole = located(optional(shop, Map.of("payment", 2)));
        DeploymentPlan before = ((Planned) new OptaPlannerPlanner().plan(whole)).plan();
        PlacementProblem problem = located(whole, impossible("payment")).withCurrent(before.asCurrentTarget().placements());
        DeploymentPlan after = ((Planned) new OptaPlannerPlanner().plan(problem)).plan();
        assertThat(PlanDiff.of(Optional.of(before), after, problem).canonicalText())
                .contains("- instance payment:1  on ", "not placed payment:1\n");
        PlacementProblem again = whole.withCurrent(after.asCurrentTarget().placements());
        PlanDiff back = PlanDiff.of(Optional.of(after), ((Planned) new OptaPlannerPlanner().plan(again)).plan(), again);
        assertThat(back.canonicalText()).contains("+ instance payment:1  on ").doesNotContain("not placed");
    }

    @Test
    void aQuestionSaysWhatItsCasesLeaveOut() {
        PlacementProblem problem = located(optional(shop, Map.of("payment", 2)));
        Case drained = new Case("no-pi", Assumptions.parse(List.of("pin payment=ohio", "without ohio.Amazon")));
        String text = AnswerText.of(WhatIf.answer(
                new Question(problem, Optional.empty(), Assumptions.NONE, List.of(drained), Map.of()), new OptaPlannerPlanner()));
        assertThat(text).contains("    left out: payment  not placed, optional with priority 2",
                "    left out: checkout for bergen is unserved");
    }

    private static Omissions left(PlacementProblem problem) {
        return ((Planned) new OptaPlannerPlanner().plan(problem)).report().leftOut().orElseThrow();
    }

    private static List<LocationRequirement> impossible(String componentId) {
        return List.of(new LocationRequirement(componentId, Set.of("ohio"), Set.of()),
                new LocationRequirement(componentId, Set.of(), Set.of("NO")));
    }

    private static PlacementProblem optional(PlacementProblem problem, Map<String, Integer> priorities) {
        return problem.withApplication(problem.application().withComponents(problem.application().components().stream()
                .map(part -> new Component(part.id(), part.stateful(), part.replicas(), part.scaling(),
                        Optional.ofNullable(priorities.get(part.id())),
                        part.forms(), part.provides(), part.requires())).toList()));
    }

    @SafeVarargs
    private static PlacementProblem located(PlacementProblem problem, List<LocationRequirement>... locations) {
        return problem.withApplication(problem.application().withLocations(Stream.of(locations).flatMap(List::stream).toList()));
    }
}
