package org.caravan.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.EndpointReference;
import org.caravan.problem.OtherPlacement;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.Reservation;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.Test;

class PlanAssemblyTest {

    private static final InstanceId WEB = new InstanceId("web", 1);
    private static final InstanceId DB = new InstanceId("db", 1);

    @Test
    void aPlanLeavesNoChoice() {
        GoldenText.check("plan", first().canonicalText());
    }

    @Test
    void whatStaysKeepsItsGenerationAndSlot() {
        DeploymentPlan target = first();
        DeploymentPlan next = TwoSites.plan(TwoSites.problem(Optional.of(target), List.of()), "box-1", "box-3");
        assertThat(next.generation()).isEqualTo(2);
        assertThat(next.parentId()).contains(target.digest());
        assertThat(next.instances()).isEqualTo(target.instances());
        assertThat(next.links()).isEqualTo(target.links());
        assertThat(next.entries()).isEqualTo(target.entries());
    }

    @Test
    void replicasOfAComponentThatRequiresItselfHaveLinksToEachOtherButNotToThemselves() {
        ApplicationModel model = TwoSites.application();
        Component web = model.component("web");
        Component meshed = new Component("web", false, 2, Optional.empty(), Optional.empty(), web.forms(), web.provides(),
                List.of(new EndpointReference("db", "sql"), new EndpointReference("web", "http")));
        ApplicationModel replicated = model.withComponents(List.of(meshed, model.component("db")));
        InstanceId second = new InstanceId("web", 2);
        DeploymentPlan plan = PlanAssembly.of(TwoSites.problem(replicated, Optional.empty(), List.of()),
                Map.of(WEB, "box-1", second, "box-2", DB, "box-3"));
        assertThat(plan.links()).filteredOn(link -> link.endpointName().equals("http"))
                .extracting(LinkPlacement::from, LinkPlacement::to).containsExactlyInAnyOrder(tuple(WEB, second), tuple(second, WEB));
    }

    @Test
    void noiseInMeasurementsDoesNotReRoute() {
        assertThat(first().entries().get(0).path().to()).isEqualTo(TwoSites.OSLO_NEAR);
        assertThat(entriesWhenFastTakes(2.5)).isEqualTo(first().entries());
        // An average request takes one round trip and 75 kB at 50 Mbit/s, 15 ms in all: 1.5 ms is more than 5 % of it.
        assertThat(entriesWhenFastTakes(1.5).get(0).path().to()).isEqualTo(TwoSites.OSLO_FAST);
        assertThat(TwoSites.plan(TwoSites.problem(TwoSites.application(), Optional.empty(), List.of(), 2.5), "box-1", "box-3")
                        .entries().get(0).path().to())
                .as("nothing is there to be kept")
                .isEqualTo(TwoSites.OSLO_FAST);
    }

    private static List<EntryPlacement> entriesWhenFastTakes(double rtt) {
        PlacementProblem problem = TwoSites.problem(TwoSites.application(), Optional.of(first()), List.of(), rtt);
        return TwoSites.plan(problem, "box-1", "box-3").entries();
    }

    @Test
    void whatMovesWithinASiteGetsASlotThatNobodyHas() {
        DeploymentPlan next = TwoSites.plan(TwoSites.problem(Optional.of(first()), List.of()), "box-2", "box-3");
        InstancePlacement web = next.instance(WEB).orElseThrow();
        assertThat(web.generation()).isEqualTo(2);
        // Its first copy still has slot 100 of the site while both run.
        assertThat(web.addressSlot()).isEqualTo(101);
        assertThat(next.instance(DB).orElseThrow().generation()).isEqualTo(1);
    }

    @Test
    void anotherImageOnTheSameHostIsANewCopyWithANewSlot() {
        PlacementProblem problem = TwoSites.problem(TwoSites.application("shop/web-2"), Optional.of(first()), List.of());
        InstancePlacement web = TwoSites.plan(problem, "box-1", "box-3").instance(WEB).orElseThrow();
        assertThat(web.generation()).isEqualTo(2);
        assertThat(web.addressSlot()).isEqualTo(101);
        assertThat(web.copy("shop").label()).isEqualTo("shop.web.1.2");
    }

    @Test
    void slotsOfOthersAreLeftToThem() {
        List<OtherPlacement> others = List.of(other(100), other(101), other(103));
        DeploymentPlan plan = TwoSites.plan(TwoSites.problem(Optional.empty(), others), "box-1", "box-1");
        assertThat(plan.instance(DB).orElseThrow().addressSlot()).isEqualTo(102);
        assertThat(plan.instance(WEB).orElseThrow().addressSlot()).isEqualTo(104);
    }

    @Test
    void aSiteWithoutAFreeSlotIsRefused() {
        List<OtherPlacement> others = new ArrayList<>();
        for (int slot = 100; slot <= 249; slot++) {
            others.add(other(slot));
        }
        PlacementProblem full = TwoSites.problem(Optional.empty(), others);
        assertThatThrownBy(() -> TwoSites.plan(full, "box-1", "box-1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("oslo");
    }

    @Test
    void othersSeeWhatThisPlanTakes() {
        assertThat(first().asOtherPlacements())
                .contains(new OtherPlacement("oslo", "box-1", 100,
                        new Reservation(new MilliCores(250), Bytes.ofMebi(64))));
    }

    private static DeploymentPlan first() {
        return TwoSites.plan(TwoSites.problem(Optional.empty(), List.of()), "box-1", "box-3");
    }

    private static OtherPlacement other(int slot) {
        return new OtherPlacement("oslo", "box-2", slot, new Reservation(new MilliCores(1), new Bytes(1)));
    }
}
