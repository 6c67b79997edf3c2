package org.caravan.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.LinkBandwidth;
import org.caravan.adapter.ObservedCopy;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.unit.BitRate;
import org.junit.jupiter.api.Test;

class ReserveStepsTest {

    private final Shop shop = Shop.first();

    @Test
    void equalBandwidthNeedsNoStep() {
        Map<String, Integer> minima = Map.of("carts-db", 5);
        assertThat(steps(minima, minima)).isEmpty();
    }

    @Test
    void changedBandwidthIsAStepOfItsOwnAndNoNewCopy() {
        assertThat(steps(Map.of("carts-db", 5), Map.of("carts-db", 20))).containsExactly(
                "[] -> #1 RESERVE carts-db:1@1 on pi-1, min 20.0 Mbit/s share 1 of 100.0 Mbit/s on Fibre");
        assertThat(steps(Map.of("carts-db", 5), Map.of())).containsExactly(
                "[] -> #1 RESERVE carts-db:1@1 on pi-1, has no bandwidth any more");
    }

    @Test
    void lostBandwidthIsRepaired() {
        assertThat(steps(Map.of(), Map.of("carts-db", 5))).containsExactly(
                "[] -> #1 RESERVE carts-db:1@1 on pi-1, has no bandwidth as planned");
    }

    @Test
    void copiesOfTheSameHostReserveLessBeforeOthersReserveMore() {
        shop.put("aaa", "pi-1", 140, 80);
        assertThat(steps(Map.of("aaa", 10, "carts-db", 60), Map.of("aaa", 60, "carts-db", 10))).containsExactly(
                "[] -> #1 RESERVE carts-db:1@1 on pi-1, min 10.0 Mbit/s share 1 of 100.0 Mbit/s on Fibre",
                "[1] -> #2 RESERVE aaa:1@1 on pi-1, min 60.0 Mbit/s share 1 of 100.0 Mbit/s on Fibre");
    }

    @Test
    void adaptersThatEnforceNoneGetNoStep() {
        DeploymentPlan plan = plan(Map.of("carts-db", 5));
        assertThat(Reconciler.reconcile(Shop.seen(shop.copies()), plan, ReconcileContext.of(shop.entries())).steps()).isEmpty();
    }

    private List<String> steps(Map<String, Integer> now, Map<String, Integer> wanted) {
        List<ObservedCopy> copies = shop.copies();
        copies.replaceAll(copy -> copy.granting(bandwidth(now.get(copy.id().instance().componentId()))));
        return Reconciler.reconcile(Shop.seen(copies), plan(wanted), ReconcileContext.of(shop.entries())).steps().stream()
                .map(Step::text).toList();
    }

    private DeploymentPlan plan(Map<String, Integer> minima) {
        DeploymentPlan plan = shop.plan();
        List<InstancePlacement> instances = plan.instances().stream().map(placed -> new InstancePlacement(placed.instance(),
                placed.siteId(), placed.hostId(), placed.generation(), placed.addressSlot(),
                placed.spec().withBandwidth(bandwidth(minima.get(placed.instance().componentId()))))).toList();
        return new DeploymentPlan(plan.application(), plan.applicationVersion(), plan.parentId(), plan.generation(), instances,
                plan.links(), plan.entries());
    }

    private static List<LinkBandwidth> bandwidth(Integer minimum) {
        return minimum == null ? List.of() : List.of(new LinkBandwidth("Fibre", Optional.of(BitRate.ofMbps(100)), BitRate.ofMbps(minimum),
                Optional.empty(), 1));
    }
}
