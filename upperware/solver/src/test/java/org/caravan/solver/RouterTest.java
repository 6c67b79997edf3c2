package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.EntryWay;
import org.caravan.application.Goal;
import org.caravan.application.LocationRequirement;
import org.caravan.application.OnFailure;
import org.caravan.application.Request;
import org.caravan.application.Users;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.plan.report.PlanReportText;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.junit.jupiter.api.Test;

/** Users in bergen enter a front by router, those in narvik by DNS; bergen has hosts a-1 and a-2, narvik b-1. */
class RouterTest {

    private static final InstanceId ROUTER = new InstanceId("front-router-bergen", 1);
    private static final Infrastructure SITES = infrastructure();

    @Test
    void theRouterIsAtTheSiteNearestToItsUsersWhereverTheirEntryIs() {
        Planned planned = planned(problem("narvik"));
        InstancePlacement router = planned.plan().instance(ROUTER).orElseThrow();

        assertThat(router.siteId()).isEqualTo("bergen");
        assertThat(router.spec().router()).isTrue();
        assertThat(planned.plan().links()).extracting(link -> link.from() + " -> " + link.to())
                .containsExactly("front-router-bergen:1 -> front:1", "front-router-bergen:1 -> front:2");
        assertThat(PlanReportText.of(planned.report()).replaceAll("\\s+", " "))
                .contains("at the site with hosts that is nearest to users bergen,").contains("its address stays while front");
    }

    @Test
    void itsUsersAreToldItsAddressByTheComponentsNameAndOthersTheInstances() {
        DeploymentPlan plan = planned(problem("narvik")).plan();

        assertThat(plan.entries()).extracting(entry -> entry.usersId() + " " + entry.component() + " " + entry.to())
                .containsExactly("bergen front front-router-bergen:1", "narvik front front:1", "narvik front front:2");
        EntryPlacement entry = plan.entries().get(0);
        assertThat(plan.instance(ROUTER).orElseThrow().spec().addresses())
                .anyMatch(address -> address.address().equals(entry.targetAddress()));
    }

    @Test
    void aRequestTakesOneHopMore() {
        List<RequestLatency> latencies = planned(problem("narvik")).report().latencies();
        RequestLatency byRouter = latencies.stream().filter(latency -> latency.usersId().equals("bergen")).findFirst().orElseThrow();

        assertThat(byRouter.hops()).extracting(hop -> hop.from() + " -> " + hop.to() + " " + hop.roundTrips())
                .containsExactly("users -> front-router-bergen 1.0", "front-router-bergen -> front 1.0");
        assertThat(latencies).filteredOn(latency -> latency.usersId().equals("narvik")).allMatch(latency -> latency.hops().size() == 1);
    }

    @Test
    void itStaysWithItsAddressWhenWhatIsBehindItMoves() {
        PlacementProblem problem = problem("narvik");
        DeploymentPlan before = planned(problem).plan();
        Planned after = planned(Replanning.withTarget(raw("bergen"), before).completed());

        assertThat(after.plan().instance(new InstanceId("front", 1)).orElseThrow().siteId()).isEqualTo("bergen");
        assertThat(after.plan().instance(ROUTER)).isEqualTo(before.instance(ROUTER));
        assertThat(after.plan().entries().get(0)).isEqualTo(before.entries().get(0));
        assertThat(PlanReportText.of(after.report()).replaceAll("\\s+", " ")).contains("users bergen keep its address while front moves");
    }

    @Test
    void aSecondPlanningChangesNothing() {
        PlacementProblem problem = problem("narvik");
        DeploymentPlan plan = planned(problem).plan();
        DeploymentPlan again = planned(Replanning.withTarget(raw("narvik"), plan).completed()).plan();

        assertThat(PlanDiff.of(Optional.of(plan), again, problem).changes()).isFalse();
    }

    @Test
    void itLeavesAHostThatIsDrained() {
        DeploymentPlan before = planned(problem("narvik")).plan();
        String host = before.instance(ROUTER).orElseThrow().hostId();
        Planned after = planned(Replanning.withTarget(raw("narvik"), before).excluding(Map.of(host, "drained")).completed());

        assertThat(after.plan().instance(ROUTER).orElseThrow()).matches(router -> router.siteId().equals("bergen")
                && !router.hostId().equals(host));
    }

    private static Planned planned(PlacementProblem problem) {
        return (Planned) new OptaPlannerPlanner().plan(problem);
    }

    private static PlacementProblem problem(String frontAt) {
        return raw(frontAt).completed();
    }

    private static PlacementProblem raw(String frontAt) {
        Component front = SockShop.component("front", false, 100, 32);
        Users bergen = SockShop.users("bergen", "users-bergen", "BKK", IpFamily.IPV4, 10, Map.of("read", 1.0));
        ApplicationModel application = new ApplicationModel("shop", "1",
                List.of(new Component("front", false, 2, front.forms(), front.provides(), List.of())),
                List.of(new LocationRequirement("front", Set.of(frontAt), Set.of())), List.of(),
                List.of(new Users(bergen.id(), bergen.at(), bergen.rate(), bergen.mix(), EntryWay.ROUTER),
                        SockShop.users("narvik", "users-narvik", "BKK", IpFamily.IPV4, 5, Map.of("read", 1.0))),
                List.of(new Request("read", List.of(SockShop.hop("users", "front", 1, 8)))),
                List.of(), List.of(new Goal.MinimiseLatency("read", 1)), OnFailure.HOLD);
        return PlacementProblems.of(application, SITES, SockShop.inventory(SITES),
                new SyntheticNetwork(SITES, Map.of("BKK", new SyntheticNetwork.IspWorth(1, 90)), Map.of()).matrix(),
                Optional.empty(), List.of(), PlanningPolicy.DEFAULT);
    }

    private static Infrastructure infrastructure() {
        Site bergen = SockShop.site("bergen", SiteKind.EDGE, "NO", 60.4, 5.3, 6, List.of("BKK/4"), "a-1", "a-2");
        Site narvik = SockShop.site("narvik", SiteKind.EDGE, "NO", 68.4, 17.4, 8, List.of("BKK/4"), "b-1");
        Site usersBergen = SockShop.site("users-bergen", SiteKind.USERS, "NO", 60.4, 5.2, 7, List.of("BKK/4"));
        Site usersNarvik = SockShop.site("users-narvik", SiteKind.USERS, "NO", 68.4, 17.3, 9, List.of("BKK/4"));
        return new Infrastructure("two-sites",
                List.of("a", "b").stream().map(type -> SockShop.type(type, Architecture.AMD64, 4, 1024, 500)).toList(),
                List.of(bergen, narvik, usersBergen, usersNarvik));
    }
}
