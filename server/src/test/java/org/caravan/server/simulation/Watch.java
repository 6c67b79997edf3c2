package org.caravan.server.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.InstanceId;
import org.caravan.application.Component;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunSummary;
import org.caravan.execution.journal.Target;
import org.caravan.infrastructure.HostType;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.Effort;
import org.caravan.rules.Limits;
import org.caravan.rules.PastAction;
import org.caravan.server.adaptation.Efforts;

/** The invariants. Compares what really happens in the world with what the control plane promises. */
final class Watch {

    /** Time after which a copy that answered a moment ago still counts: the control plane could not know yet. */
    private static final Duration UNNOTICED = Duration.ofSeconds(60);
    /** Bound for a decision about a host that is down, without a fault on the side of the servers. */
    private static final Duration DECIDED = Duration.ofMinutes(10);

    private final World world;
    private final Limits limits;
    private final List<String> violations = new ArrayList<>();
    private final Map<String, List<PastAction>> automatic = new TreeMap<>();
    private final Map<String, Move> moves = new HashMap<>();
    /** Virtual time in ns at which a fault on the side of the servers was last there. */
    private long latestOwnFault;
    private long checks;

    private record Move(String from, String to, long at) {}

    Watch(World world, Limits limits) {
        this.world = world;
        this.limits = limits;
    }

    List<String> violations() {
        return violations;
    }

    long checks() {
        return checks;
    }

    private void check(boolean fine, String otherwise) {
        checks++;
        if (!fine && violations.isEmpty()) {
            violations.add(otherwise);
            world.trace.tell("VIOLATED: " + otherwise);
        }
    }

    /** After each change of a host: no copy exists twice. */
    void hosts() {
        Set<CopyId> ids = new HashSet<>();
        for (WorldHost host : world.hosts()) {
            for (WorldCopy copy : host.copies) {
                check(ids.add(copy.id), "doubled: copy " + copy.id + " exists twice, also on " + host.id);
            }
        }
    }

    /** Before a server removes a copy. */
    void removes(WorldHost host, CopyId id) {
        Optional<WorldCopy> removed = host.copy(id);
        if (removed.isEmpty()) {
            return;
        }
        int minimum = world.models.get(id.application()).components().stream().filter(one -> one.id().equals(id.instance().componentId()))
                .mapToInt(Component::replicas).findFirst().orElse(0);
        Set<InstanceId> before = served(id, null);
        Set<InstanceId> after = served(id, removed.get());
        boolean fine = after.size() >= before.size() || after.size() >= minimum;
        check(fine, "below minimum: removing " + id + " from " + host.id + " leaves " + after.size() + " of " + minimum + " copies of "
                + id.instance().componentId());
    }

    private Set<InstanceId> served(CopyId like, WorldCopy without) {
        long now = world.turns.nanos();
        return world.hosts().stream().filter(host -> host.up() || now - host.downSince < UNNOTICED.toNanos())
                .flatMap(host -> host.copies.stream()).filter(copy -> copy != without && copy.readyAt <= now
                        && copy.id.application().equals(like.application())
                        && copy.id.instance().componentId().equals(like.instance().componentId()))
                .map(copy -> copy.id.instance()).collect(Collectors.toSet());
    }

    /** A plan became the target. */
    void begun(DeploymentPlan plan, Optional<DeploymentPlan> before) {
        if (before.equals(Optional.of(plan))) {
            return;
        }
        boolean byRule = world.approvedByRule.contains(plan.digest());
        world.trace.tell("plan " + plan.digest().substring(0, 8) + " of " + plan.application() + " is the target" + (byRule
                ? " by a rule: " : ": ") + plan.instances().stream().map(placed -> placed.instance() + "@" + placed.hostId())
                .collect(Collectors.joining(" ")));
        reservations();
        before.ifPresent(old -> {
            if (byRule) {
                limits(plan, old);
            }
            plan.instances().forEach(placed -> old.instance(placed.instance()).filter(was -> !was.hostId().equals(placed.hostId()))
                    .ifPresent(was -> moved(plan.application(), was, placed, byRule)));
        });
    }

    private void reservations() {
        Map<String, long[]> sums = new TreeMap<>();
        world.journal.targets().stream().map(Target::plan).flatMap(plan -> plan.instances().stream()).forEach(placed -> {
            long[] sum = sums.computeIfAbsent(placed.hostId(), unused -> new long[2]);
            sum[0] += placed.spec().cpu().value();
            sum[1] += placed.spec().memory().value();
        });
        sums.forEach((hostId, sum) -> {
            HostType type = world.infrastructure.hostTypeOf(hostId);
            check(sum[0] <= type.cpu().value() && sum[1] <= type.memory().value(), "over-promised: " + hostId + " has " + sum[0]
                    + " mCPU and " + sum[1] + " bytes reserved");
        });
    }

    private void limits(DeploymentPlan plan, DeploymentPlan old) {
        Instant now = world.turns.instant();
        check(!world.frozen(plan.application()), "limit: a rule changed " + plan.application() + ", which is frozen");
        Set<String> lost = world.hosts().stream().filter(host -> host.troubled() || world.turns.nanos() - host.latestTrouble
                < UNNOTICED.toNanos()).map(host -> host.id).collect(Collectors.toSet());
        Effort effort = Efforts.of(old, plan, lost);
        List<PastAction> past = automatic.computeIfAbsent(plan.application(), unused -> new ArrayList<>());
        past.stream().map(PastAction::at).max(Instant::compareTo).ifPresent(latest -> check(!now.isBefore(latest.plus(limits.coolDown())),
                "limit: two automatic actions of " + plan.application() + " within " + Duration.between(latest, now).toSeconds()
                        + " s; the cool-down is " + limits.coolDown().toSeconds() + " s"));
        past.add(new PastAction(now, effort));
        int flaps = past.stream().filter(action -> action.at().isAfter(now.minus(limits.flapPeriod())))
                .mapToInt(action -> action.effort().flaps()).sum();
        int moved = past.stream().filter(action -> action.at().isAfter(now.minus(Duration.ofHours(1))))
                .mapToInt(action -> action.effort().moves()).sum();
        check(flaps <= limits.flapBudget(), "limit: " + flaps + " starts and stops of " + plan.application() + " within an hour");
        check(moved <= limits.movesPerHour(), "limit: " + moved + " moves of " + plan.application() + " within an hour");
    }

    private void moved(String application, InstancePlacement was, InstancePlacement now, boolean byRule) {
        String key = application + "/" + now.instance();
        Move before = moves.put(key, new Move(was.hostId(), now.hostId(), world.turns.nanos()));
        if (byRule && before != null && before.from().equals(now.hostId()) && before.to().equals(was.hostId())) {
            check(world.host(was.hostId()).latestTrouble >= before.at(), "back and forth: " + key + " returns from " + was.hostId() + " to "
                    + now.hostId() + " without a cause");
        }
    }

    /** Now and then: what a host that is down had is replaced, or a decision says why not. */
    void decisions() {
        long now = world.turns.nanos();
        for (WorldHost host : world.hosts()) {
            if (host.troubled()) {
                host.latestTrouble = now;
            }
        }
        if (world.ownFault()) {
            latestOwnFault = now;
            return;
        }
        for (Target target : world.journal.targets()) {
            DeploymentPlan plan = target.plan();
            Set<String> stateful = world.models.get(plan.application()).statefulComponentIds();
            for (InstancePlacement placed : plan.instances()) {
                WorldHost host = world.host(placed.hostId());
                if (!host.up() && now - Math.max(host.downSince, latestOwnFault) > DECIDED.toNanos()
                        && !stateful.contains(placed.instance().componentId())) {
                    decided(plan.application(), placed, host);
                }
            }
        }
    }

    private void decided(String application, InstancePlacement placed, WorldHost host) {
        String latest = world.tables.latestDecision(application, host.id);
        check(Set.of("HELD", "FAILED", "OBSERVED", "DEPLOYING", "PROPOSED", "LAPSED").contains(latest), "lost: " + placed.instance()
                + " of " + application + " is on " + host.id + ", which is down for " + Duration.ofNanos(world.turns.nanos()
                - host.downSince).toMinutes() + " min; the latest decision about it: " + latest);
    }

    /** At the end, some time after all faults: every run is done or held with a report, and the world is as the target says. */
    void converged() {
        for (String application : world.models.keySet()) {
            Optional<RunSummary> run = world.journal.latestRun(application);
            check(run.isPresent() && !run.get().state().underWay(), "not converged: deployment of " + application + " is "
                    + run.map(one -> one.runId() + " " + one.state()).orElse("not begun"));
            if (run.isEmpty() || run.get().state() == RunState.FAILED) {
                check(run.isEmpty() || run.get().error().isPresent(), "held without a report: " + application);
                check(run.isEmpty(), "not converged: deployment " + run.map(one -> one.runId() + " of " + application
                        + " is held although nothing is wrong: " + one.error().orElse("")).orElse(""));
                continue;
            }
            DeploymentPlan plan = world.journal.target(application).orElseThrow().plan();
            Set<String> wanted = plan.instances().stream().map(placed -> placed.copy(application) + " on " + placed.hostId())
                    .collect(Collectors.toCollection(TreeSet::new));
            Set<String> real = world.hosts().stream().flatMap(host -> host.copies.stream().filter(copy -> copy.running
                    && copy.readyAt <= world.turns.nanos() && copy.id.application().equals(application))
                    .map(copy -> copy.id + " on " + host.id)).collect(Collectors.toCollection(TreeSet::new));
            check(wanted.equals(real), "lost or left: " + application + " should be " + wanted + " but is " + real);
            check(plan.entries().equals(world.published(application)), "users of " + application + " are sent to "
                    + world.published(application) + " instead of " + plan.entries());
        }
        String open = world.tables.openDecisions();
        check(open.isEmpty(), "lost: a decision has not ended: " + open);
    }
}
