package org.caravan.server.leading;

import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.caravan.execution.DeploymentService;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.StoreFault;
import org.caravan.execution.sql.Leadership;
import org.caravan.server.DaemonThreads;
import org.caravan.server.Settings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Leader election: acquires the leadership if it is free, renews it, and stands down in time if renewal fails. A leader without access to
 * the database ends its work before another server can start.
 */
@Component
class LeaderElection {

    private static final Logger LOG = LoggerFactory.getLogger(LeaderElection.class);
    private static final int TURNS = 5;
    private static final Duration ENDING = Duration.ofSeconds(20);

    private final Optional<Leadership> shared;
    private final Duration time;
    private final LeaderStatus leads;
    private final RunStore journal;
    private final DeploymentService deployment;
    private final Recovery recovery;
    private final LeaderRoutes routes;
    private final ApplicationEventPublisher inside;
    private final ScheduledExecutorService turns = Executors.newSingleThreadScheduledExecutor(new DaemonThreads("leadership"));
    /** Serialises the start and the end of leadership: standing down waits until the start has completed. */
    private final ExecutorService work = Executors.newSingleThreadExecutor(new DaemonThreads("leading"));
    private long epoch;
    private long goodUntil;

    LeaderElection(LeadershipConfiguration.Shared shared, Settings settings, LeaderStatus leads, RunStore journal,
            DeploymentService deployment, Recovery recovery,
            LeaderRoutes routes, ApplicationEventPublisher inside) {
        this.shared = shared.leadership();
        this.time = settings.leadership().time();
        this.leads = leads;
        this.journal = journal;
        this.deployment = deployment;
        this.recovery = recovery;
        this.routes = routes;
        this.inside = inside;
    }

    /** Runs when the application is ready, so that the server can report any problem with leadership. */
    @Order(1)
    @EventListener(ApplicationReadyEvent.class)
    void begin() {
        if (shared.isEmpty()) {
            leads.lead(0);
            lead(0);
            return;
        }
        turn();
        turns.scheduleWithFixedDelay(this::turn, time.toMillis() / TURNS, time.toMillis() / TURNS, TimeUnit.MILLISECONDS);
    }

    private void turn() {
        Leadership leadership = shared.orElseThrow();
        long asked = System.nanoTime();
        try {
            if (!leads.now()) {
                take(leadership, asked);
            } else if (leadership.keep(epoch)) {
                goodUntil = asked + time.toNanos();
            } else {
                standDown("another server leads");
            }
        } catch (StoreFault away) {
            // Stands down one turn early, because running work must end before another server can start.
            if (leads.now() && System.nanoTime() - goodUntil > -time.toNanos() / TURNS) {
                standDown(away.getMessage());
            }
        } catch (RuntimeException e) {
            LOG.error("leadership was not checked", e);
        }
    }

    private void take(Leadership leadership, long asked) {
        OptionalLong taken = leadership.take();
        if (taken.isPresent()) {
            epoch = taken.getAsLong();
            goodUntil = asked + time.toNanos();
            LOG.info("this server leads (epoch {})", epoch);
            long since = epoch;
            leads.lead(since);
            work.execute(() -> lead(since));
        }
    }

    /**
     * Start of leadership. It runs on its own thread, because it may take longer than the leadership is valid; the leadership is renewed
     * meanwhile.
     */
    private void lead(long since) {
        try {
            journal.lead(since);
        } catch (StoreFault away) {
            LOG.warn("this server is not the leader after all (epoch {}): {}", since, away.getMessage());
            leads.end();
            return;
        }
        try {
            inside.publishEvent(new LeadershipAcquired(since));
            recovery.recover();
        } catch (RuntimeException e) {
            LOG.error("unfinished deployments could not be continued", e);
        }
        routes.start();
    }

    private void standDown(String why) {
        LOG.warn("this server is no longer the leader (epoch {}): {}", epoch, why);
        leads.end();
        work.execute(() -> {
            routes.stop();
            deployment.standDown();
        });
    }

    /** Ends started work and then releases the leadership, so that another server need not wait for its expiry. */
    @PreDestroy
    void end() throws InterruptedException {
        turns.shutdown();
        turns.awaitTermination(time.toMillis(), TimeUnit.MILLISECONDS);
        boolean led = shared.isPresent() && leads.now();
        if (led) {
            standDown("it ends");
        }
        work.shutdown();
        boolean ended = work.awaitTermination(ENDING.toMillis(), TimeUnit.MILLISECONDS);
        try {
            if (led && ended) {
                shared.get().giveBack(epoch);
            }
        } catch (StoreFault away) {
            LOG.warn("the next leader has to wait: {}", away.getMessage());
        }
        shared.ifPresent(Leadership::close);
    }
}
