package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.adapter.Inventory;
import org.caravan.adapter.ObservedHost;
import org.caravan.infrastructure.GpuVendor;
import org.caravan.infrastructure.Gpus;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.plan.Conflict;
import org.caravan.plan.Conflict.Certainty;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.Reservation;
import org.caravan.solver.bound.LagrangianBound;
import org.caravan.solver.build.HostDominance;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.search.ExhaustiveSearch;
import org.caravan.testing.Sample;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.Test;

/** GPUs are whole: no host gives out more than it has, and what cannot be placed says why. */
class GpuTest {

    private static final Gpus ONE = new Gpus(1, Optional.empty());

    private final OptaPlannerPlanner planner = new OptaPlannerPlanner();
    private final PlacementProblem shop = offering(SockShop.first(), new Gpus(2, Optional.of(GpuVendor.NVIDIA)));

    @Test
    void copiesAreWhereTheGpusAre() {
        Planned planned = (Planned) planner.plan(needing(shop, ONE, "payment", "shipping"));
        assertThat(planned.plan().instances().stream().filter(placed -> placed.spec().gpu().isPresent())
                .map(InstancePlacement::hostId)).containsExactly("server-1", "server-1");
        assertThat(planned.plan().canonicalText()).contains("  gpu 1\n");
    }

    @Test
    void noHostGivesOutMoreThanItHas() {
        NoPlacement none = (NoPlacement) planner.plan(needing(shop, ONE, "payment", "shipping", "orders"));
        assertThat(none.reasons()).contains("Insufficient gpu: in the best placement found host (server-1) would need 1 more.");
        assertThat(none.conflict()).contains(
                new Conflict(List.of("gpu of orders: 1", "gpu of payment: 1", "gpu of shipping: 1"), Certainty.MINIMAL));
    }

    @Test
    void anotherVendorOrNoneIsNamed() {
        NoPlacement other = (NoPlacement) planner.plan(needing(shop, new Gpus(1, Optional.of(GpuVendor.AMD)), "payment"));
        assertThat(other.reasons().get(0)).contains("Instance (payment:1) fits no host").contains("no amd gpu on");
        assertThat(other.conflict()).contains(new Conflict(List.of("gpu of payment: amd 1"), Certainty.MINIMAL));
        NoPlacement without = (NoPlacement) planner.plan(needing(SockShop.first(), ONE, "payment"));
        assertThat(without.reasons().get(0)).contains("no gpu on");
    }

    @Test
    void whatOthersReserveAndWhatTheHostDoesNotDeclareIsNotFree() {
        PlacementProblem pair = needing(shop, new Gpus(2, Optional.empty()), "payment");
        PlacementProblem shared = new PlacementProblem(pair.application(), pair.infrastructure(), pair.inventory(), pair.network(),
                Optional.empty(), 1, List.of(), new TreeMap<>(Map.of("server-1",
                        new Reservation(new MilliCores(1), Bytes.ofMebi(1), Optional.empty(), Optional.of(1)))), Map.of(), pair.policy());
        assertThat(((NoPlacement) planner.plan(shared)).reasons().get(0)).contains("insufficient gpu on 1 host");
        assertThat(((NoPlacement) planner.plan(reporting(pair, 0))).reasons().get(0)).contains("no gpu declared on the host on 1 host");
        assertThat(((NoPlacement) planner.plan(reporting(pair, 1))).reasons().get(0)).contains("insufficient gpu on 1 host");
        assertThat(planner.plan(reporting(pair, 2))).isInstanceOf(Planned.class);
    }

    /** As every placement tried says, with a sum of GPUs of its own. */
    @Test
    void plansAreAsGoodAsEveryPlacementTried() {
        int placed = 0;
        int refused = 0;
        for (int seed = 0; seed < Sample.of(30, 60); seed++) {
            PlacementProblem problem = GeneratedGpus.added(Replanning.asIfPlacedAnywhere(GeneratedProblems.sized(seed, 5, 5),
                    new Random(1)), seed);
            CompiledProblem tables = ProblemCompiler.of(problem);
            Optional<Assignment> best = BruteForce.best(tables);
            assertThat(ExhaustiveSearch.least(HostDominance.of(tables).without())).isEqualTo(ExhaustiveSearch.least(tables));
            PlanningOutcome outcome = planner.plan(problem);
            assertThat(outcome instanceof Planned).as("seed " + seed).isEqualTo(best.isPresent());
            if (outcome instanceof Planned planned) {
                requireRoom(problem, planned.plan().instances());
                assertThat(new LagrangianBound(tables).below(best.orElseThrow().soft() + 10_000))
                        .isLessThanOrEqualTo(best.get().soft());
                placed++;
            } else {
                refused++;
            }
        }
        System.out.println("GPUs: " + placed + " problems planned, " + refused + " without a placement");
        assertThat(placed).isGreaterThan(Sample.of(5, 10));
        assertThat(refused).isGreaterThan(Sample.of(5, 10));
    }

    private static void requireRoom(PlacementProblem problem, List<InstancePlacement> instances) {
        Map<String, Integer> used = new HashMap<>();
        problem.reservedElsewhere().forEach((host, reserved) -> used.put(host, reserved.gpuCount()));
        instances.forEach(one -> one.spec().gpu().ifPresent(needed -> {
            used.merge(one.hostId(), needed.count(), Integer::sum);
            Gpus offered = problem.infrastructure().hostTypeOf(one.hostId()).gpu().orElseThrow();
            assertThat(needed.vendor().isEmpty() || needed.vendor().equals(offered.vendor())).isTrue();
            int reported = problem.inventory().host(one.hostId()).orElseThrow().gpus().orElse(Gpus.MOST);
            assertThat(used.get(one.hostId())).isLessThanOrEqualTo(Math.min(offered.count(), reported));
        }));
    }

    private static PlacementProblem offering(PlacementProblem problem, Gpus gpus) {
        Infrastructure before = problem.infrastructure();
        List<HostType> types = before.hostTypes().stream().map(type -> type.id().equals("server") ? type.withGpu(gpus) : type).toList();
        return problem.withInfrastructure(new Infrastructure(before.name(), types, before.sites()));
    }

    private static PlacementProblem needing(PlacementProblem problem, Gpus gpus, String... componentIds) {
        return problem.withApplication(problem.application().withComponents(problem.application().components().stream()
                .map(part -> !Set.of(componentIds).contains(part.id()) ? part
                        : part.withForms(part.forms().stream().map(form -> form.withGpu(Optional.of(gpus))).toList())).toList()));
    }

    private static PlacementProblem reporting(PlacementProblem problem, int gpus) {
        List<ObservedHost> hosts = problem.inventory().hosts().stream().map(host -> new ObservedHost(host.hostId(), host.architecture(),
                host.cpu(), host.memory(), host.disk(), host.addresses(), Optional.of(gpus))).toList();
        return new PlacementProblem(problem.application(), problem.infrastructure(), new Inventory(hosts, List.of()), problem.network(),
                problem.parentId(), problem.generation(), problem.current(), problem.reservedElsewhere(), problem.takenSlots(),
                problem.excluded(), problem.policy());
    }
}
