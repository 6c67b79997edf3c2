package org.caravan.plan.diff;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.canonical.CanonicalText;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.plan.figure.PlanFigures;
import org.caravan.problem.PlacementProblem;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;

/**
 * Changes that a plan would make, shown before approval. Unlike a change set, it is not derived from observations.
 *
 * @param notPlaced instances that the plan omits, if some components are optional
 * @param costBefore empty if there was no plan
 * @param latencies latencies of the new plan, each with its previous value by the same measurements
 * @param bandwidth changes of bandwidth on uplinks; these do not recreate anything
 */
public record PlanDiff(
        String application,
        List<Line> instances,
        List<Line> links,
        List<Line> entries,
        List<String> notPlaced,
        Optional<MonthlyCost> costBefore,
        MonthlyCost costAfter,
        List<LatencyChange> latencies,
        Optional<Double> wattsBefore,
        Optional<Double> wattsAfter,
        List<Line> bandwidth)
        implements CanonicalText {

    /** Kind of change, with the symbols of OpenTofu. */
    public enum Action {
        ADD("+"),
        REMOVE("-"),
        /** The replacement is created first, then the old one is removed. */
        REPLACE("±");

        private final String symbol;

        Action(String symbol) {
            this.symbol = symbol;
        }

        public String symbol() {
            return symbol;
        }
    }

    /**
     * One change.
     *
     * @param subject {@code frontend:1}, {@code frontend:1 -> catalogue:1.http} or {@code oslo -> frontend:1.http}
     * @param detail text of the place, or of the old and new places and other changes
     */
    public record Line(Action action, String subject, String detail) {}

    /** @param before empty if there was no plan, or if metrics of one of its paths are no longer known */
    public record LatencyChange(
            String requestId, String usersId, Optional<Millis> before, Millis after, Millis afterP95) {}

    public PlanDiff {
        instances = List.copyOf(instances);
        links = List.copyOf(links);
        entries = List.copyOf(entries);
        notPlaced = List.copyOf(notPlaced);
        latencies = List.copyOf(latencies);
        bandwidth = bandwidth == null ? List.of() : List.copyOf(bandwidth);
    }

    /**
     * @param before the current target; empty before the first
     * @param problem the problem solved by {@code after}; both plans are evaluated with its measurements
     */
    public static PlanDiff of(Optional<DeploymentPlan> before, DeploymentPlan after, PlacementProblem problem) {
        PlanFigures figures = new PlanFigures(problem, after);
        Optional<PlanFigures> past = before.map(plan -> new PlanFigures(problem, plan));
        List<RequestLatency> pastLatencies = past.map(PlanFigures::latencies).orElse(List.of());
        PlanComparison comparison = new PlanComparison(before, after);
        return new PlanDiff(
                after.application(),
                comparison.instances(),
                comparison.links(),
                comparison.entries(),
                notPlaced(after, problem.application()),
                past.map(PlanFigures::cost),
                figures.cost(),
                figures.latencies().stream().map(latency -> change(latency, pastLatencies)).toList(),
                past.flatMap(PlanFigures::watts),
                figures.watts(),
                comparison.bandwidth());
    }

    private static List<String> notPlaced(DeploymentPlan after, ApplicationModel application) {
        return application.components().stream().anyMatch(component -> component.optional().isPresent())
                ? application.components().stream()
                        .flatMap(component -> IntStream.rangeClosed(1, component.replicas())
                                .mapToObj(number -> new InstanceId(component.id(), number)))
                        .filter(instance -> after.instance(instance).isEmpty())
                        .map(InstanceId::toString).toList()
                : List.of();
    }

    private static LatencyChange change(RequestLatency after, List<RequestLatency> past) {
        Optional<Millis> before = past.stream()
                .filter(latency -> latency.requestId().equals(after.requestId())
                        && latency.usersId().equals(after.usersId()))
                .map(RequestLatency::mean)
                .findFirst();
        return new LatencyChange(after.requestId(), after.usersId(), before, after.mean(), after.p95());
    }

    /** Whether the plan changes anything; plans that differ only in parent and generation do not. */
    public boolean changes() {
        return !(instances.isEmpty() && links.isEmpty() && entries.isEmpty() && bandwidth.isEmpty());
    }

    @Override
    public String canonicalText() {
        return PlanDiffText.of(this);
    }
}
