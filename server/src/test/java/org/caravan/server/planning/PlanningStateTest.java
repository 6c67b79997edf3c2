package org.caravan.server.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.Inventory;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Site;
import org.caravan.measure.NetworkMatrix;
import org.caravan.problem.PlacementProblem;
import org.caravan.server.ExampleProblem;
import org.caravan.server.broker.PlanOrder;
import org.junit.jupiter.api.Test;

class PlanningStateTest {

    private final PlacementProblem example = ExampleProblem.of(Map.of("shop.caravan", ExampleProblem.text("shop.caravan"),
            "sites.caravan", ExampleProblem.text("sites.caravan").replace("gateway \"fd4e:1:6::1\" }",
                    "gateway \"fd4e:1:6::1\"  quota 1 GB/day then max 2 Mbit/s }")), any -> NetworkMatrix.of(List.of()));
    private final Site metered = example.infrastructure().sites().stream()
            .filter(site -> site.isps().stream().map(Isp::quota).anyMatch(Optional::isPresent)).findFirst().orElseThrow();

    /** Only at a site with a quota; elsewhere a host without control of bandwidth takes copies without bandwidth. */
    @Test
    void aHostThatCannotCountTheQuotaOfItsLinkIsLeftOut() {
        assertThat(problem(example.inventory(), 1).excluded()).isEmpty();
        Inventory plain = new Inventory(example.inventory().hosts().stream().map(host -> host.withoutBandwidth("its kernel has no HTB"))
                .toList(), List.of());
        assertThat(problem(plain, 1).excluded().keySet()).containsExactlyInAnyOrderElementsOf(
                metered.hosts().stream().map(host -> host.id()).toList());
        assertThat(problem(plain, 1).excluded().values()).contains(
                "cannot count the quota of its access link (its kernel has no HTB)");
    }

    @Test
    void problemsHaveTheWeightOfTheOrganisation() {
        assertThat(problem(example.inventory(), 2.5).uplinks().weight()).isEqualTo(2.5);
    }

    private PlacementProblem problem(Inventory inventory, double weight) {
        return new PlanningState(example.infrastructure(), inventory, example.network(), List.of(), Map.of(), Map.of(), Map.of(),
                of -> List.of(), example.policy(), weight).problem(example.application(), example.application(), Optional.empty(),
                new PlanOrder(Set.of(), 0));
    }
}
