package org.caravan.server.adaptation;

import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.infrastructure.Host;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.HostLook;
import org.caravan.rules.HostLook.Outcome;
import org.caravan.server.DaemonThreads;
import org.caravan.server.Pause;
import org.caravan.server.broker.PlanOrder;
import org.caravan.server.leading.LeaderStatus;
import org.caravan.server.planning.RunningPlannings;
import org.caravan.server.planning.Targets;
import org.caravan.server.planning.TrialPlannings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Uses the time between the first look without an answer and the decision that the host is lost: plans the replacement of its copies on
 * trial, and gets the hosts ready for calls that get other copies by that plan. It decides and stores nothing, changes nothing on hosts
 * and never contacts a silent one. The planning after the decision takes the trial over if nothing has changed since then.
 */
@Component
class LossPreparation {

    private static final Logger LOG = LoggerFactory.getLogger(LossPreparation.class);
    /** Of all trials of one preparation. A loss is decided after 5 to 8 s of silence. */
    private static final Duration MOST = Duration.ofSeconds(10);
    /** After a preparation, so that a host that is silent again and again costs little. */
    private static final Duration PAUSE = Duration.ofMinutes(1);
    private static final int AT_ONCE = 8;

    private final Supplier<List<DeploymentPlan>> targets;
    private final TrialPlannings plannings;
    private final Consumer<String> opening;
    private final LeaderTasks work;
    private final ExecutorService sessions = Executors.newFixedThreadPool(AT_ONCE, new DaemonThreads("host-preparation"));
    /** First look without an answer, by host. */
    private final Map<String, Instant> silent = new ConcurrentHashMap<>();
    private final Map<String, Pause> prepared = new TreeMap<>();

    @Autowired
    LossPreparation(Targets targets, RunningPlannings plannings, HostRegistry fleet, LeaderStatus leads) {
        this(targets::all, plannings, hostId -> {
            Host host = fleet.host(hostId);
            fleet.adapter(host).prepare(host);
        }, leads);
    }

    /**
     * @param targets of all applications
     * @param opening gets a host ready for calls, by id
     */
    LossPreparation(Supplier<List<DeploymentPlan>> targets, TrialPlannings plannings, Consumer<String> opening,
            LeaderStatus leads) {
        this.targets = targets;
        this.plannings = plannings;
        this.opening = opening;
        this.work = new LeaderTasks("preparation of a loss", leads);
    }

    /** Why a host is not contacted, for use inside a sentence. */
    static String why(Instant since) {
        return "it does not answer since " + since;
    }

    /**
     * Called once per round. Prepares once per silence of a host.
     *
     * @param looks of the round; empty if nothing is observed
     * @param unsettled hosts that automatic plans avoid
     */
    void looked(List<HostLook> looks, Set<String> unsettled) {
        silent.keySet().retainAll(looks.stream().filter(look -> !look.outcome().alive()).map(HostLook::hostId).toList());
        // In milliseconds, as the rules count.
        looks.stream().filter(look -> look.outcome() == Outcome.SILENT)
                .forEach(look -> silent.putIfAbsent(look.hostId(), Instant.ofEpochMilli(look.at().toEpochMilli())));
        prepared.entrySet().removeIf(one -> !silent.containsKey(one.getKey()) && !one.getValue().lasts());
        if (silent.isEmpty()) {
            plannings.endTrials();
        } else if (!prepared.keySet().containsAll(silent.keySet())) {
            Map<String, String> reasons = new TreeMap<>();
            silent.forEach((host, since) -> reasons.put(host, why(since)));
            Set<String> avoided = new HashSet<>(unsettled);
            avoided.addAll(reasons.keySet());
            if (work.submitUrgent("hosts without an answer", () -> prepare(reasons, avoided))) {
                reasons.keySet().forEach(host -> {
                    Pause pause = new Pause(PAUSE);
                    pause.begin();
                    prepared.put(host, pause);
                });
            }
        }
    }

    private void prepare(Map<String, String> reasons, Set<String> avoided) {
        long end = System.nanoTime() + MOST.toNanos();
        for (DeploymentPlan target : targets.get()) {
            long left = end - System.nanoTime();
            if (left > 0 && silent.keySet().equals(reasons.keySet()) && uses(target, reasons.keySet())) {
                prepare(target, reasons, avoided, Duration.ofNanos(left));
            }
        }
    }

    private void prepare(DeploymentPlan target, Map<String, String> reasons, Set<String> avoided, Duration most) {
        String application = target.application();
        long begun = System.nanoTime();
        try {
            plannings.tryOut(application, PlanOrder.replacing(avoided), reasons, most).ifPresent(plan -> {
                // All others have nothing to do for the replacement.
                Set<InstancePlacement> same = new HashSet<>(target.instances());
                Set<String> hosts = plan.instances().stream().filter(placed -> !same.contains(placed))
                        .map(InstancePlacement::hostId).collect(Collectors.toSet());
                hosts.removeAll(reasons.keySet());
                hosts.forEach(host -> sessions.execute(() -> prepare(host, reasons.keySet())));
                LOG.info("a replacement of {} without {} was planned on trial in {} ms", application, reasons.keySet(),
                        Duration.ofNanos(System.nanoTime() - begun).toMillis());
            });
        } catch (RuntimeException fault) {
            LOG.info("the replacement of {} is not prepared: {}", application, String.valueOf(fault.getMessage()).lines().findFirst()
                    .orElse(""));
        }
    }

    private void prepare(String hostId, Set<String> replaced) {
        try {
            // Once these hosts answer again, there is nothing to replace.
            if (replaced.stream().anyMatch(silent::containsKey) && !silent.containsKey(hostId)) {
                opening.accept(hostId);
            }
        } catch (RuntimeException fault) {
            // The deployment will report it.
            LOG.debug("no session to {}: {}", hostId, fault.getMessage());
        }
    }

    private static boolean uses(DeploymentPlan target, Set<String> hosts) {
        return target.instances().stream().anyMatch(placed -> hosts.contains(placed.hostId()));
    }

    @PreDestroy
    void end() {
        work.end();
        sessions.shutdownNow();
    }
}
