package org.caravan.server.adaptation;

import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.caravan.execution.journal.StoreFault;
import org.caravan.infrastructure.Host;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.Finding;
import org.caravan.rules.HeldDeployment;
import org.caravan.rules.HostLook;
import org.caravan.rules.HostLook.Outcome;
import org.caravan.rules.Round;
import org.caravan.rules.Rules;
import org.caravan.server.DaemonThreads;
import org.caravan.server.Pause;
import org.caravan.server.Settings;
import org.caravan.server.health.OwnHealth;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.leading.LeaderStatus;
import org.caravan.server.node.LastSeen;
import org.caravan.server.planning.Targets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Observes, evaluates the rules, and passes on what they find. Actions run on another thread, so that a planning delays no look. The rules
 * take seconds of processor time to compile: this happens some time after the first deployment, or when a host first does not answer.
 */
@Component
class AdaptationLoop {

    private static final Logger LOG = LoggerFactory.getLogger(AdaptationLoop.class);
    /** Time after which the rules are compiled once something is deployed, so that a deployment is not slowed down. */
    private static final Duration QUIET = Duration.ofSeconds(60);

    private static final String OUTCOMES = "outcomes of all applications";

    private final Settings settings;
    private final Infrastructures infrastructures;
    private final Targets targets;
    private final HostLooks looks;
    private final HeldDeployments held;
    private final LossPreparation preparation;
    private final LostHosts lostHosts;
    private final OwnFaults ownFaults;
    private final Outcomes outcomes;
    private final OwnHealth health;
    private final LastSeen seen;
    private final LeaderStatus leads;
    private final Clock clock;
    private final ScheduledExecutorService rounds = Executors.newSingleThreadScheduledExecutor(new DaemonThreads("adaptation"));
    private final LeaderTasks work;
    private final RoundPause pauses;
    /** Rules remember rounds of this leadership only. */
    private Rules rules;
    private Pause quiet;
    private boolean compiled;
    /** Whether a host was silent in the round before. */
    private boolean suspicious;
    /** Hosts that were silent a short time ago, by the round before. */
    private Set<String> unsettled = Set.of();
    private Instant begun;
    private long begunNanos;

    AdaptationLoop(Settings settings, Infrastructures infrastructures, Targets targets, HostLooks looks, HeldDeployments held,
            LossPreparation preparation, LostHosts lostHosts, OwnFaults ownFaults,
            Outcomes outcomes, OwnHealth health, LastSeen seen, LeaderStatus leads, Clock clock) {
        this.settings = settings;
        this.infrastructures = infrastructures;
        this.targets = targets;
        this.looks = looks;
        this.held = held;
        this.preparation = preparation;
        this.lostHosts = lostHosts;
        this.ownFaults = ownFaults;
        this.outcomes = outcomes;
        this.health = health;
        this.seen = seen;
        this.leads = leads;
        this.work = new LeaderTasks("adaptation", leads);
        this.clock = clock;
        this.pauses = new RoundPause(settings.adaptation().every(), settings.adaptation().rules());
    }

    @EventListener(ApplicationReadyEvent.class)
    void begin() {
        if (settings.adaptation().used()) {
            next(settings.adaptation().every());
        }
    }

    private void next(Duration pause) {
        rounds.schedule(this::round, pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void round() {
        Duration pause = settings.adaptation().every();
        try {
            long looked = System.nanoTime();
            List<HostLook> looks = leads.now() ? observed() : forget();
            pause = pauses.after(looks, now(), Duration.ofNanos(System.nanoTime() - looked));
        } catch (StoreFault | DataAccessException away) {
            seen.noneLost();
            LOG.warn("the server does not adapt now: {}", away.getMessage());
        } catch (RuntimeException | LinkageError e) {
            if (rounds.isShutdown()) {
                LOG.debug("the server stops within a round of adaptation", e);
            } else {
                LOG.error("a round of adaptation failed", e);
            }
        } finally {
            if (!rounds.isShutdown()) {
                next(pause);
            }
        }
    }

    /** @return looks at hosts; empty if there is nothing to observe */
    private List<HostLook> observed() {
        Set<String> used = targets.all().stream().flatMap(plan -> plan.instances().stream()).map(InstancePlacement::hostId)
                .collect(Collectors.toSet());
        infrastructures.look();
        List<Host> hosts = infrastructures.current().map(infrastructure -> infrastructure.hosts().stream()
                .filter(host -> host.rental().isEmpty()).toList()).orElse(List.of());
        if (used.isEmpty() || hosts.isEmpty()) {
            return forget();
        }
        List<HeldDeployment> waiting = held.all();
        Instant at = now();
        long looked = System.nanoTime();
        Set<String> watched = new HashSet<>(used);
        waiting.forEach(deployment -> watched.addAll(deployment.hostIds()));
        // While one is silent, all at once: one part after the other would lengthen the rounds, and a loss takes several of them.
        List<Host> first = hosts.stream().filter(host -> suspicious || watched.contains(host.id())).toList();
        List<HostLook> all = new ArrayList<>(looks.look(first, at));
        boolean silent = all.stream().anyMatch(look -> look.outcome() == Outcome.SILENT && watched.contains(look.hostId()));
        if (!silent) {
            all.removeIf(look -> !watched.contains(look.hostId()));
        }
        suspicious = silent;
        if (silent) {
            all.addAll(looks.look(hosts.stream().filter(host -> !first.contains(host)).toList(), at));
            infrastructures.current().ifPresent(known -> all.replaceAll(look -> known.findHost(look.hostId()).isEmpty() ? look
                    : look.at(known.siteOfHost(look.hostId()).id())));
        }
        if (rules == null && waiting.isEmpty() && all.stream().allMatch(look -> look.outcome().alive())) {
            seen.noneLost();
            work.submit(OUTCOMES, () -> outcomes.look(Set.of()));
            compileInTime();
            return all;
        }
        // Before the rules, which may have to be compiled first.
        preparation.looked(all, unsettled);
        if (rules == null) {
            rules = Rules.builtIn(settings.adaptation().rules());
        }
        act(rules.evaluate(new Round(now(), all, silent ? health.faults() : List.of(), waiting)), all, looked);
        return all;
    }

    /** So that the first loss of a host waits for no compilation. */
    private void compileInTime() {
        if (quiet == null) {
            quiet = new Pause(QUIET);
            quiet.begin();
        } else if (!compiled && !quiet.lasts()) {
            compiled = true;
            work.submit("rules", Rules::compile);
        }
    }

    /** Time of day of the first round, continued by the monotonic clock: a changed clock neither ends nor extends a silence. */
    private Instant now() {
        if (begun == null) {
            begun = clock.instant();
            begunNanos = System.nanoTime();
        }
        return begun.plusNanos(System.nanoTime() - begunNanos);
    }

    /** @param looked monotonic time in ns before the looks */
    private void act(List<Finding> findings, List<HostLook> looks, long looked) {
        List<Finding.HostLost> lost = of(findings, Finding.HostLost.class);
        seen.lost(lost.stream().collect(Collectors.toMap(Finding.HostLost::hostId, finding -> LossPreparation.why(finding.since()))),
                looked);
        unsettled = of(findings, Finding.HostUnsettled.class).stream().map(Finding.HostUnsettled::hostId).collect(Collectors.toSet());
        Set<String> avoided = new HashSet<>(unsettled);
        lost.forEach(finding -> avoided.add(finding.hostId()));
        if (lost.isEmpty()) {
            lostHosts.noneLost();
        }
        ownFaults.found(of(findings, Finding.OwnFault.class));
        for (DeploymentPlan plan : lost.isEmpty() ? List.<DeploymentPlan>of() : targets.all()) {
            work.submit(plan.application(), () -> lostHosts.handle(plan.application(), lost, avoided));
        }
        of(findings, Finding.HostsBack.class).forEach(back -> work.submit(back.application(), () -> held.complete(back)));
        // Before a silence is long enough for a loss, for example after a restart, a host is not back.
        Set<String> unanswered = looks.stream().filter(look -> !look.outcome().alive()).map(HostLook::hostId).collect(Collectors.toSet());
        work.submit(OUTCOMES, () -> outcomes.look(unanswered));
    }

    private static <T extends Finding> List<T> of(List<Finding> findings, Class<T> kind) {
        return findings.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private List<HostLook> forget() {
        seen.noneLost();
        preparation.looked(List.of(), Set.of());
        unsettled = Set.of();
        if (rules != null) {
            rules.close();
            rules = null;
            begun = null;
        }
        return List.of();
    }

    @PreDestroy
    void end() throws InterruptedException {
        rounds.shutdownNow();
        rounds.awaitTermination(1, TimeUnit.SECONDS);
        work.end();
    }
}
