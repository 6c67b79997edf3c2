package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanDiff;
import org.caravan.plan.PlanningOutcome.NoPlacement;
import org.caravan.plan.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
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
    void aRangeBecomesTheLeastNumberThatCarriesWhatUsersSend() {
        assertThat(scaled(0.4, 1, 6)).satisfies(planned -> {
            assertThat(hosts(planned)).hasSize(3);
            assertThat(planned.report().notes()).contains("worker has 3 replicas for 1 requests/s of its users, each for 0.4 requests/s");
        });
        assertThat(hosts(scaled(5, 2, 6))).as("not below the least").hasSize(2);
        assertThat(scaled(0.1, 1, 4)).satisfies(planned -> {
            assertThat(hosts(planned)).hasSize(4);
            assertThat(planned.report().notes()).contains(
                    "worker has 4 replicas for 1 requests/s of its users, each for 0.1 requests/s: 10 are needed, the model allows 4");
        });
    }

    private static Planned scaled(double capacity, int least, int most) {
        PlacementProblem problem = problem(least, List.of(), Optional.of(new Scaling(most, new RequestRate(capacity))));
        return planned(problem.completed());
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
