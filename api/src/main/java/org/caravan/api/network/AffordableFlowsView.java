package org.caravan.api.network;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;

@Schema(name = "AffordableFlows", description = "Flows that fit into a budget, most valuable first, before they are sent.")
public record AffordableFlowsView(
        @Schema(description = "Budget of each access link in any 24 hours, both directions, in bytes.", example = "50000000")
        long budgetBytes,
        @Schema(description = "Flows that a run with this budget sends now.") List<FlowView> flows,
        @Schema(description = "Usage of each access link by probes in the last 24 hours.") List<LinkView> links,
        @Schema(description = "Paths for which one flow exceeds the daily budget.") List<String> unaffordable) {

    @Schema(name = "PricedFlow", description = "A flow and its expected cost.")
    public record FlowView(
            @Schema(description = "Site, ISP and IP version of both ends.", example = "bergen.BKK/ipv6 -> simula.Uninett/ipv6") String path,
            @Schema(description = "Bytes that the flow is expected to use on both access links.") long expectedBytes,
            @Schema(description = "Duration, in s.") int seconds,
            @Schema(description = "Whether the path has changed since its last measurement.") boolean changed) {}

    @Schema(name = "LinkSpending", description = "Usage of an access link by probes.")
    public record LinkView(
            @Schema(description = "Site and ISP.", example = "simula.Telenor") String link,
            @Schema(description = "Bytes in the last 24 hours, both directions, as counted by the probes.") long spentBytes,
            @Schema(description = "Budget of probes in the infrastructure for any 24 hours (default: the budget of the run).")
            Optional<Long> budgetBytes) {}
}
