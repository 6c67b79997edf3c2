package org.caravan.solver.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ReadChoice;
import org.caravan.application.ReadReplicas;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;

/** Report remarks on read replicas: their number, hosts and readers, and the cost of fewer replicas. */
public final class ReplicaText {

    private final PlacementProblem problem;
    private final Map<List<ReadChoice>, PlanningOutcome> tried;

    /** @param tried results by choices, one choice for each component with read replicas */
    public ReplicaText(PlacementProblem problem, Map<List<ReadChoice>, PlanningOutcome> tried) {
        this.problem = problem;
        this.tried = tried;
    }

    public List<String> of(List<ReadChoice> chosen, DeploymentPlan plan) {
        List<String> notes = new ArrayList<>();
        for (int component = 0; component < chosen.size(); component++) {
            notes.add(of(chosen, component, plan));
        }
        return notes;
    }

    private String of(List<ReadChoice> chosen, int component, DeploymentPlan plan) {
        ReadChoice choice = chosen.get(component);
        String primaryId = choice.primaryId();
        List<ReadChoice> all = ReadReplicas.choices(problem.application()).get(primaryId);
        int most = all.get(all.size() - 1).replicas();
        if (choice.replicas() == 0) {
            return primaryId + " has no read replica, of at most " + most + ": with fewest, plans are as good as any that was found";
        }
        String places = IntStream.rangeClosed(1, choice.replicas()).mapToObj(number -> place(choice, number, plan))
                .collect(Collectors.joining("; "));
        return primaryId + " has " + choice.replicas() + (choice.replicas() == 1 ? " read replica" : " read replicas") + " of at most "
                + most + ": " + places
                + written(primaryId) + fewer(chosen, component, all.get(0));
    }

    private static String place(ReadChoice choice, int number, DeploymentPlan plan) {
        String id = ReadReplicas.id(choice.primaryId(), number);
        String host = plan.instance(new InstanceId(id, 1)).map(InstancePlacement::hostId).orElse("no host");
        List<String> readers = choice.sources().entrySet().stream().filter(source -> source.getValue() == number).map(Map.Entry::getKey)
                .toList();
        return id + " on " + host + ", of which "
                + (readers.isEmpty() ? "nobody reads" : String.join(", ", readers) + (readers.size() == 1 ? " reads" : " read"));
    }

    private String written(String primaryId) {
        double bytes = ReadReplicas.writtenPerSecond(problem.application(), primaryId);
        return bytes == 0 ? "" : String.format(Locale.ROOT, "; %.1f kB/s of what is written go to each", bytes / 1_000);
    }

    private String fewer(List<ReadChoice> chosen, int component, ReadChoice fewest) {
        List<ReadChoice> without = new ArrayList<>(chosen);
        without.set(component, fewest);
        if (fewest.equals(chosen.get(component)) || !(tried.get(without) instanceof Planned other
                && tried.get(chosen) instanceof Planned best)) {
            return "";
        }
        long more = other.report().certificate().points() - best.report().certificate().points();
        return String.format(Locale.ROOT, "; with %s the plan would be %.2f worse by its goals", fewest.replicas() == 0 ? "none"
                : Integer.toString(fewest.replicas()), more / 100.0);
    }
}
