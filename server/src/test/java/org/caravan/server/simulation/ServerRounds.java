package org.caravan.server.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.adapter.AdapterFault;
import org.caravan.execution.fleet.HostRegistry;
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
import org.caravan.server.adaptation.AdaptationParts;
import org.caravan.server.planning.Targets;
import org.caravan.server.rest.ProblemException;
import org.springframework.dao.DataAccessException;

/** Rounds of adaptation of one server, as its loop makes them: looks at hosts, rules, and tasks for what they find. */
final class ServerRounds {

    private static final Duration LOOK_TIMEOUT = Duration.ofMillis(1_500);
    /** Pause after a silent look in worlds that were found before the product chose its pauses by the silence. */
    private static final Duration FORMER_PAUSE = Duration.ofMillis(500);

    private final World world;
    private final SimulatedServer server;
    private final HostRegistry fleet;
    private final Targets targets;
    private final AdaptationParts parts;
    private final Map<String, String> lost;
    private final Deque<Runnable> work = new ArrayDeque<>();
    private final Set<String> underWay = new HashSet<>();
    private final AdaptationParts.Pauses pauses;
    /** Hosts that count as lost for the task that runs. */
    private Set<String> acting = Set.of();
    private Rules rules;
    private boolean busy;
    /** Whether the round only read, and the next ones would read the same until something changes. */
    private boolean repeats;

    ServerRounds(World world, SimulatedServer server, HostRegistry fleet, Targets targets, AdaptationParts parts,
            Map<String, String> lost) {
        this.world = world;
        this.server = server;
        this.fleet = fleet;
        this.targets = targets;
        this.parts = parts;
        this.lost = lost;
        this.pauses = AdaptationParts.pauses(world.settings.adaptation());
    }

    Set<String> acting() {
        return acting;
    }

    /** Waits until nobody else plans: execution does not refuse plans of two applications that were made from the same state. */
    void take() {
        world.turns.await(() -> !busy, Duration.ofDays(100_000));
        busy = true;
    }

    void release() {
        busy = false;
    }

    /** The process ends. */
    void end() {
        if (rules != null) {
            rules.close();
        }
    }

    void rounds() {
        Duration every = world.settings.adaptation().every();
        while (true) {
            long begun = world.turns.nanos();
            long seen = world.changes();
            Duration pause = every;
            repeats = false;
            try {
                List<HostLook> looks = server.leading() ? observed() : forget();
                pause = pause(looks, Duration.ofNanos(world.turns.nanos() - begun));
            } catch (StoreFault | DataAccessException away) {
                lost.clear();
            }
            if (repeats && seen == world.changes() && !server.dying()) {
                world.turns.await(() -> seen != world.changes(), Duration.ofDays(100_000));
                // The first round after the change, as if none had been left out.
                world.turns.sleep(Duration.ofNanos(every.toNanos() - (world.turns.nanos() - begun) % every.toNanos()));
            } else {
                world.turns.sleep(pause);
            }
        }
    }

    private Duration pause(List<HostLook> looks, Duration lasted) {
        if (world.features.formerPace()) {
            return looks.stream().anyMatch(look -> look.outcome() == Outcome.SILENT) ? FORMER_PAUSE : world.settings.adaptation().every();
        }
        return pauses.after(looks, world.turns.instant(), lasted);
    }

    /** One task after the other, each only while this server leads. */
    void tasks() {
        while (true) {
            world.turns.await(() -> !work.isEmpty(), Duration.ofDays(100_000));
            take();
            work.remove().run();
            release();
        }
    }

    void submit(String subject, Runnable task) {
        if (underWay.add(subject)) {
            work.add(() -> {
                try {
                    if (server.leading()) {
                        task.run();
                    }
                } catch (StoreFault | DataAccessException | ProblemException | AdapterFault failed) {
                    world.trace.note("server " + server.number + ": task of " + subject + " failed: " + failed.getMessage());
                } finally {
                    underWay.remove(subject);
                }
            });
        }
    }

    /** A round of the adaptation loop. @return looks at hosts; empty if there is nothing to observe */
    private List<HostLook> observed() {
        Set<String> used = targets.all().stream().flatMap(plan -> plan.instances().stream()).map(InstancePlacement::hostId)
                .collect(Collectors.toCollection(TreeSet::new));
        if (used.isEmpty()) {
            return forget();
        }
        List<HeldDeployment> waiting = parts.held();
        Instant at = world.turns.instant();
        Set<String> watched = new TreeSet<>(used);
        waiting.forEach(held -> watched.addAll(held.hostIds()));
        List<HostLook> all = new ArrayList<>(looks(world.infrastructure.hosts().stream().filter(host -> watched.contains(host.id()))
                .toList(), at));
        boolean silent = all.stream().anyMatch(look -> look.outcome() == Outcome.SILENT);
        if (silent) {
            all.addAll(looks(world.infrastructure.hosts().stream().filter(host -> !watched.contains(host.id())).toList(), at));
        }
        if (rules == null && waiting.isEmpty() && all.stream().allMatch(look -> look.outcome().alive())) {
            lost.clear();
            submit("outcomes", () -> parts.outcomes(Set.of()));
            repeats = world.steady() && work.size() == 1;
            return all;
        }
        if (rules == null) {
            rules = Rules.builtIn(world.settings.adaptation().rules());
        }
        List<String> faults = silent && server.diskFull() ? List.of("The database of the server is not usable.") : List.of();
        act(rules.evaluate(new Round(world.turns.instant(), all, faults, waiting)), all);
        return all;
    }

    private List<HostLook> looks(List<Host> hosts, Instant at) {
        List<HostLook> looks = hosts.stream().map(host -> look(host, at)).toList();
        if (looks.stream().anyMatch(look -> look.outcome() == Outcome.SILENT)) {
            world.turns.sleep(LOOK_TIMEOUT);
        }
        return looks;
    }

    private HostLook look(Host host, Instant at) {
        WorldHost there = world.host(host.id());
        if (there.has(Fault.Kind.PROVIDER_SLOW) && there.up() && !world.cut(there, server)) {
            return new HostLook(host.id(), Outcome.SLOW, at, "it accepts a connection but was not observed in time",
                    world.infrastructure.siteOfHost(host.id()).id());
        }
        try {
            fleet.adapter(host).observe(host);
            lost.remove(host.id());
            return new HostLook(host.id(), Outcome.ANSWERED, at, "", world.infrastructure.siteOfHost(host.id()).id());
        } catch (AdapterFault fault) {
            return new HostLook(host.id(), fault.kind() == AdapterFault.Kind.UNREACHABLE ? Outcome.SILENT : Outcome.UNCLEAR, at,
                    fault.sentence(), world.infrastructure.siteOfHost(host.id()).id());
        }
    }

    private void act(List<Finding> findings, List<HostLook> looks) {
        List<Finding.HostLost> found = of(findings, Finding.HostLost.class);
        lost.clear();
        found.forEach(finding -> lost.put(finding.hostId(), "it does not answer since " + finding.since()));
        Set<String> avoided = of(findings, Finding.HostUnsettled.class).stream().map(Finding.HostUnsettled::hostId)
                .collect(Collectors.toCollection(TreeSet::new));
        found.forEach(finding -> avoided.add(finding.hostId()));
        world.watch.lost(lost.keySet());
        if (found.isEmpty()) {
            parts.noneLost();
        }
        parts.ownFaults(of(findings, Finding.OwnFault.class));
        for (DeploymentPlan plan : found.isEmpty() ? List.<DeploymentPlan>of() : targets.all()) {
            submit(plan.application(), () -> {
                Set<String> used = targets.target(plan.application()).stream().flatMap(target -> target.instances().stream())
                        .map(InstancePlacement::hostId).collect(Collectors.toSet());
                acting = found.stream().map(Finding.HostLost::hostId).filter(used::contains).collect(Collectors.toSet());
                try {
                    parts.lost(plan.application(), found, avoided);
                } finally {
                    acting = Set.of();
                }
            });
        }
        of(findings, Finding.HostsBack.class).forEach(back -> submit(back.application(), () -> parts.complete(back)));
        Set<String> unanswered = looks.stream().filter(look -> !look.outcome().alive()).map(HostLook::hostId)
                .collect(Collectors.toCollection(TreeSet::new));
        submit("outcomes", () -> parts.outcomes(unanswered));
    }

    private static <T extends Finding> List<T> of(List<Finding> findings, Class<T> kind) {
        return findings.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private List<HostLook> forget() {
        lost.clear();
        repeats = true;
        if (rules != null) {
            rules.close();
            rules = null;
        }
        return List.of();
    }
}
