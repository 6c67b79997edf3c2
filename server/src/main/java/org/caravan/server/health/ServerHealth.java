package org.caravan.server.health;

import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.caravan.server.DaemonThreads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Runs the health checks every 5 s in the background, so that requests without a token neither cause work nor wait for an unavailable
 * broker.
 */
@Component
class ServerHealth {

    private static final Logger LOG = LoggerFactory.getLogger(ServerHealth.class);
    private static final int EVERY_SECONDS = 5;

    private final List<HealthCheck> checks;
    private final Clock clock;
    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(new DaemonThreads("health"));
    private volatile boolean started;
    private volatile Looked latest = new Looked(Optional.empty(), List.of());

    /** @param wrong empty if healthy */
    record Found(String name, Optional<String> wrong) {}

    /** @param at empty before the first run */
    record Looked(Optional<Instant> at, List<Found> found) {

        boolean well() {
            return found.stream().allMatch(one -> one.wrong().isEmpty());
        }
    }

    ServerHealth(List<HealthCheck> checks, Clock clock) {
        this.checks = checks.stream().sorted(Comparator.comparing(HealthCheck::name)).toList();
        this.clock = clock;
    }

    /**
     * Starts after all other start-up listeners, including recovery and leadership, so that a server whose start fails never reports that
     * it is up.
     */
    @Order(1)
    @EventListener
    void begin(AvailabilityChangeEvent<ReadinessState> change) {
        if (change.getState() != ReadinessState.ACCEPTING_TRAFFIC || started) {
            return;
        }
        started = true;
        looks.scheduleWithFixedDelay(this::look, 0, EVERY_SECONDS, TimeUnit.SECONDS);
    }

    boolean started() {
        return started;
    }

    Looked latest() {
        return latest;
    }

    private void look() {
        List<Found> before = latest.found();
        latest = new Looked(Optional.of(clock.instant()), checks.stream().map(ServerHealth::look).toList());
        latest.found().stream().filter(found -> !before.contains(found)).forEach(found -> {
            if (found.wrong().isPresent()) {
                LOG.warn("health: {}: {}", found.name(), found.wrong().get());
            } else if (!before.isEmpty()) {
                LOG.info("health: {} has recovered", found.name());
            }
        });
    }

    private static Found look(HealthCheck check) {
        try {
            return new Found(check.name(), check.whatIsWrong());
        } catch (Exception e) {
            return new Found(check.name(), Optional.of("It does not answer: "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse("")
                    + "\nMaybe check it, and read the server's log."));
        }
    }

    @PreDestroy
    void close() {
        looks.shutdownNow();
    }
}
