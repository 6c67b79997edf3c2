package org.caravan.api.plan;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

@Schema(name = "WhatIf", description = "What-if cases side by side.")
public record WhatIfView(
        @Schema(description = "Suppositions of all cases.") List<String> always,
        @Schema(description = "Columns: the current placement, if there is one; the optimum; each case.") List<OutcomeView> outcomes,
        @Schema(description = "The same, formatted for a terminal of 120 columns.") String text,
        @Schema(description = "SVG chart; empty if not requested.") String chart) {

    @Schema(name = "WhatIfOutcome", description = "One column.")
    public record OutcomeView(
            @Schema(description = "Heading of the column.", example = "optimum") String name,
            @Schema(allowableValues = {"NOW", "OPTIMUM", "STAY", "CASE"},
                description = "NOW: the current placement. OPTIMUM: no suppositions of a case. STAY: the current placement under "
                    + "the case. CASE: planned under the case.")
                    String kind,
            @Schema(description = "Suppositions of this case alone.") List<String> suppositions,
            @Schema(description = "Why there is no placement, or which parts it leaves out; empty if the whole application is placed.")
            List<String> reasons,
            @Schema(description = "Absent if there is no placement.") Optional<FiguresView> figures) {}

    @Schema(name = "WhatIfFigures", description = "Cost and latency of a placement.")
    public record FiguresView(
            @Schema(description = "Latency per request and user group.") List<LatencyView> latencies,
            @Schema(description = "Mean over all requests, weighted by their rates, in ms; absent if a path is unknown.")
            Optional<Double> meanMillis,
            @Schema(description = "Price of all hosts in use, in euro cents per month.") long costCentsPerMonth,
            @Schema(description = "Additional electrical power of the plan, in W; absent if the power of a host in use is neither in "
                    + "its type nor declared.") Optional<Double> watts,
            @Schema(description = "Number of hosts in use.") int hosts,
            @Schema(description = "SLOs that are missed.", example = "[\"fast for bergen\"]") List<String> missed,
            @Schema(description = "Number of instances by site.") SortedMap<String, List<String>> instancesBySite,
            @Schema(description = "Number of instances that are on another host than now.") int moves,
            @Schema(description = "Upper limit of the gap to the optimum of the case; empty if not computed.") String bound) {}

    @Schema(name = "WhatIfLatency", description = "Latency of one request of one user group.")
    public record LatencyView(
            @Schema(description = "Id of the request.", example = "home") String requestId,
            @Schema(description = "Id of the user group.", example = "bergen") String usersId,
            @Schema(description = "Mean, in ms.", example = "41.2") double meanMillis,
            @Schema(description = "Sum of the hops' 95th percentiles, in ms.", example = "48.9") double p95Millis) {}
}
