package org.caravan.server.network;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.schedule.LinkBudgets;
import org.caravan.measure.schedule.MachineAddresses;
import org.caravan.measure.schedule.ProbeSchedule;
import org.caravan.measure.schedule.ProbeSettings;
import org.caravan.measure.schedule.RecurringProbe;
import org.caravan.measure.schedule.RecurringProbes;
import org.caravan.probe.agent.ProbeAgent;
import org.caravan.probe.agent.ProbeAgentSettings;
import org.caravan.server.DaemonThreads;
import org.caravan.server.Settings;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.leading.LeaderStatus;
import org.caravan.unit.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Keeps a probe agent on every machine that probes, if continuous probing is configured, so that probing continues without the server. If
 * continuous probing is not configured (any more), the remaining agents are ended. Visits do not wait for probe runs, because a run can
 * take longer than an agent waits before it starts.
 */
@Component
class ProbeAgents {

    private static final Logger LOG = LoggerFactory.getLogger(ProbeAgents.class);

    /** Number of missed visits after which an agent starts probing. */
    private static final int MISSED = 3;
    private static final int AT_ONCE = 32;
    private static final String ADDRESSES = "addresses of machines";
    private static final Duration ADDRESSES_KEPT = Duration.ofMinutes(1);
    private static final Duration ENDING_EVERY = Duration.ofMinutes(1);

    private final Settings.Probing settings;
    private final Infrastructures infrastructures;
    private final ProbeBackend bench;
    private final ProbeSpending spending;
    private final AgentSynchronisation visits;
    private final AgentRegistry book;
    private final LeaderStatus leads;
    private final Clock clock;
    private final ScheduledExecutorService turns = Executors.newSingleThreadScheduledExecutor(new DaemonThreads("probe-agents"));
    private final ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE, new DaemonThreads("probe-agents"));
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();
    private volatile Addresses addresses = Addresses.NONE;

    /** Addresses of the machines of one infrastructure, and the time of the query (nanoseconds of {@link System#nanoTime}). */
    private record Addresses(Optional<Infrastructure> of, MachineAddresses told, long at) {

        static final Addresses NONE = new Addresses(Optional.empty(), MachineAddresses.of(Map.of()), 0);

        boolean of(Infrastructure infrastructure) {
            return of.filter(infrastructure::equals).isPresent();
        }
    }

    ProbeAgents(Settings settings, Infrastructures infrastructures, ProbeBackend bench, ProbeSpending spending, AgentSynchronisation visits,
            AgentRegistry book,
            LeaderStatus leads, Clock clock) {
        this.settings = settings.probing();
        this.infrastructures = infrastructures;
        this.bench = bench;
        this.spending = spending;
        this.visits = visits;
        this.book = book;
        this.leads = leads;
        this.clock = clock;
    }

    @PostConstruct
    void begin() {
        boolean used = settings.used() && !settings.alone().isZero();
        if (used || !book.machineIds().isEmpty()) {
            long pause = (used ? settings.every() : ENDING_EVERY).toMillis();
            turns.scheduleWithFixedDelay(() -> turn(used), 1_000, pause, TimeUnit.MILLISECONDS);
        }
    }

    /** An exception must not end the schedule, and a slow machine must not delay it: an agent that is visited late starts probing. */
    private void turn(boolean used) {
        if (!leads.now()) {
            return;
        }
        try {
            infrastructures.current().ifPresent(infrastructure -> bench.probeAgent(infrastructure, book.owner(), probeAgentSettings())
                    .ifPresent(probeAgent -> {
                if (used) {
                    refresh(infrastructure);
                }
                Map<String, List<RecurringProbe>> orders = used ? orders(infrastructure) : Map.of();
                orders.forEach((machineId, own) -> alone(machineId, () -> visit(probeAgent, infrastructure, machineId, own)));
                book.machineIds().stream().filter(machineId -> !orders.containsKey(machineId))
                        .forEach(machineId -> alone(machineId, () -> withoutOrders(probeAgent, infrastructure, machineId, used)));
            }));
        } catch (RuntimeException e) {
            LOG.warn("probe agents were not visited: {}", e.getMessage());
        }
    }

    private ProbeAgentSettings probeAgentSettings() {
        return new ProbeAgentSettings(settings.every().multipliedBy(MISSED), settings.alone());
    }

    /** Fetches results first, because the remaining budget depends on them; then sends orders. */
    private void visit(ProbeAgent probeAgent, Infrastructure infrastructure, String machineId, List<RecurringProbe> orders) {
        if (!visits.strange(machineId)) {
            visits.visit(probeAgent, machineId, orders);
            return;
        }
        visits.fetch(probeAgent, machineId);
        if (!visits.strange(machineId)) {
            visits.visit(probeAgent, machineId, orders(infrastructure).getOrDefault(machineId, List.of()));
        }
    }

    private SortedMap<String, List<RecurringProbe>> orders(Infrastructure infrastructure) {
        Addresses known = addresses;
        ProbeSchedule schedule = ProbeSchedule.of(infrastructure, known.of(infrastructure) ? known.told() : Addresses.NONE.told(),
                ProbeSettings.DEFAULT);
        LinkBudgets budgets = LinkBudgets.of(infrastructure, Optional.of(new Bytes(settings.budget().toBytes())));
        return new RecurringProbes(schedule, budgets, spending.links(), clock.instant()).of(settings.every(), settings.alone());
    }

    /** A machine that does not report its addresses now keeps its previous ones, so that a disconnected agent can continue. */
    private void refresh(Infrastructure infrastructure) {
        Addresses before = addresses;
        if (!before.of(infrastructure) || System.nanoTime() - before.at() > ADDRESSES_KEPT.toNanos()) {
            alone(ADDRESSES, () -> {
                MachineAddresses told = bench.addresses(infrastructure);
                addresses = new Addresses(Optional.of(infrastructure), before.of(infrastructure) ? before.told().and(told) : told,
                        System.nanoTime());
            });
        }
    }

    /**
     * Ends the agent, because an agent without visits would start probing. If the machine has not reported its addresses yet, only fetches
     * results.
     */
    private void withoutOrders(ProbeAgent probeAgent, Infrastructure infrastructure, String machineId, boolean used) {
        if (known(infrastructure, machineId)) {
            Addresses known = addresses;
            if (used && !(known.of(infrastructure) && known.told().byMachine().containsKey(machineId))) {
                visits.fetch(probeAgent, machineId);
            } else {
                visits.end(probeAgent, machineId);
            }
        } else {
            LOG.info("probe agent at {} is left to expire: the infrastructure no longer has this machine", machineId);
            book.forget(machineId);
        }
    }

    /** Runs the work unless the same work is still running: contacting a disconnected machine takes time to fail. */
    private void alone(String what, Runnable work) {
        if (underWay.add(what)) {
            threads.execute(() -> {
                try {
                    work.run();
                } catch (RuntimeException e) {
                    LOG.warn("probe agents, {}: {}", what, e.getMessage());
                } finally {
                    underWay.remove(what);
                }
            });
        }
    }

    private static boolean known(Infrastructure infrastructure, String machineId) {
        return infrastructure.hosts().stream().anyMatch(host -> host.id().equals(machineId))
                || infrastructure.sites().stream().flatMap(site -> site.vantage().stream())
                .anyMatch(vantage -> vantage.id().equals(machineId));
    }

    @PreDestroy
    void end() {
        turns.shutdownNow();
        threads.shutdownNow();
    }
}
