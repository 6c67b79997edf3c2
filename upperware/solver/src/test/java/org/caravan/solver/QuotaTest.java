package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Quota;
import org.caravan.plan.Conflict.Certainty;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.plan.report.PlanReportText;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.Reservation;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.Test;

/** What a provider lets be rented: components that need a host each, on hosts of 4 cores and 1 GiB. */
class QuotaTest {

    private static final String NONE_OF_IT =
            "In the best placement found the quota of openstack at bergen (%s) is exceeded: it would rent 3 hosts of ";

    private final OptaPlannerPlanner planner = new OptaPlannerPlanner();

    @Test
    void aQuotaIsKeptAndTold() {
        Planned planned = (Planned) planner.plan(of(2, machines(2)));
        assertThat(planned.plan().instances()).extracting(placed -> placed.hostId()).containsExactly("bergen-a-2", "bergen-a-9");
        assertThat(planned.report().notes()).anyMatch(note ->
                note.startsWith("of the quota of openstack at bergen (2 hosts) this plan rents 2 hosts of ")
                && note.endsWith(" and 2 GiB memory"));
        assertThat(PlanReportText.of(planned.report())).contains("quotaKept");
    }

    @Test
    void whatIsExceededIsNamed() {
        // Two on one host break less than a machine too many.
        NoPlacement crowded = refused(machines(2), "2 hosts");
        assertThat(crowded.reasons().get(0)).startsWith("Insufficient memory: in the best placement found host (bergen-a-");
        exceeded(new Quota(Optional.of(new MilliCores(11_999)), Optional.empty(), Optional.empty()), new MilliCores(11_999) + " cores");
        exceeded(new Quota(Optional.empty(), Optional.of(Bytes.ofMebi(3_071)), Optional.empty()), "3071 MiB memory");
        assertThat(planner.plan(of(3, new Quota(Optional.of(new MilliCores(12_000)), Optional.of(Bytes.ofMebi(3_072)), Optional.of(3)))))
                .isInstanceOf(Planned.class);
    }

    @Test
    void machinesThatOthersRentCount() {
        PlacementProblem problem = of(2, machines(2));
        PlacementProblem shared = elsewhere(problem, Set.of("bergen-a-10"));
        // One place is left: who comes second joins the others' machine.
        Planned planned = (Planned) planner.plan(shared);
        assertThat(planned.plan().instances()).extracting(placed -> placed.hostId()).contains("bergen-a-10");
        assertThat(planned.report().notes()).anyMatch(note -> note.contains("this plan rents 1 host of ")
                && note.endsWith("other applications have 1 hosts of it"));
        NoPlacement none = (NoPlacement) planner.plan(elsewhere(of(3, machines(2)), Set.of("bergen-a-10")));
        assertThat(none.conflict().orElseThrow().requirements()).contains("quota of openstack at bergen: 2 hosts");
        // A quota that others exceed is no matter of who rents nothing of it.
        assertThat(planner.plan(elsewhere(problem, Set.of("bergen-a-10", "bergen-a-2", "bergen-a-9")))).isInstanceOf(Planned.class);
    }

    private void exceeded(Quota quota, String words) {
        assertThat(refused(quota, words).reasons().get(0)).startsWith(String.format(NONE_OF_IT, words));
    }

    private NoPlacement refused(Quota quota, String words) {
        NoPlacement none = (NoPlacement) planner.plan(of(3, quota));
        assertThat(none.conflict().orElseThrow().certainty()).isEqualTo(Certainty.MINIMAL);
        assertThat(none.conflict().orElseThrow().requirements()).contains("quota of openstack at bergen: " + words);
        return none;
    }

    private static Quota machines(int count) {
        return new Quota(Optional.empty(), Optional.empty(), Optional.of(count));
    }

    private static PlacementProblem of(int components, Quota quota) {
        PlacementProblem problem = RentedHostsTest.problem(components, Set.of());
        Infrastructure all = problem.infrastructure();
        return problem.withInfrastructure(new Infrastructure(all.name(), all.hostTypes(), all.sites().stream()
                .map(site -> site.id().equals("bergen") ? site.withQuotas(Map.of("openstack", quota)) : site).toList()));
    }

    private static PlacementProblem elsewhere(PlacementProblem problem, Set<String> hostIds) {
        Map<String, Reservation> reserved = new HashMap<>();
        hostIds.forEach(hostId -> reserved.put(hostId, new Reservation(new MilliCores(100), Bytes.ofMebi(10))));
        return new PlacementProblem(problem.application(), problem.infrastructure(), problem.inventory(), problem.network(),
                problem.parentId(),
                problem.generation(), problem.current(), reserved, problem.takenSlots(), problem.excluded(), problem.policy());
    }
}
