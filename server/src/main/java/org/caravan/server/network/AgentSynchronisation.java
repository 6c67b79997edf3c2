package org.caravan.server.network;

import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.caravan.api.network.ProbeAgentView;
import org.caravan.measure.ProbeFault;
import org.caravan.measure.schedule.LinkVolume;
import org.caravan.measure.schedule.RecurringProbe;
import org.caravan.measure.schedule.RecurringProbes;
import org.caravan.probe.agent.AgentSync;
import org.caravan.probe.agent.ProbeAgent;
import org.caravan.probe.agent.SiteClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Synchronises with probe agents: each machine in one thread at a time, several machines in parallel. */
@Component
public class AgentSynchronisation {

    private static final Logger LOG = LoggerFactory.getLogger(AgentSynchronisation.class);

    private final AgentResults results;
    private final AgentRegistry book;
    private final LinkVolume spending;
    private final Clock clock;
    private final Map<String, Met> met = new ConcurrentHashMap<>();
    private final Map<String, ProbeAgentView> views = new ConcurrentHashMap<>();
    private final LongAdder fetched = new LongAdder();
    private final LongAdder dropped = new LongAdder();

    /** State of a probe agent since its last visit. */
    private record Met(Optional<AgentSync.Receipt> receipt, Optional<SiteClock> clock, List<RecurringProbe> orders) {}

    AgentSynchronisation(AgentResults results, AgentRegistry book, ProbeSpending spending, Clock clock) {
        this.results = results;
        this.book = book;
        this.spending = spending.links();
        this.clock = clock;
    }

    List<ProbeAgentView> views() {
        return views.values().stream().sorted(Comparator.comparing(ProbeAgentView::machineId)).toList();
    }

    /** Number of results fetched since the server started. */
    public long fetched() {
        return fetched.sum();
    }

    /** Number of results that agents have dropped, as reported since the server started. */
    public long dropped() {
        return dropped.sum();
    }

    /** Whether the results of the agent's autonomous work are still to be fetched. Until then the bytes it sent are unknown. */
    boolean strange(String machineId) {
        return !met.containsKey(machineId);
    }

    /** Fetches all waiting results and gives the agent its next orders. */
    void visit(ProbeAgent probeAgent, String machineId, List<RecurringProbe> orders) {
        all(machineId, before -> probeAgent.visit(machineId, orders, before.receipt(), before.clock()), any -> orders);
        if (!strange(machineId)) {
            spending.settled(machineId);
        }
    }

    /**
     * Fetches all waiting results. The agent continues with its previous orders until it gets new ones, so a server killed before sending
     * orders leaves it working.
     */
    void fetch(ProbeAgent probeAgent, String machineId) {
        all(machineId, before -> probeAgent.fetch(machineId, before.receipt()), Met::orders);
    }

    private void all(String machineId, Function<Met, AgentSync> way, Function<Met, List<RecurringProbe>> orders) {
        book.note(machineId);
        try {
            boolean more = true;
            while (more) {
                more = once(machineId, way, orders).more();
            }
        } catch (RuntimeException failed) {
            miss(machineId, failed);
        }
    }

    /** Fetches the remaining results, then ends the agent. */
    void end(ProbeAgent probeAgent, String machineId) {
        try {
            Optional<AgentSync.Receipt> receipt = Optional.empty();
            AgentSync visit = probeAgent.end(machineId, receipt);
            while (!visit.gone()) {
                keep(machineId, visit);
                receipt = visit.receipt();
                visit = probeAgent.end(machineId, receipt);
            }
            book.forget(machineId);
            met.remove(machineId);
            views.remove(machineId);
            LOG.info("probe agent at {} ended", machineId);
        } catch (RuntimeException failed) {
            miss(machineId, failed);
        }
    }

    private AgentSync once(String machineId, Function<Met, AgentSync> way, Function<Met, List<RecurringProbe>> ordersAfter) {
        Met before = met.getOrDefault(machineId, new Met(Optional.empty(), Optional.empty(), List.of()));
        AgentSync visit = way.apply(before);
        keep(machineId, visit);
        List<RecurringProbe> orders = ordersAfter.apply(before);
        met.put(machineId, new Met(visit.receipt().or(before::receipt), visit.clock(), orders));
        Instant now = clock.instant();
        views.compute(machineId, (id, view) -> NetworkViews.visited(view == null ? NetworkViews.unvisited(id) : view,
                now, orders.size(), visit.waiting(), visit.results().size(), visit.dropped(), visit.clock()));
        return visit;
    }

    private void keep(String machineId, AgentSync visit) {
        results.keep(machineId, visit.results(), visit.dropped());
        fetched.add(visit.results().size());
        dropped.add(visit.dropped());
        if (visit.dropped() > 0) {
            LOG.warn("probe agent at {} discarded its {} oldest results: the limit was exceeded", machineId, visit.dropped());
        }
    }

    /** The agent may be working now with its last orders, so their maximum cost is reserved. */
    private void miss(String machineId, RuntimeException failed) {
        Met before = met.remove(machineId);
        if (before != null) {
            spending.setAside(machineId, RecurringProbes.most(before.orders()));
        }
        String why = failed instanceof ProbeFault ? failed.getMessage() : "The probe agent at machine (" + machineId + "): "
                + failed.getMessage();
        ProbeAgentView view = views.computeIfAbsent(machineId, NetworkViews::unvisited);
        if (view.fault().isEmpty()) {
            LOG.warn("{}", why.lines().findFirst().orElse(""));
        }
        views.put(machineId, NetworkViews.failed(view, why));
    }
}
