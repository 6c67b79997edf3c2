package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.Goal;
import org.caravan.application.OnFailure;
import org.caravan.application.Request;
import org.caravan.application.Scaling;
import org.caravan.application.Separation;
import org.caravan.application.Slo;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.figure.PlanFigures;
import org.caravan.plan.lint.PlanLint;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.plan.report.PlanReportText;
import org.caravan.plan.report.PlanScreenText;
import org.caravan.plan.whatif.AnswerText;
import org.caravan.plan.whatif.Question;
import org.caravan.plan.whatif.WhatIf;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.problem.supposition.Assumptions;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;
import org.caravan.unit.RequestRate;
import org.junit.jupiter.api.Test;

/** A front and its workers; bergen has a host of containers, a-1, and one of microVMs, b-1; narvik a second one of containers, c-1. */
class ReplicasTest {

    private static final Form CONTAINER =
            Form.container("work", new MilliCores(200), Bytes.ofMebi(96), Set.of(Architecture.AMD64), Map.of());
    private static final Form MICROVM =
            Form.microvm("work.unikernel", new MilliCores(200), Bytes.ofMebi(32), Set.of(Architecture.AMD64), Map.of());

    @Test
    void replicasLeftFreeShareTheNearestHost() {
        assertThat(hosts(planned(problem(2, List.of())))).containsExactlyInAnyOrder("a-1", "a-1");
    }

    @Test
    void replicasDifferInWhatIsAsked() {
        DeploymentPlan byForm = planned(problem(2, List.of(Separation.By.FORM))).plan();
        assertThat(byForm.instances().stream().filter(placed -> placed.instance().componentId().equals("worker"))
                        .map(placed -> placed.spec().form()))
                .containsExactlyInAnyOrder(FormKind.CONTAINER, FormKind.MICROVM);

        assertThat(hosts(planned(problem(3, List.of(Separation.By.HOST))))).containsExactlyInAnyOrder("a-1", "b-1", "c-1");
        assertThat(hosts(planned(problem(2, List.of(Separation.By.SITE))))).hasSize(2).contains("c-1");
    }

    @Test
    void whoRequiresTheComponentHasALinkToEveryReplica() {
        DeploymentPlan plan = planned(problem(2, List.of(Separation.By.FORM))).plan();

        assertThat(plan.links()).extracting(link -> link.from() + " -> " + link.to())
                .containsExactly("front:1 -> worker:1", "front:1 -> worker:2");
        assertThat(plan.links()).extracting(link -> link.targetAddress()).doesNotHaveDuplicates();
        assertThat(plan.entries()).extracting(entry -> entry.to().toString()).containsExactly("front:1");
    }

    @Test
    void aSecondPlanningChangesNothing() {
        PlacementProblem problem = problem(3, List.of(Separation.By.HOST));
        DeploymentPlan plan = planned(problem).plan();

        DeploymentPlan again = planned(Replanning.withTarget(problem, plan)).plan();

        assertThat(PlanDiff.of(Optional.of(plan), again, problem).changes()).isFalse();
    }

    @Test
    void moreReplicasThanDifferentPlacesIsRefused() {
        NoPlacement refused = (NoPlacement) new OptaPlannerPlanner().plan(problem(3, List.of(Separation.By.SITE)));
        assertThat(refused.reasons().get(0)).startsWith("Not apart by site: in the best placement found worker:");
    }

    @Test
    void withoutGoalsARangeBecomesTheLeastNumberThatCarriesWhatUsersSend() {
        assertThat(scaled(0.4, 1, 6)).satisfies(planned -> {
            assertThat(hosts(planned)).hasSize(3);
            assertThat(planned.report().notes()).contains("worker has 3 replicas for 1 requests/s of its users, each for 0.4 requests/s");
        });
        assertThat(hosts(scaled(5, 2, 6))).as("not below the least").hasSize(2);
        assertThat(hosts(scaled(0.5, 1, 6))).as("two would be used to 100 %").hasSize(3);
        PlacementProblem four = problem(1, List.of(), Optional.of(new Scaling(4, new RequestRate(0.1)))).completed();
        assertThat(((NoPlacement) new OptaPlannerPlanner().plan(four)).reasons()).first().asString()
                .startsWith("Insufficient capacity: (worker) gets 1 requests/s")
                .endsWith("Maybe write in component worker: replicas 11  capacity 0.1 requests/s.");
    }

    @Test
    void whereLatencyIsAGoalMoreAreTakenWhileThatGains() {
        Planned planned = planned(problem(1, List.of(), Optional.of(new Scaling(6, new RequestRate(0.4)))).completed());
        assertThat(hosts(planned)).hasSize(6);
        assertThat(planned.report().notes()).anyMatch(note ->
                note.matches(
                "more replicas than the least that serve: 6 of worker, not 3: the plan is \\d+\\.\\d\\d better by its goals, which count "
                + "what requests wait"));
    }

    @Test
    void requestsWaitAtReplicasThatAreBusy() {
        Planned planned = planned(problem(1, List.of(), Optional.of(new Scaling(1, new RequestRate(1.25)))).completed());
        var front = planned.report().latencies().get(0).hops().get(0);
        var worker = planned.report().latencies().get(0).hops().get(1);
        assertThat(front.waiting()).isEmpty();
        // Busy for 80 % of its time: 0.8 / (1.25 - 1) s.
        assertThat(worker.waiting().orElseThrow().value()).isCloseTo(3_200, within(1e-6));
        assertThat(planned.report().latencies().get(0).mean().value())
                .isCloseTo(front.latency().value() + worker.latency().value(), within(1e-6));
        assertThat(planned.report().notes()).contains(
                "requests wait at worker 3200.0 ms, p95 11090.4 ms: its replicas are used to 80 % (M/M/1)");
        assertThat(PlanReportText.of(planned.report())).containsPattern("hop +trips +rtt +waits +takes").contains("3200.0 ms");
    }

    @Test
    void aPromiseThatWaitingAloneBreaksTakesOneMoreReplicaOrHasNoPlacement() {
        Planned planned = planned(withoutGoals(promised(1.25, 1, 6, 2_000)).completed());
        assertThat(hosts(planned)).hasSize(3);
        assertThat(planned.report().notes()).contains("worker has 3 replicas for 1 requests/s of its users, each for 1.25 requests/s: "
                + "with one less, waiting alone would break slo fast");
        assertThat(planned.report().latencies().get(0).slos()).singleElement().matches(slo -> slo.kept());

        NoPlacement none = (NoPlacement) new OptaPlannerPlanner().plan(promised(1.25, 1, 1, 1_000).completed());
        assertThat(none.conflict().orElseThrow().requirements())
                .contains("capacity 1.25 requests/s of worker", "slo fast { p95 latency of read < 1000.0 ms }");
        assertThat(none.reasons().get(0)).contains("The slo (fast) is missed");
    }

    @Test
    void aPromiseOnAHighPercentileIsReckonedByItsOwnWaits() {
        // 1 request/s, 5 requests/s served: p95 waits ln(0.2 / 0.05) / 4 = 347 ms, p99.9 waits 1325 ms.
        assertThat(planned(promised(5, 1, 1, 1_000).completed()).report().notes()).noneMatch(note -> note.contains("higher percentile"));
        PlacementProblem problem = promised(5, 1, 1, 1_000);
        NoPlacement none = (NoPlacement) new OptaPlannerPlanner().plan(percentile(problem, 1_000).completed());
        assertThat(none.reasons().get(0)).contains("The slo (fast) is missed");
        Planned kept = planned(percentile(problem, 1_500).completed());
        assertThat(kept.report().latencies().get(0).slos()).singleElement()
                .satisfies(slo -> assertThat(slo.latency().value()).isBetween(1_325.0, 1_500.0));
        assertThat(PlanReportText.of(kept.report())).containsPattern("p99.9 13\\d\\d\\.\\d ms < 1500.0 ms kept");
        assertThat(PlanScreenText.of(kept.report(), PlanDiff.of(Optional.empty(), kept.plan(), problem), ""))
                .containsPattern("p99.9 13\\d\\d\\.\\d ms promised < 1500.0 ms");
        assertThat(kept.report().notes()).anyMatch(note -> note.startsWith("slo fast is on a higher percentile than is known of paths"));
    }

    @Test
    void oneMoreReplicaIsTakenWhereWaitingAndTheWayTogetherBreakAPromise() {
        // One replica waits ln(0.2 / 0.05) / 4 = 346.6 ms, which alone is less than promised; the way takes some 3 ms.
        PlacementProblem problem = withoutGoals(promised(5, 1, 4, 348)).completed();
        Planned planned = planned(problem);
        assertThat(hosts(planned)).hasSize(2);
        assertThat(planned.report().notes())
                .contains("more replicas than the least that serve: 2 of worker, not 1: with the least there is no placement");
        assertThat(planned.report().latencies().get(0).slos()).singleElement().matches(slo -> slo.kept());
        assertThat(planned(Replanning.withTarget(problem, planned.plan())).plan().instances()).isEqualTo(planned.plan().instances());
        assertThat(hosts(planned(withoutGoals(promised(5, 1, 4, 360)).completed()))).hasSize(1);
        assertThat(new OptaPlannerPlanner().plan(promised(5, 1, 1, 348).completed())).isInstanceOf(NoPlacement.class);
        assertThat(new OptaPlannerPlanner().plan(promised(5, 1, 4, 2).completed())).isInstanceOf(NoPlacement.class);
    }

    private static PlacementProblem percentile(PlacementProblem problem, double limit) {
        ApplicationModel of = problem.application();
        return problem.withApplication(new ApplicationModel(of.name(), of.version(), of.components(), of.locations(), of.separations(),
                of.users(),
                of.requests(), List.of(new Slo("fast", 99.9, "read", new Millis(limit))), of.goals(), of.onFailure()));
    }

    @Test
    void whereMoreComesThanIsServedThereIsNoPlacement() {
        assertThat(((NoPlacement) new OptaPlannerPlanner().plan(promised(0.5, 1, 1, 86_400_000).completed())).reasons()).first().asString()
                .contains("would be used to 200 %, so that requests would wait without end");
        PlacementProblem problem = problem(1, List.of(), Optional.of(new Scaling(1, new RequestRate(0.5)))).completed();
        assertThat(new OptaPlannerPlanner().plan(problem)).isInstanceOf(NoPlacement.class);
        Question question = new Question(problem, Optional.empty(), Assumptions.NONE, List.of(), Map.of());
        assertThat(AnswerText.of(WhatIf.answer(question, new OptaPlannerPlanner()))).contains("Insufficient capacity: (worker)")
                .doesNotContain("8640");
    }

    /** What was planned for fewer users and is shown by what is known now. */
    @Test
    void aPlanOfWhichReplicasGetMoreThanTheyServeSinceSaysSo() {
        Planned planned = planned(problem(1, List.of(), Optional.of(new Scaling(1, new RequestRate(5)))).completed());
        PlacementProblem problem = problem(1, List.of(), Optional.of(new Scaling(1, new RequestRate(0.5)))).completed();
        assertThat(PlanLint.of(problem, planned.plan(), planned.report())).anyMatch(remark -> remark.code().equals("replicas-overloaded"));
        var report = new PlanReport(planned.report().cost(), planned.report().certificate(),
                new PlanFigures(problem, planned.plan()).latencies(), List.of(), List.of(), List.of());
        assertThat(PlanReportText.of(report)).contains("without end").doesNotContain("8640");
        assertThat(PlanScreenText.of(report, PlanDiff.of(Optional.empty(), planned.plan(), problem), ""))
                .contains("read  for bergen  without end  p95 without end").doesNotContain("8640");
    }

    private static PlacementProblem withoutGoals(PlacementProblem problem) {
        ApplicationModel of = problem.application();
        return problem.withApplication(new ApplicationModel(of.name(), of.version(), of.components(), of.locations(), of.separations(),
                of.users(), of.requests(), of.slos(), List.of(),
                of.onFailure()));
    }

    private static PlacementProblem promised(double capacity, int least, int most, double limit) {
        PlacementProblem problem = problem(least, List.of(), Optional.of(new Scaling(most, new RequestRate(capacity))));
        ApplicationModel of = problem.application();
        return problem.withApplication(new ApplicationModel(of.name(), of.version(), of.components(), of.locations(), of.separations(),
                of.users(),
                of.requests(), List.of(new Slo("fast", 95, "read", new Millis(limit))), of.goals(), of.onFailure()));
    }

    private static Planned scaled(double capacity, int least, int most) {
        PlacementProblem problem = problem(least, List.of(), Optional.of(new Scaling(most, new RequestRate(capacity))));
        return planned(withoutGoals(problem).completed());
    }

    private static List<String> hosts(Planned planned) {
        return planned.plan().instances().stream()
                .filter(placed -> placed.instance().componentId().equals("worker"))
                .map(placed -> placed.hostId())
                .collect(Collectors.toList());
    }

    private static Planned planned(PlacementProblem problem) {
        Planned planned = (Planned) new OptaPlannerPlanner().plan(problem);
        assertThat(planned.plan().instance(new InstanceId("front", 1))).isPresent();
        return planned;
    }

    private static PlacementProblem problem(int replicas, List<Separation.By> apart) {
        return problem(replicas, apart, Optional.empty());
    }

    private static PlacementProblem problem(int replicas, List<Separation.By> apart, Optional<Scaling> scaling) {
        Infrastructure infrastructure = infrastructure();
        Component front = SockShop.component("front", false, 100, 32, "worker");
        Component worker = new Component("worker", false, replicas, scaling, List.of(CONTAINER, MICROVM),
                SockShop.component("worker", false, 1, 1).provides(), List.of());
        ApplicationModel application = new ApplicationModel("shop", "1", List.of(front, worker), List.of(),
                apart.stream().map(by -> new Separation("worker", by)).toList(),
                List.of(SockShop.users("bergen", "users-bergen", "BKK", IpFamily.IPV4, 1, Map.of("read", 1.0))),
                List.of(new Request("read", List.of(
                        SockShop.hop("users", "front", 1, 8), SockShop.hop("front", "worker", 1, 8)))),
                List.of(), List.of(new Goal.MinimiseLatency("read", 1)), OnFailure.HOLD);
        return PlacementProblems.of(application, infrastructure, SockShop.inventory(infrastructure),
                new SyntheticNetwork(infrastructure, Map.of("BKK", new SyntheticNetwork.IspWorth(1, 90)), Map.of()).matrix(),
                Optional.empty(), List.of(), PlanningPolicy.DEFAULT);
    }

    private static Infrastructure infrastructure() {
        Site bergen = SockShop.site("bergen", SiteKind.EDGE, "NO", 60.4, 5.3, 6, List.of("BKK/4"), "a-1", "b-1");
        Site narvik = SockShop.site("narvik", SiteKind.EDGE, "NO", 68.4, 17.4, 8, List.of("BKK/4"), "c-1");
        Site users = SockShop.site("users-bergen", SiteKind.USERS, "NO", 60.4, 5.2, 7, List.of("BKK/4"));
        return new Infrastructure("two-sites",
                List.of("a", "b", "c").stream().map(type -> SockShop.type(type, Architecture.AMD64, 4, 1024, 500)).toList(),
                List.of(of(bergen, "lxc", "microvm"), of(narvik, "lxc"), users));
    }

    private static Site of(Site site, String... providers) {
        List<Host> hosts = IntStream.range(0, providers.length)
                .mapToObj(index -> of(site.hosts().get(index), providers[index]))
                .toList();
        return new Site(site.id(), site.kind(), site.country(), site.position(), site.isps(), hosts, Optional.empty());
    }

    private static Host of(Host host, String provider) {
        return new Host(host.id(), host.hostTypeId(), provider, host.address(), host.port(), host.credentials());
    }
}
