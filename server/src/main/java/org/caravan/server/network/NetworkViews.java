package org.caravan.server.network;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.caravan.api.network.AffordableFlowsView;
import org.caravan.api.network.AffordableFlowsView.FlowView;
import org.caravan.api.network.AffordableFlowsView.LinkView;
import org.caravan.api.network.MeasuredPathView;
import org.caravan.api.network.MeasuredPathView.FigureView;
import org.caravan.api.network.ProbeAgentView;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.P99;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathStatistic;
import org.caravan.measure.schedule.FlowBudget;
import org.caravan.measure.schedule.LinkBudgets;
import org.caravan.probe.agent.SiteClock;
import org.caravan.unit.Bytes;

/** Measured paths, affordable flows and probe agents as answers of REST. */
final class NetworkViews {

    private NetworkViews() {}

    static MeasuredPathView path(PathFigures figures) {
        return new MeasuredPathView(figures.path().from().toString(), figures.path().to().toString(),
                figure(figures.idleRtt()), figures.loadedRtt().map(NetworkViews::figure),
                figures.throughput().map(NetworkViews::figure), figures.loss(), figures.jitter().map(NetworkViews::figure));
    }

    private static FigureView figure(PathStatistic figure) {
        return new FigureView(figure.mean(), figure.halfWidth95(), figure.median(), figure.p95(), figure.samples(),
                figure.newest(), figure.origin().name(), figure.p99().map(P99::value), figure.p99().map(P99::samples));
    }

    static AffordableFlowsView affordable(Bytes budget, FlowBudget.Choice choice, Infrastructure infrastructure, ProbeSpending spending) {
        LinkBudgets lines = LinkBudgets.of(infrastructure, Optional.empty());
        List<LinkView> spent = ProbeSpending.linksOf(infrastructure).stream()
                .map(link -> new LinkView(link.toString(), spending.spent(link).value(), lines.of(link).map(own -> own.bytes().value())))
                .toList();
        return new AffordableFlowsView(budget.value(),
                choice.flows().stream().map(priced -> new FlowView(priced.flow().path().toString(), priced.expected().value(),
                        priced.flow().seconds(), priced.changed())).toList(),
                spent, choice.unaffordable().stream().map(Object::toString).toList());
    }

    /** State before the first visit. */
    static ProbeAgentView unvisited(String machineId) {
        return new ProbeAgentView(machineId, Optional.empty(), Optional.empty(), 0, 0, 0, 0, Optional.empty(), Optional.empty());
    }

    static ProbeAgentView failed(ProbeAgentView agent, String why) {
        return new ProbeAgentView(agent.machineId(), agent.visitedAt(), Optional.of(why), agent.paths(), agent.waiting(), agent.fetched(),
                agent.dropped(), agent.clockOffsetMillis(), agent.clockBoundMillis());
    }

    /** @param fetched results of this visit; those of earlier visits are in the agent, as with the discarded ones */
    static ProbeAgentView visited(ProbeAgentView agent, Instant at, int paths, int waiting, int fetched, long dropped,
            Optional<SiteClock> clock) {
        return new ProbeAgentView(agent.machineId(), Optional.of(at), Optional.empty(), paths, waiting, agent.fetched() + fetched,
                agent.dropped() + dropped, clock.map(SiteClock::offsetMillis), clock.map(SiteClock::boundMillis));
    }
}
