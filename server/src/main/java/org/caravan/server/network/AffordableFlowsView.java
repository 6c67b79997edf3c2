package org.caravan.server.network;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.schedule.FlowBudget;
import org.caravan.measure.schedule.LinkBudgets;
import org.caravan.unit.Bytes;

@Schema(name = "AffordableFlows", description = "Flows that fit into a budget, most valuable first, before they are sent.")
record AffordableFlowsView(
        @Schema(description = "Budget of each access link in any 24 hours, both directions, in bytes.", example = "50000000")
        long budgetBytes,
        @Schema(description = "Flows that a run with this budget sends now.") List<FlowView> flows,
        @Schema(description = "Usage of each access link by probes in the last 24 hours.") List<LinkView> links,
        @Schema(description = "Paths for which one flow exceeds the daily budget.") List<String> unaffordable) {

    @Schema(name = "PricedFlow", description = "A flow and its expected cost.")
    record FlowView(
            @Schema(description = "Site, ISP and IP version of both ends.", example = "bergen.BKK/ipv6 -> simula.Uninett/ipv6") String path,
            @Schema(description = "Bytes that the flow is expected to use on both access links.") long expectedBytes,
            @Schema(description = "Duration, in s.") int seconds,
            @Schema(description = "Whether the path has changed since its last measurement.") boolean changed) {}

    @Schema(name = "LinkSpending", description = "Usage of an access link by probes.")
    record LinkView(
            @Schema(description = "Site and ISP.", example = "simula.Telenor") String link,
            @Schema(description = "Bytes in the last 24 hours, both directions, as counted by the probes.") long spentBytes,
            @Schema(description = "Budget of probes in the infrastructure for any 24 hours (default: the budget of the run).")
            Optional<Long> budgetBytes) {}

    static AffordableFlowsView of(Bytes budget, FlowBudget.Choice choice, Infrastructure infrastructure, ProbeSpending spending) {
        LinkBudgets lines = LinkBudgets.of(infrastructure, Optional.empty());
        List<LinkView> spent = ProbeSpending.linksOf(infrastructure).stream()
                .map(link -> new LinkView(link.toString(), spending.spent(link).value(), lines.of(link).map(own -> own.bytes().value())))
                .toList();
        return new AffordableFlowsView(budget.value(),
                choice.flows().stream().map(priced -> new FlowView(priced.flow().path().toString(), priced.expected().value(),
                        priced.flow().seconds(), priced.changed())).toList(),
                spent, choice.unaffordable().stream().map(Object::toString).toList());
    }
}
