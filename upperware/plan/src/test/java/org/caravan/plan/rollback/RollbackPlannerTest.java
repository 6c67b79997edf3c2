package org.caravan.plan.rollback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedState;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.ReservedPlacements;
import org.caravan.plan.TwoSites;
import org.caravan.problem.AddressSlots;
import org.junit.jupiter.api.Test;

class RollbackPlannerTest {

    private static final InstanceId WEB = new InstanceId("web", 1);
    private static final InstanceId DB = new InstanceId("db", 1);

    private final DeploymentPlan first = plan(Optional.empty(), "box-1", "box-2");
    private final DeploymentPlan webMoved = plan(Optional.of(first), "box-3", "box-2");
    private final DeploymentPlan dbMoved = plan(Optional.of(first), "box-1", "box-3");

    @Test
    void whatMovedComesBackAsANewCopyAndWhatStayedIsKept() {
        DeploymentPlan back = RollbackPlanner.of(first, webMoved, ground(List.of(), List.of()));
        assertThat(back.parentId()).contains(webMoved.digest());
        assertThat(back.generation()).isEqualTo(3);
        assertThat(back.instance(DB)).isEqualTo(first.instance(DB));
        assertThat(back.instance(WEB).orElseThrow().hostId()).isEqualTo("box-1");
        assertThat(back.instance(WEB).orElseThrow().generation()).isEqualTo(3);
        assertThat(back.links()).isEqualTo(first.links());
        assertThat(back.entries()).isEqualTo(first.entries());
    }

    @Test
    void aCopyThatStillRunsIsKeptWithItsGeneration() {
        DeploymentPlan back = RollbackPlanner.of(first, webMoved, ground(List.of(running(first, WEB)), List.of()));
        assertThat(back.instances()).isEqualTo(first.instances());
        assertThat(back.generation()).isEqualTo(3);
    }

    @Test
    void aSlotThatAnotherApplicationGotMeanwhileIsLeftToIt() {
        InstancePlacement before = first.instance(WEB).orElseThrow();
        DeploymentPlan other = new DeploymentPlan("other", "1", Optional.empty(), 1, List.of(before), List.of(), List.of());
        DeploymentPlan back = RollbackPlanner.of(first, webMoved, ground(List.of(), List.of(other)));
        InstancePlacement web = back.instance(WEB).orElseThrow();
        assertThat(web.addressSlot()).isNotEqualTo(before.addressSlot()).isNotEqualTo(first.instance(DB).orElseThrow().addressSlot());
        List<String> now = web.spec().addresses().stream().map(address -> address.address()).toList();
        assertThat(now).allMatch(address -> address.endsWith("." + web.addressSlot()));
        assertThat(back.links()).allMatch(link -> now.contains(link.sourceAddress()));
        assertThat(back.entries()).allMatch(entry -> now.contains(entry.targetAddress()));
    }

    @Test
    void aSiteWhoseAddressesAreAllTakenTakesNobodyBack() {
        InstancePlacement before = first.instance(WEB).orElseThrow();
        List<InstancePlacement> everywhere = IntStream.rangeClosed(AddressSlots.FIRST, AddressSlots.LAST)
                .mapToObj(slot -> new InstancePlacement(new InstanceId("web", slot), before.siteId(), before.hostId(), 1, slot,
                        before.spec())).toList();
        DeploymentPlan other = new DeploymentPlan("other", "1", Optional.empty(), 1, everywhere, List.of(), List.of());
        assertThatThrownBy(() -> RollbackPlanner.of(first, webMoved, ground(List.of(), List.of(other))))
                .isInstanceOf(RejectedInput.class)
                .hasMessageContaining("has web:1 at site oslo, which has no address left")
                .hasMessageContaining("no-address-left");
    }

    @Test
    void thereAndBackAgainIsThePlanAsItWas() {
        DeploymentPlan back = RollbackPlanner.of(first, webMoved, ground(List.of(running(first, WEB)), List.of()));
        DeploymentPlan again = RollbackPlanner.of(webMoved, back, ground(List.of(running(webMoved, WEB)), List.of()));
        assertThat(again.instances()).isEqualTo(webMoved.instances());
        assertThat(again.generation()).isEqualTo(4);
    }

    @Test
    void whatKeepsDataIsNotMoved() {
        assertThatThrownBy(() -> RollbackPlanner.of(first, dbMoved, ground(List.of(), List.of())))
                .isInstanceOf(RejectedInput.class)
                .hasMessageContaining("would move db:1, which keeps data on box-3, to box-2")
                .hasMessageContaining("stateful-moves");
    }

    @Test
    void whatKeepsDataIsNotMadeAnewWhereItIs() {
        DeploymentPlan renewed = changed(first, DB);
        assertThatThrownBy(() -> RollbackPlanner.of(first, renewed, ground(List.of(), List.of())))
                .isInstanceOf(RejectedInput.class)
                .hasMessageContaining("would recreate db:1 on box-2, where it keeps data");
        assertThat(RollbackPlanner.of(first, renewed, ground(List.of(running(first, DB)), List.of())).instance(DB))
                .isEqualTo(first.instance(DB));
    }

    private static DeploymentPlan plan(Optional<DeploymentPlan> target, String webHostId, String dbHostId) {
        return TwoSites.plan(TwoSites.problem(target, List.of()), webHostId, dbHostId);
    }

    private static DeploymentPlan changed(DeploymentPlan plan, InstanceId instance) {
        return new DeploymentPlan(plan.application(), plan.applicationVersion(), Optional.of(plan.digest()), plan.generation() + 1,
                plan.instances().stream().map(placed -> placed.instance().equals(instance)
                        ? new InstancePlacement(instance, placed.siteId(), placed.hostId(), plan.generation() + 1, 150,
                                placed.spec().withAddresses(List.of()))
                        : placed).toList(),
                plan.links(), plan.entries());
    }

    private static RollbackInput ground(List<ObservedCopy> seen, List<DeploymentPlan> others) {
        return new RollbackInput(TwoSites.infrastructure(), new ObservedState(seen, List.of()), Set.of("db"),
                ReservedPlacements.of(others.stream().map(other -> ReservedPlacements.of(other, List.of())).toList()));
    }

    private static ObservedCopy running(DeploymentPlan plan, InstanceId instance) {
        InstancePlacement placed = plan.instance(instance).orElseThrow();
        return new ObservedCopy(placed.copy(plan.application()), placed.hostId(), ObservedCopy.State.RUNNING,
                placed.spec().digest(), List.of(), List.of());
    }
}
