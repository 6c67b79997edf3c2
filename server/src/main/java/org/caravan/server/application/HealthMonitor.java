package org.caravan.server.application;

import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.caravan.adapter.ObservedState;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.journal.RunStore;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.server.DaemonThreads;
import org.caravan.server.events.Event;
import org.caravan.server.events.Events;
import org.caravan.server.planning.Targets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Health monitor: the last observation of each application, because the journal knows only how a deployment ended. Each server observes
 * once a minute, and whenever a client requests an application; it changes nothing.
 */
@Component
class HealthMonitor {

    private static final Logger LOG = LoggerFactory.getLogger(HealthMonitor.class);
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private final Targets targets;
    private final RunStore runs;
    private final HostRegistry fleet;
    private final Events events;
    private final Clock clock;
    private final Map<String, ApplicationHealth> latest = new ConcurrentHashMap<>();
    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(new DaemonThreads("health"));

    HealthMonitor(Targets targets, RunStore runs, HostRegistry fleet, Events events, Clock clock) {
        this.targets = targets;
        this.runs = runs;
        this.fleet = fleet;
        this.events = events;
        this.clock = clock;
    }

    @EventListener(ApplicationReadyEvent.class)
    void begin() {
        looks.scheduleWithFixedDelay(this::look, PAUSE.toSeconds(), PAUSE.toSeconds(), TimeUnit.SECONDS);
    }

    /**
     * Observes the hosts of one plan now. Not all hosts, because the client waits for the answers and each host handles few queries at
     * once.
     */
    ObservedState look(DeploymentPlan plan) {
        Instant begun = clock.instant();
        Set<String> hosts = hosts(plan);
        ObservedState seen = fleet.observe(hosts).of(plan.application());
        keep(ApplicationHealth.of(plan, seen, hosts, begun));
        return seen;
    }

    /** Empty before the first observation. */
    Optional<ApplicationHealth> latest(String application) {
        return Optional.ofNullable(latest.get(application));
    }

    private void look() {
        try {
            List<DeploymentPlan> plans = targets.deployed();
            latest.keySet().retainAll(plans.stream().map(DeploymentPlan::application).collect(Collectors.toSet()));
            if (!plans.isEmpty()) {
                Instant begun = clock.instant();
                Map<String, Set<String>> hosts = plans.stream().collect(Collectors.toMap(DeploymentPlan::application, this::hosts));
                ObservedState seen = fleet.observe(hosts.values().stream().flatMap(Set::stream).collect(Collectors.toSet()));
                plans.forEach(plan -> keep(ApplicationHealth.of(plan, seen.of(plan.application()), hosts.get(plan.application()), begun)));
            }
        } catch (RuntimeException e) {
            // The database or the infrastructure may be unavailable; the next observation follows in a minute.
            LOG.debug("hosts were not observed", e);
        }
    }

    /** Hosts of the plan, and hosts on which a failed deployment may have left copies. */
    private Set<String> hosts(DeploymentPlan plan) {
        Set<String> hosts = new HashSet<>(runs.footprint(plan.application()));
        plan.instances().stream().map(InstancePlacement::hostId).forEach(hosts::add);
        return hosts;
    }

    private void keep(ApplicationHealth now) {
        ApplicationHealth before = latest.put(now.application(), now);
        now.restartedSince(Optional.ofNullable(before)).forEach(one ->
                events.publish(new Event.InstanceRestarted(now.application(), one.instance(), one.hostId(), one.state(),
                one.restarts().count(), one.restarts().lastExitCode().isPresent() ? one.restarts().lastExitCode().getAsInt() : null)));
        if (!now.down().equals(before == null ? List.of() : before.down())) {
            events.publish(new Event.ApplicationChanged(now.application(), now.down().isEmpty() ? "RUNNING" : "DEGRADED"));
        }
    }

    @PreDestroy
    void end() {
        looks.shutdownNow();
    }
}
