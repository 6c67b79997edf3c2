package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.Goal;
import org.caravan.application.Request;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.Test;

/** The form follows from the host. One site with a host of containers, a-1, and one of microVMs, b-1, that cost the same. */
class FormTest {

    private static final Form CONTAINER = Form.container(
            "web", new MilliCores(200), Bytes.ofMebi(96), Set.of(Architecture.AMD64), Map.of("AS", "container"));
    private static final Form MICROVM = Form.microvm(
            "web.unikernel", new MilliCores(1_000), Bytes.ofMebi(32), Set.of(Architecture.AMD64), Map.of("AS", "microvm"));

    @Test
    void ofEqualHostsTheOneWithThePreferredFormIsTaken() {
        assertThat(placed(problem(500, CONTAINER, MICROVM)).hostId()).isEqualTo("a-1");

        InstancePlacement web = placed(problem(500, MICROVM, CONTAINER));

        assertThat(web.hostId()).isEqualTo("b-1");
        assertThat(web.spec().form()).isEqualTo(FormKind.MICROVM);
        assertThat(web.spec().image()).isEqualTo("web.unikernel");
        assertThat(web.spec().cpu()).isEqualTo(new MilliCores(1_000));
        assertThat(web.spec().environment()).containsEntry("AS", "microvm");
        assertThat(web.spec().canonicalText()).startsWith("form microvm\n");
    }

    @Test
    void costCountsMoreThanThePreferredForm() {
        assertThat(placed(problem(501, MICROVM, CONTAINER)).hostId()).isEqualTo("a-1");
    }

    @Test
    void reasonsAndDiffNameTheForm() {
        PlacementProblem problem = problem(500, MICROVM, CONTAINER);
        Planned planned = (Planned) new OptaPlannerPlanner().plan(problem);

        assertThat(planned.report().instances().get(0).because())
                .isEqualTo("as microvm: as good as a-1 by all goals, in a form it prefers");
        assertThat(PlanDiff.of(Optional.empty(), planned.plan(), problem).canonicalText())
                .contains("web:1", "on b-1 at bergen as microvm");
    }

    @Test
    void aHostThatRunsNoFormOfItIsOutOfTheQuestion() {
        Planned planned = (Planned) new OptaPlannerPlanner().plan(problem(100, CONTAINER));
        assertThat(planned.report().instances().get(0).removed()).containsExactly("runs no container on 1 host");

        Form large = Form.microvm("web.unikernel", new MilliCores(9_000), Bytes.ofMebi(32), Set.of(Architecture.AMD64), Map.of());
        PlanningOutcome refused = new OptaPlannerPlanner().plan(problem(100, large));
        assertThat(((NoPlacement) refused).reasons())
                .containsExactly("Instance (web:1) fits no host: insufficient cpu on 1 host; runs no microvm on 1 host.");
    }

    @Test
    void aPlanOfOneFormIsKeptUntilTheOtherWinsMoreThanAMove() {
        PlacementProblem cheapMicrovms = problem(500 - 200, CONTAINER, MICROVM);
        Planned first = (Planned) new OptaPlannerPlanner().plan(cheapMicrovms);
        assertThat(placed(cheapMicrovms).hostId()).isEqualTo("b-1");

        PlacementProblem again = Replanning.withTarget(problem(500, CONTAINER, MICROVM), first.plan());

        assertThat(placed(again)).isEqualTo(first.plan().instances().get(0));
    }

    private static InstancePlacement placed(PlacementProblem problem) {
        Planned planned = (Planned) new OptaPlannerPlanner().plan(problem);
        return planned.plan().instance(new InstanceId("web", 1)).orElseThrow();
    }

    private static PlacementProblem problem(long microvmCents, Form... forms) {
        Infrastructure infrastructure = infrastructure(microvmCents);
        Component web = new Component("web", false, List.of(forms), SockShop.component("web", false, 1, 1).provides(), List.of());
        ApplicationModel application = new ApplicationModel("shop", "1", List.of(web), List.of(),
                List.of(SockShop.users("bergen", "users-bergen", "BKK", IpFamily.IPV4, 1, Map.of("read", 1.0))),
                List.of(new Request("read", List.of(SockShop.hop("users", "web", 1, 8)))), List.of(), List.of(new Goal.MinimiseCost(1)));
        return PlacementProblems.of(application, infrastructure, SockShop.inventory(infrastructure),
                new SyntheticNetwork(infrastructure, Map.of("BKK", new SyntheticNetwork.IspWorth(1, 90)), Map.of()).matrix(),
                Optional.empty(), List.of(), PlanningPolicy.DEFAULT);
    }

    private static Infrastructure infrastructure(long microvmCents) {
        HostType a = SockShop.type("a", Architecture.AMD64, 4, 1024, 500);
        HostType b = SockShop.type("b", Architecture.AMD64, 4, 1024, microvmCents);
        Site bergen = SockShop.site("bergen", SiteKind.EDGE, "NO", 60.4, 5.3, 6, List.of("BKK/4"), "a-1", "b-1");
        Site users = SockShop.site("users-bergen", SiteKind.USERS, "NO", 60.4, 5.2, 7, List.of("BKK/4"));
        List<Host> hosts = List.of(of(bergen.hosts().get(0), "lxc"), of(bergen.hosts().get(1), "microvm"));
        return new Infrastructure("one-site", List.of(a, b), List.of(
                new Site(bergen.id(), bergen.kind(), bergen.country(), bergen.position(), bergen.isps(), hosts, Optional.empty()),
                users));
    }

    private static Host of(Host host, String provider) {
        return new Host(host.id(), host.hostTypeId(), provider, host.address(), host.port(), host.credentials());
    }
}
