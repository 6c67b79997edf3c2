package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.DataSet;
import org.caravan.application.LocationRequirement;
import org.caravan.application.SecurityControl;
import org.caravan.infrastructure.ProviderControls;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Sensitivity;
import org.caravan.plan.Conflict;
import org.caravan.plan.Conflict.Certainty;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.plan.report.PlanReportText;
import org.caravan.problem.PlacementProblem;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Test;

/** Components run only where providers offer the controls and may hold the data that the application asks for; data takes disk. */
class ProviderControlsTest {

    private static final ProviderControls LOCKED = new ProviderControls(Set.of("encrypted", "locked"), Optional.of(Sensitivity.PERSONAL));

    private final PlacementProblem shop = SockShop.first();

    @Test
    void aControlIsKeptAndToldWithWhatItRemoved() {
        PlacementProblem asked = controlled(guarded(Map.of("ohio", LOCKED)),
                new SecurityControl("locked", Optional.empty(), Optional.empty(), Set.of("payment")));
        Planned planned = planned(asked);
        assertThat(siteOf(planned, "payment")).isEqualTo("ohio");
        assertThat(siteOf(planned(guarded(Map.of("ohio", LOCKED))), "payment")).isNotEqualTo("ohio");
        assertThat(planned.report().instances().stream().filter(reason -> reason.instance().componentId().equals("payment")).findFirst()
                .orElseThrow().removed())
                .anyMatch(text -> text.matches("provider does not offer control locked on \\d+ hosts"));
        assertThat(PlanReportText.of(planned.report())).contains("hostWithControls");
        assertThat(PlanReportText.of(planned(shop).report())).doesNotContain("hostWithControls");
        assertThat(asked.canonicalText()).contains("control locked of payment\n",
                "  guard of simulated controls encrypted, locked holds personal\n");
    }

    @Test
    void aControlWithoutComponentsIsOfAll() {
        Planned planned = planned(controlled(guarded(Map.of("ohio", LOCKED, "simula", LOCKED)),
                new SecurityControl("locked", Optional.empty(), Optional.empty(), Set.of())));
        assertThat(planned.plan().instances()).extracting(InstancePlacement::siteId).isSubsetOf("ohio", "simula");
    }

    @Test
    void dataIsOnlyWhereItsClassMayBeAndSilenceHoldsNothingPersonal() {
        PlacementProblem personal = handling(guarded(Map.of("simula", LOCKED)), Sensitivity.PERSONAL, "user-db", "payment");
        assertThat(siteOf(planned(personal), "user-db")).isEqualTo("simula");
        assertThat(siteOf(planned(personal), "payment")).isEqualTo("simula");
        NoPlacement secret = (NoPlacement) new OptaPlannerPlanner()
                .plan(handling(guarded(Map.of("simula", LOCKED)), Sensitivity.SECRET, "user-db", "payment"));
        assertThat(secret.reasons()).anyMatch(reason ->
                reason.startsWith("Instance (payment:1) fits no host: provider may not hold secret data on "));
        assertThat(secret.conflict()).contains(new Conflict(List.of("class secret of data people"), Certainty.MINIMAL));
        assertThat(new OptaPlannerPlanner().plan(handling(shop, Sensitivity.INTERNAL, "user-db", "payment"))).isInstanceOf(Planned.class);
    }

    @Test
    void aControlAgainstAPlaceIsAConflict() {
        PlacementProblem asked = controlled(guarded(Map.of("ohio", LOCKED)),
                new SecurityControl("locked", Optional.empty(), Optional.empty(), Set.of("payment")));
        ApplicationModel model = asked.application();
        NoPlacement none = (NoPlacement) new OptaPlannerPlanner().plan(asked.withApplication(model.withLocations(List.of(
                new LocationRequirement("payment", Set.of("narvik"), Set.of())))));
        assertThat(none.conflict()).contains(new Conflict(List.of("require payment at narvik", "control locked of payment"),
                Certainty.MINIMAL));
    }

    @Test
    void storedDataTakesDiskOfWhoeverStoresIt() {
        PlacementProblem stored = handling(shop, Sensitivity.PUBLIC, "user-db", "payment").completed();
        assertThat(disk(stored, "user-db")).isEqualTo(Bytes.ofMebi(3 * 1024));
        assertThat(disk(stored, "payment")).isEqualTo(new Bytes(0));
        assertThat(planned(stored).plan().instances().stream().filter(one -> one.instance().componentId().equals("user-db")).findFirst()
                .orElseThrow()
                .spec().disk()).contains(Bytes.ofMebi(3 * 1024));
    }

    private static Bytes disk(PlacementProblem problem, String componentId) {
        return problem.application().component(componentId).forms().get(0).diskBytes();
    }

    private PlacementProblem guarded(Map<String, ProviderControls> bySite) {
        Infrastructure before = shop.infrastructure();
        return shop.withInfrastructure(new Infrastructure(before.name(), before.hostTypes(), before.sites().stream()
                .map(site -> site.withControls(Optional.ofNullable(bySite.get(site.id())).stream()
                        .flatMap(guard -> site.hosts().stream().map(host -> host.provider()).distinct()
                        .map(provider -> Map.entry(provider, guard))).collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue))))
                        .toList()));
    }

    private static PlacementProblem controlled(PlacementProblem problem, SecurityControl control) {
        ApplicationModel model = problem.application();
        return problem.withApplication(model.withExtras(model.supplement().withControls(List.of(control))));
    }

    private static PlacementProblem handling(PlacementProblem problem, Sensitivity asked, String storing, String using) {
        ApplicationModel model = problem.application();
        assertThat(model.components()).extracting(Component::id).contains(storing, using);
        return problem.withApplication(model.withExtras(model.supplement()
                .withData(List.of(new DataSet("people", Optional.of(Bytes.ofMebi(3 * 1024)),
                Optional.of(asked), Set.of(), Set.of(), 1, 1, Optional.empty(), Set.of(storing), Set.of(), Set.of(using))))));
    }

    private static Planned planned(PlacementProblem problem) {
        return (Planned) new OptaPlannerPlanner().plan(problem);
    }

    private static String siteOf(Planned planned, String componentId) {
        return planned.plan().instances().stream().filter(one -> one.instance().componentId().equals(componentId)).findFirst().orElseThrow()
                .siteId();
    }
}
