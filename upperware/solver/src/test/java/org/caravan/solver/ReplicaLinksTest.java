package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Goal;
import org.caravan.application.OnFailure;
import org.caravan.application.Request;
import org.caravan.application.Separation;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.NetworkMatrix;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.junit.jupiter.api.Test;

/** Replicas of a component that requires itself are placed only where each has a path to every other one. */
class ReplicaLinksTest {

    @Test
    void replicasAtSeparateSitesAreAtTheTwoSitesWithAPathBetweenThem() {
        for (Set<String> ends : List.of(Set.of("bergen", "narvik"), Set.of("hainan", "simula"), Set.of("ohio", "narvik"))) {
            Planned planned = (Planned) plan(withPathsBetween(ends));
            assertThat(planned.plan().instances()).extracting(placement -> placement.siteId()).containsExactlyInAnyOrderElementsOf(ends);
            assertThat(planned.plan().links()).hasSize(2).allSatisfy(link ->
                    assertThat(Set.of(link.path().from().siteId(), link.path().to().siteId())).isEqualTo(ends));
        }
    }

    @Test
    void withoutAPathBetweenTwoSitesTheLinkIsNamed() {
        PlanningOutcome outcome = plan(withPathsBetween(Set.of()));
        assertThat(((NoPlacement) outcome).reasons()).anySatisfy(reason -> assertThat(reason)
                .contains("No path is known for the link (worker:1 on ").contains(" -> worker:2 on "));
        assertThat(((NoPlacement) outcome).conflict().orElseThrow().requirements())
                .contains("replicas of worker require each other", "require worker apart by site");
    }

    private static PlanningOutcome plan(PlacementProblem problem) {
        return new OptaPlannerPlanner().plan(problem);
    }

    /** @param ends the only two sites with paths between them; within sites and from users, all paths are known */
    private static PlacementProblem withPathsBetween(Set<String> ends) {
        PlacementProblem problem = problem();
        return problem.withNetwork(NetworkMatrix.of(problem.network().all().values().stream().filter(figures -> {
            Set<String> sites = Set.of(figures.path().from().siteId(), figures.path().to().siteId());
            return sites.equals(ends) || sites.contains("users-bergen");
        }).toList()));
    }

    /** Two replicas of one component at separate sites, whose users have no goal of latency. */
    private static PlacementProblem problem() {
        Component worker = SockShop.component("worker", false, 100, 64, "worker").withReplicas(2);
        return SockShop.problem(new ApplicationModel("farm", "1", List.of(worker), List.of(),
                List.of(new Separation("worker", Separation.By.SITE)),
                List.of(SockShop.users("bergen", "users-bergen", "BKK", IpFamily.IPV4, 1, Map.of("read", 1.0))),
                List.of(new Request("read", List.of(SockShop.hop("users", "worker", 1, 8)))), List.of(), List.of(new Goal.MinimiseCost(1)),
                OnFailure.HOLD), Map.of(), Optional.empty());
    }
}
