package org.caravan.server.planning;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;

@Schema(name = "Diff", description = "What carrying out a plan would change.")
record DiffView(
        @Schema(description = "Instances that change.") List<Change> instances,
        @Schema(description = "Links that change.") List<Change> links,
        @Schema(description = "Entries that change.") List<Change> entries,
        @Schema(description = "Instances of the application that the plan does without; absent in plans of earlier versions.", example = "ads:1")
                List<String> notPlaced,
        @Schema(description = "Price before, as it is counted after, in cents of a euro per month; absent where there was no plan.")
                Optional<Long> costCentsPerMonthBefore,
        @Schema(description = "Price after, in cents of a euro per month: what the application adds to what others pay for already; the report says which hosts these are.") long costCentsPerMonthAfter,
        @Schema(description = "Latencies before and after, by the same measurements.") List<LatencyChange> latencies,
        @Schema(description = "Electrical power before, in W; absent where there was no plan or that of a host is not known.") Optional<Double> wattsBefore,
        @Schema(description = "Electrical power after, in W; absent where that of a host in use is not known.") Optional<Double> wattsAfter) {

    @Schema(name = "Change", description = "One thing that changes.")
    record Change(
            @Schema(description = "ADD, REMOVE, or REPLACE: made anew beside what is there, which is then removed.")
                    PlanDiff.Action action,
            @Schema(description = "What changes.", example = "frontend:1") String subject,
            @Schema(description = "Where, or from where to where, in words.") String detail) {}

    @Schema(name = "LatencyChange", description = "What a request of a group of users takes, before and after.")
    record LatencyChange(
            @Schema(description = "Id of the request.", example = "home") String requestId,
            @Schema(description = "Id of the group of users.", example = "bergen") String usersId,
            @Schema(description = "Mean before, in ms; absent where there was no plan or no measurement.")
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
