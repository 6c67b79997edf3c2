package org.caravan.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adapter.InstanceId;
import org.caravan.application.Component;
import org.caravan.application.ReadChoice;
import org.caravan.application.ReadReplicas;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.PlacementProblem;

/** Determines the read replicas and replica counts chosen by a plan or a target. */
public final class PlannedReplicas {

    private PlannedReplicas() {}

    /** Sets the problem's open read replicas and replica counts to the choices of the plan, to compute figures of the plan. */
    public static PlacementProblem in(PlacementProblem problem, DeploymentPlan plan) {
        return numbered(withReadReplicas(problem, plan), plan);
    }

    /** Uses the replica counts of the plan; the queueing delay depends on them. */
    private static PlacementProblem numbered(PlacementProblem problem, DeploymentPlan plan) {
        if (problem.application().components().stream().noneMatch(component -> component.scaling().isPresent())) {
            return problem;
        }
        Map<String, Integer> placed = new TreeMap<>();
        plan.instances().forEach(instance -> placed.merge(instance.instance().componentId(), 1, Integer::sum));
        List<Component> components = problem.application().components().stream().map(component -> component.scaling()
                .map(scaling -> component.withReplicas(Math.min(scaling.most(), placed.getOrDefault(component.id(), component.replicas()))))
                .orElse(component)).toList();
        return components.equals(problem.application().components()) ? problem
                : problem.withApplication(problem.application().withComponents(components));
    }

    private static PlacementProblem withReadReplicas(PlacementProblem problem, DeploymentPlan plan) {
        if (ReadReplicas.open(problem.application()).isEmpty()) {
            return problem;
        }
        Map<String, Set<String>> called = new TreeMap<>();
        plan.links().forEach(link -> called.computeIfAbsent(link.from().componentId(), any -> new TreeSet<>())
                .add(link.to().componentId()));
        return problem.withApplication(ReadReplicas.chosen(problem.application(),
                choices(problem, plan.instances().stream().map(InstancePlacement::instance).toList(), called)));
    }

    /** Choices of the problem's target, by component with open read replicas. */
    public static List<ReadChoice> now(PlacementProblem problem) {
        Map<String, Set<String>> called = new TreeMap<>();
        problem.current().forEach(now -> called.computeIfAbsent(now.instance().componentId(), any -> new TreeSet<>())
                .addAll(now.links().keySet().stream().map(InstanceId::componentId).toList()));
        return choices(problem, problem.current().stream().map(CurrentPlacement::instance).toList(), called);
    }

    private static List<ReadChoice> choices(PlacementProblem problem, List<InstanceId> instances, Map<String, Set<String>> called) {
        Set<String> placed = instances.stream().map(InstanceId::componentId).collect(Collectors.toSet());
        List<ReadChoice> choices = new ArrayList<>();
        ReadReplicas.choices(problem.application()).forEach((primaryId, all) -> {
            int most = all.stream().mapToInt(ReadChoice::replicas).max().orElse(0);
            int replicas = (int) Stream.iterate(1, number -> number <= most, number -> number + 1)
                    .filter(number -> placed.contains(ReadReplicas.id(primaryId, number))).count();
            SortedMap<String, Integer> sources = new TreeMap<>();
            for (String reader : all.get(0).sources().keySet()) {
                sources.put(reader, Stream.iterate(replicas, number -> number > 0, number -> number - 1)
                        .filter(number -> called.getOrDefault(reader, Set.of()).contains(ReadReplicas.id(primaryId, number))).findFirst()
                        .orElse(0));
            }
            choices.add(new ReadChoice(primaryId, replicas, sources));
        });
        return choices;
    }
}
