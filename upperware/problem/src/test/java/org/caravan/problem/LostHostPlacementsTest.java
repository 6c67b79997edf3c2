package org.caravan.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.Inventory;
import org.caravan.adapter.ObservedHost;
import org.caravan.adapter.UnobservedHost;
import org.caravan.application.Form;
import org.junit.jupiter.api.Test;

class LostHostPlacementsTest {

    private static final Map<String, String> EXCLUDED = Map.of("box-1", "drained");

    @Test
    void onALostHostOnlyDataStaysAndNothingElseFits() {
        PlacementProblem kept = LostHostPlacements.kept(lost(now("web", "box-1"), now("db", "box-1")), Set.of("box-1"));
        Form db = kept.application().component("db").forms().get(0);
        ObservedHost host = kept.inventory().host("box-1").orElseThrow();
        assertThat(host.cpu()).isEqualTo(db.cpu());
        assertThat(host.memory()).isEqualTo(db.memory());
        assertThat(host.architecture()).isEqualTo(kept.infrastructure().hostTypeOf("box-1").architecture());
        assertThat(kept.excluded()).isEmpty();
        assertThat(kept.inventory().unobserved()).isEmpty();
    }

    @Test
    void aLostHostWithoutDataStaysExcluded() {
        PlacementProblem problem = lost(now("web", "box-1"));
        PlacementProblem kept = LostHostPlacements.kept(problem, Set.of("box-1"));
        assertThat(kept.excluded()).isEqualTo(EXCLUDED);
        assertThat(kept.inventory()).isEqualTo(problem.inventory());
    }

    @Test
    void onAHostThatAnswersAllInstancesStay() {
        PlacementProblem problem = TwoSites.problem().excluding(EXCLUDED).withCurrent(List.of(now("web", "box-1")));
        PlacementProblem kept = LostHostPlacements.kept(problem, Set.of("box-1"));
        Form web = kept.application().component("web").forms().get(0);
        assertThat(kept.inventory().host("box-1").orElseThrow().memory()).isEqualTo(web.memory());
        assertThat(kept.inventory().host("box-1").orElseThrow().addresses())
                .isEqualTo(problem.inventory().host("box-1").orElseThrow().addresses());
        assertThat(kept.excluded()).isEmpty();
    }

    @Test
    void onAHostThatIsLeftOnlyDataStays() {
        PlacementProblem problem = TwoSites.problem().excluding(EXCLUDED);
        PlacementProblem web = problem.withCurrent(List.of(now("web", "box-1")));
        assertThat(LostHostPlacements.keptData(web, Set.of("box-1"))).isEqualTo(web);
        PlacementProblem both = LostHostPlacements.keptData(problem.withCurrent(List.of(now("web", "box-1"), now("db", "box-1"))),
                Set.of("box-1"));
        assertThat(both.inventory().host("box-1").orElseThrow().memory()).isEqualTo(both.application().component("db").forms().get(0)
                .memory());
    }

    @Test
    void anInstanceThatIsRenewedHasAnotherSpecification() {
        CurrentTarget target = new CurrentTarget("p", 1, List.of(now("web", "box-1"), now("db", "box-1")));
        assertThat(target.renewing(Set.of("web:1")).placements().get(0).specDigest()).isNotEqualTo("a".repeat(64));
        assertThat(target.renewing(Set.of("web:1")).placements().get(1)).isEqualTo(target.placements().get(1));
        assertThat(target.renewing(Set.of())).isEqualTo(target);
    }

    @Test
    void hostsThatAreNotExcludedKeepTheirCapacity() {
        PlacementProblem problem = lost(now("db", "box-1"));
        PlacementProblem kept = LostHostPlacements.kept(problem, Set.of("box-1"));
        assertThat(kept.inventory().hosts()).containsAll(problem.inventory().hosts());
    }

    /** A problem in which box-1 is not observed. */
    private static PlacementProblem lost(CurrentPlacement... current) {
        PlacementProblem problem = TwoSites.problem();
        return problem.excluding(EXCLUDED).withCurrent(List.of(current)).withInventory(new Inventory(problem.inventory().hosts().stream()
                .filter(host -> !host.hostId().equals("box-1")).toList(), List.of(new UnobservedHost("box-1", "it does not answer"))));
    }

    private static CurrentPlacement now(String component, String hostId) {
        return new CurrentPlacement(new InstanceId(component, 1), hostId, 101, 7, "a".repeat(64), new TreeMap<>(), new TreeMap<>());
    }
}
