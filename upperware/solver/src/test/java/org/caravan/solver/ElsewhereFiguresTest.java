package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.caravan.adapter.InstanceId;
import org.caravan.application.PlacementRules;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanAssembly;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.plan.figure.AlternativeFigures;
import org.caravan.plan.figure.PlanFigures;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.search.ConstructionHeuristic;
import org.caravan.testing.Sample;
import org.junit.jupiter.api.Test;

/** What is reckoned of an instance elsewhere is, to the last bit, what a whole plan with it there says. */
class ElsewhereFiguresTest {

    private int compared;

    @Test
    void theySayWhatAWholePlanWouldSay() {
        Stream.concat(GeneratedProblems.small(Sample.of(30, 60)),
                        IntStream.range(0, Sample.of(60, 150)).mapToObj(seed -> MixedProblems.of(seed).problem()))
                .forEach(this::compareAll);
        assertThat(compared).isGreaterThan(Sample.of(160, 400));
    }

    private void compareAll(PlacementProblem problem) {
        CompiledProblem tables = ProblemCompiler.of(problem);
        if (tables.instances().stream().anyMatch(instance -> instance.positions().length == 0)) {
            return;
        }
        Assignment here = new ConstructionHeuristic(tables).find();
        if (!here.whole()) {
            return;
        }
        DeploymentPlan plan = PlanAssembly.of(problem, here.hostIds(tables));
        PlacementProblem byPaths = withoutBandwidth(problem);
        PlanFigures figures = new PlanFigures(byPaths, PlanAssembly.of(byPaths, here.hostIds(tables)));
        AlternativeFigures elsewhere = new AlternativeFigures(problem, plan, new PlanFigures(problem, plan).latencies());
        for (PlacedInstance instance : tables.instances()) {
            for (int position : instance.positions()) {
                Assignment there = here.with(instance, tables.position(position));
                if (Assignment.of(tables, there.positions()).whole()) {
                    compare(byPaths, there.hostIds(tables), figures, elsewhere, instance, tables.position(position).hostId());
                }
            }
        }
    }

    private void compare(PlacementProblem problem, Map<InstanceId, String> hostIds, PlanFigures here, AlternativeFigures elsewhere,
            PlacedInstance instance, String hostId) {
        PlanFigures there = new PlanFigures(problem, PlanAssembly.of(problem, hostIds));
        assertThat(elsewhere.costMore(instance.id(), hostId)).isEqualTo(there.hostCost().value() - here.hostCost().value());
        Map<List<String>, Double> means = means(there.latencies());
        Map<List<String>, Double> expected = new HashMap<>();
        means(here.latencies()).forEach((request, mean) -> expected.put(request, means.get(request) - mean));
        elsewhere.slower(instance.id(), hostId)
                .forEach(slower -> assertThat(slower.millis()).isEqualTo(expected.remove(key(slower.latency()))));
        assertThat(expected.values()).as("requests that it does not touch").allMatch(more -> more == 0);
        compared++;
    }

    /** On another host, a copy has other neighbours: what it would get beside them is left out. */
    private static PlacementProblem withoutBandwidth(PlacementProblem problem) {
        PlacementRules bonds = problem.application().supplement().bonds();
        return bonds.withoutBandwidths() ? problem
                : problem.withApplication(problem.application().withPlacementRules(new PlacementRules(bonds.couplings(), Map.of())));
    }

    private static Map<List<String>, Double> means(List<RequestLatency> latencies) {
        return latencies.stream().filter(RequestLatency::ofGoal)
                .collect(Collectors.toMap(ElsewhereFiguresTest::key, latency -> latency.mean().value()));
    }

    private static List<String> key(RequestLatency latency) {
        return List.of(latency.requestId(), latency.usersId());
    }
}
