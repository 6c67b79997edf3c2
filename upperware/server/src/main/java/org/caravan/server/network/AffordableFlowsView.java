package org.caravan.server.network;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.schedule.AffordableFlows;
import org.caravan.measure.schedule.LinkBudgets;
import org.caravan.unit.Bytes;

@Schema(name = "AffordableFlows", description = "What flows a budget affords now, the most worth first, before they are sent.")
record AffordableFlowsView(
        @Schema(description = "Bytes of each access link in any 24 hours, both directions.", example = "50000000") long budgetBytes,
        @Schema(description = "The flows a run with this budget would send now.") List<FlowView> flows,
        @Schema(description = "What probes took of each access link in the last 24 hours.") List<LinkView> links,
        @Schema(description = "Paths of which one flow costs more than a whole day's budget.") List<String> unaffordable) {

    @Schema(name = "PricedFlow", description = "A flow and what it is expected to cost.")
    record FlowView(
            @Schema(description = "Site, ISP and IP version of both ends.", example = "bergen.BKK/ipv6 -> simula.Uninett/ipv6") String path,
            @Schema(description = "Bytes it is expected to take of both access links.") long expectedBytes,
            @Schema(description = "Seconds.") int seconds,
            @Schema(description = "Whether the path is not what it was.") boolean changed) {}

    @Schema(name = "LinkSpending", description = "What probes took of an access link.")
    record LinkView(
            @Schema(description = "Site and ISP.", example = "simula.Telenor") String link,
            @Schema(description = "Bytes in the last 24 hours, both directions, as the probes counted them.") long spentBytes,
            @Schema(description = "What the infrastructure lets probes take in any 24 hours; absent: no more than the run's budget.") Optional<Long> budgetBytes) {}

    static AffordableFlowsView of(Bytes budget, AffordableFlows.Choice choice, Infrastructure infrastructure, ProbeSpending spending) {
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
