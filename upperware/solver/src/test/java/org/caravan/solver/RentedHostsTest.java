package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.Inventory;
import org.caravan.adapter.ObservedHost;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.Goal;
import org.caravan.application.Request;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Rental;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.Test;

/** Components of 600 MiB on rented hosts of 1024 MiB that are all alike. */
class RentedHostsTest {

    private static final List<String> HOSTS = List.of("bergen-a-10", "bergen-a-2", "bergen-a-9", "bergen-a-11");

    @Test
    void lowestNumbersAreTakenFirst() {
        assertThat(hosts(plan(problem(2, Set.of())))).containsExactly("bergen-a-2", "bergen-a-9");
    }

    @Test
    void oneThatHasAMachineAlreadyGoesBeforeLowerNumbers() {
        assertThat(hosts(plan(problem(2, Set.of("bergen-a-11"))))).containsExactly("bergen-a-11", "bergen-a-2");
    }

    @Test
    void costCountsOnlyForHostsInUseAndPlanningAgainMovesNothing() {
        PlacementProblem problem = problem(3, Set.of());
        Planned first = plan(problem);
        assertThat(first.report().cost()).hasToString("15.00 EUR/month");
        PlacementProblem again = Replanning.withTarget(problem, first.plan());
        assertThat(plan(again).plan().instances()).isEqualTo(first.plan().instances());
    }

    private static List<String> hosts(Planned planned) {
        return planned.plan().instances().stream().map(InstancePlacement::hostId).toList();
    }

    private static Planned plan(PlacementProblem problem) {
        return (Planned) new OptaPlannerPlanner().plan(problem);
    }

    static PlacementProblem problem(int components, Set<String> withMachine) {
        Infrastructure infrastructure = infrastructure();
        List<Component> all = new ArrayList<>();
        for (int i = 1; i <= components; i++) {
            Form form = Form.container("web", new MilliCores(200), Bytes.ofMebi(600), Set.of(Architecture.AMD64), Map.of());
            all.add(new Component("web-" + i, false, List.of(form), SockShop.component("web", false, 1, 1).provides(), List.of()));
        }
        ApplicationModel application = new ApplicationModel("shop", "1", all, List.of(),
                List.of(SockShop.users("bergen", "users-bergen", "BKK", IpFamily.IPV4, 1, Map.of("read", 1.0))),
                List.of(new Request("read", List.of(SockShop.hop("users", "web-1", 1, 8)))), List.of(), List.of(new Goal.MinimiseCost(1)));
        return PlacementProblems.of(application, infrastructure, inventory(infrastructure, withMachine),
                new SyntheticNetwork(infrastructure, Map.of("BKK", new SyntheticNetwork.IspWorth(1, 90)), Map.of()).matrix(),
                Optional.empty(), List.of(), PlanningPolicy.DEFAULT);
    }

    private static Inventory inventory(Infrastructure infrastructure, Set<String> withMachine) {
        return new Inventory(infrastructure.hosts().stream().map(host -> new ObservedHost(host.id(), Architecture.AMD64,
                new MilliCores(4000), Bytes.ofMebi(1024), Bytes.ofMebi(9999),
                withMachine.contains(host.id()) ? List.of("10.1.1.20") : List.of())).toList(), List.of());
    }

    private static Infrastructure infrastructure() {
        HostType a = SockShop.type("a", Architecture.AMD64, 4, 1024, 500);
        Site bergen = SockShop.site("bergen", SiteKind.PUBLIC, "NO", 60.4, 5.3, 6, List.of("BKK/4"));
        Site users = SockShop.site("users-bergen", SiteKind.USERS, "NO", 60.4, 5.2, 7, List.of("BKK/4"));
        Rental rental = new Rental(new Region("openstack", Optional.empty(), "Bergen", Optional.empty(), "os"), "small", "debian", false);
        List<Host> hosts = HOSTS.stream().map(id -> Host.rented(id, "a", rental)).toList();
        return new Infrastructure("one-site", List.of(a), List.of(new Site(bergen.id(), bergen.kind(), bergen.country(),
                bergen.position(), bergen.isps(), hosts, Optional.empty()), users));
    }
}
