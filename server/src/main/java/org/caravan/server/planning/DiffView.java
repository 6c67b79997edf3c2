package org.caravan.server.planning;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;

@Schema(name = "Diff", description = "Changes if the plan is deployed.")
record DiffView(
        @Schema(description = "Changed instances.") List<Change> instances,
        @Schema(description = "Changed links.") List<Change> links,
        @Schema(description = "Changed entries.") List<Change> entries,
        @Schema(description = "Instances that the plan leaves out; absent in plans of earlier versions.", example = "ads:1")
                List<String> notPlaced,
        @Schema(description = "Price before, by the rules of the price after, in euro cents per month; absent if there was no plan.")
                Optional<Long> costCentsPerMonthBefore,
        @Schema(description = "Price after, in euro cents per month: cost of the application in addition to hosts that other "
                + "applications pay for; the report lists these hosts.") long costCentsPerMonthAfter,
        @Schema(description = "Latencies before and after, by the same measurements.") List<LatencyChange> latencies,
        @Schema(description = "Electrical power before, in W; absent if there was no plan or the power of a host is unknown.")
        Optional<Double> wattsBefore,
        @Schema(description = "Electrical power after, in W; absent if the power of a host in use is unknown.")
        Optional<Double> wattsAfter) {

    @Schema(name = "Change", description = "One change.")
    record Change(
            @Schema(description = "ADD, REMOVE, or REPLACE: a new copy is created beside the existing one, which is then removed.")
                    PlanDiff.Action action,
            @Schema(description = "Subject of the change.", example = "frontend:1") String subject,
            @Schema(description = "Location, or old and new location, human-readable.") String detail) {}

    @Schema(name = "LatencyChange", description = "Latency of a request of a user group, before and after.")
    record LatencyChange(
            @Schema(description = "Id of the request.", example = "home") String requestId,
            @Schema(description = "Id of the user group.", example = "bergen") String usersId,
            @Schema(description = "Mean before, in ms; absent if there was no plan or no measurement.")
                    Optional<Double> beforeMillis,
            @Schema(description = "Mean after, in ms.") double afterMillis,
            @Schema(description = "95th percentile after, in ms.") double afterP95Millis) {}

    static DiffView of(PlanDiff diff) {
        return new DiffView(changes(diff.instances()), changes(diff.links()), changes(diff.entries()), diff.notPlaced(),
                diff.costBefore().map(MonthlyCost::value), diff.costAfter().value(),
                diff.latencies().stream()
                        .map(change -> new LatencyChange(change.requestId(), change.usersId(),
                                change.before().map(Millis::value), change.after().value(), change.afterP95().value()))
                        .toList(),
                diff.wattsBefore(), diff.wattsAfter());
    }

    private static List<Change> changes(List<PlanDiff.Line> lines) {
        return lines.stream().map(line -> new Change(line.action(), line.subject(), line.detail())).toList();
    }
}
