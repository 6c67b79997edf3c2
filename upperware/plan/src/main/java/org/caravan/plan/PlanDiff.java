package org.caravan.plan;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.canonical.CanonicalText;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.problem.PlacementProblem;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;

/**
 * What carrying out a plan would change, shown before it is approved. Not to be confused with a change set, which is
 * made from what is observed.
 *
 * @param notPlaced instances of the application that the plan does without, where some components are optional
 * @param costBefore empty where there was no plan
 * @param latencies of the plan after, each with what it was before by the same measurements
 * @param bandwidth what copies have of access links; nothing is made anew for it
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

    /** What happens to a thing; the symbols are those of OpenTofu. */
    public enum Action {
        ADD("+"),
        REMOVE("-"),
        /** Made anew beside what is there, which is then removed. */
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
     * One thing that changes.
     *
     * @param subject {@code frontend:1}, {@code frontend:1 -> catalogue:1.http} or {@code oslo -> frontend:1.http}
     * @param detail where, or from where to where and what else, in words
     */
    public record Line(Action action, String subject, String detail) {}

    /** @param before empty where there was no plan, or nothing is known any more of a path it took */
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
     * @param problem that {@code after} answers; both plans are reckoned by its measurements
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
                        .flatMap(component -> IntStream.rangeClosed(1, component.replicas()).mapToObj(number -> new InstanceId(component.id(), number)))
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

    /** Whether anything would be done: plans that differ in parent and generation only do not count. */
    public boolean changes() {
        return !(instances.isEmpty() && links.isEmpty() && entries.isEmpty() && bandwidth.isEmpty());
    }

    @Override
    public String canonicalText() {
        return PlanDiffText.of(this);
    }
}
