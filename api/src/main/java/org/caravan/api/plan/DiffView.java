package org.caravan.api.plan;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;

@Schema(name = "Diff", description = "Changes if the plan is deployed.")
public record DiffView(
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
    public record Change(
            @Schema(allowableValues = {"ADD", "REMOVE", "REPLACE"},
                description = "ADD, REMOVE, or REPLACE: a new copy is created beside the existing one, which is then removed.")
                    String action,
            @Schema(description = "Subject of the change.", example = "frontend:1") String subject,
            @Schema(description = "Location, or old and new location, human-readable.") String detail) {}

    @Schema(name = "LatencyChange", description = "Latency of a request of a user group, before and after.")
    public record LatencyChange(
            @Schema(description = "Id of the request.", example = "home") String requestId,
            @Schema(description = "Id of the user group.", example = "bergen") String usersId,
            @Schema(description = "Mean before, in ms; absent if there was no plan or no measurement.")
                    Optional<Double> beforeMillis,
            @Schema(description = "Mean after, in ms.") double afterMillis,
            @Schema(description = "95th percentile after, in ms.") double afterP95Millis) {}
}
