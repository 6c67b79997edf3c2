package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.ObservedHost;
import org.caravan.application.Bandwidth;
import org.caravan.application.Bonds;
import org.caravan.plan.Conflict;
import org.caravan.plan.Conflict.Certainty;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.unit.BitRate;
import org.junit.jupiter.api.Test;

/** A copy with bandwidth runs only on a host that can divide its uplink; other copies run there as before. */
class UndividedHostsTest {

    private static final Bandwidth SHARE = new Bandwidth(3, BitRate.ZERO, Optional.empty());
    private static final Bandwidth MINIMUM = new Bandwidth(1, BitRate.ofMbps(5), Optional.empty());

    private final OptaPlannerPlanner planner = new OptaPlannerPlanner();
    private final PlacementProblem shop = SockShop.first();

    @Test
    void theNextHostIsTakenAndOthersStay() {
        String first = hostOf(shop, "payment");
        PlacementProblem undivided = UndividedHosts.of(shop, List.of(first));
        assertThat(hostOf(undivided, "payment")).as("without bandwidth").isEqualTo(first);
        assertThat(hostOf(with(undivided, new Bonds(List.of(), Map.of("payment", SHARE))), "payment")).isNotEqualTo(first);
        assertThat(hostOf(with(undivided, new Bonds(List.of(), Map.of(), Map.of("payment:1", SHARE))), "payment"))
                .as("bandwidth chosen for the copy").isNotEqualTo(first);
        assertThat(hostOf(with(undivided, new Bonds(List.of(), Map.of(), Map.of("payment:2", SHARE))), "payment"))
                .as("bandwidth of another copy of it").isEqualTo(first);
    }

    @Test
    void withoutSuchAHostTheReasonTheHostsAndTheRequirementAreNamed() {
        List<String> all = shop.inventory().hosts().stream().map(ObservedHost::hostId).toList();
        for (Bandwidth bandwidth : List.of(SHARE, MINIMUM)) {
            NoPlacement none = (NoPlacement) planner.plan(with(UndividedHosts.of(shop, all),
                    new Bonds(List.of(), Map.of("payment", bandwidth))));
            assertThat(none.reasons()).hasSize(2);
            assertThat(none.reasons().get(0)).startsWith("Instance (payment:1) fits no host: ")
                    .contains("no bandwidth control (its kernel has no HTB) on ");
            assertThat(none.reasons().get(1)).isEqualTo("Maybe prepare a host for bandwidth (caravan node check), for example pi-1: "
                    + "its kernel has no HTB; pi-2: its kernel has no HTB; pi-3: its kernel has no HTB.");
            assertThat(none.conflict()).contains(new Conflict(List.of("bandwidth of payment: "
                    + (bandwidth == SHARE ? "share 3" : "min 5.0 Mbit/s")), Certainty.MINIMAL));
        }
    }

    private static PlacementProblem with(PlacementProblem problem, Bonds bonds) {
        return problem.withApplication(problem.application().withBonds(bonds));
    }

    private String hostOf(PlacementProblem problem, String componentId) {
        return ((Planned) planner.plan(problem)).plan().instances().stream()
                .filter(placed -> placed.instance().componentId().equals(componentId)).map(InstancePlacement::hostId)
                .findFirst().orElseThrow();
    }
}
