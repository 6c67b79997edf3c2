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
import java.util.stream.Stream;
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
import org.caravan.server.planning.AutomaticPlans.Made;

/** The invariants. Compares what really happens in the world with what the control plane promises. */
final class Watch {

    /**
     * A copy that answered until its host failed still counts for this time, also while the host boots, unless the server that removes
     * the other copy has decided that the host is lost. A server confirms the new copy, then other steps follow, then it removes the old
     * copy: it cannot know of a failure after the confirmation.
     */
    private static final Duration UNNOTICED = Duration.ofSeconds(60);
    /** Bound for a decision about a host that is down, without a fault on the side of the servers. */
    private static final Duration DECIDED = Duration.ofMinutes(10);
    /** Time after the end of all faults of a host within which a server may still count it as lost: two rounds of looks. */
    private static final Duration BELIEVED = Duration.ofSeconds(10);

    private final World world;
    private final RuleWatch rules;
    private final Limits operator;
    private final List<String> violations = new ArrayList<>();
    private final Map<String, List<PastAction>> automatic = new TreeMap<>();
    private final Map<String, Move> moves = new HashMap<>();
    /** Digest of the plan of each application and generation, and the host of each copy that was ever created. */
    private final Map<String, String> owners = new HashMap<>();
    private final Map<CopyId, String> homes = new HashMap<>();
    /** Virtual time in ns at which the latest decision about an application and a host that is down still said why nothing is done. */
    private final Map<String, Long> explained = new HashMap<>();
    /** Virtual time in ns at which a fault on the side of the servers was last there. */
    private long latestOwnFault;
    private long checks;

    private record Move(String from, String to, long at) {}

    /** @param operator limits of the operator; owners have further ones */
    Watch(World world, Limits operator) {
        this.world = world;
        this.rules = new RuleWatch(world, this);
        this.operator = operator;
    }

    List<String> violations() {
        return violations;
    }

    long checks() {
        return checks;
    }

    Map<String, Integer> acted() {
        return rules.acted();
    }

    void check(boolean fine, String otherwise) {
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
    void removes(SimulatedServer server, WorldHost host, CopyId id) {
        Optional<WorldCopy> removed = host.copy(id);
        if (removed.isEmpty()) {
            return;
        }
        int minimum = minimum(id);
        Set<InstanceId> before = served(server, id, null);
        Set<InstanceId> after = served(server, id, removed.get());
        boolean fine = after.size() >= before.size() || after.size() >= minimum;
        check(fine, "below minimum: removing " + id + " from " + host.id + " leaves " + after.size() + " of " + minimum + " copies of "
                + id.instance().componentId());
    }

    private int minimum(CopyId id) {
        return world.models.get(id.application()).components().stream().filter(one -> one.id().equals(id.instance().componentId()))
                .mapToInt(Component::replicas).findFirst().orElse(0);
    }

    private Set<InstanceId> served(SimulatedServer server, CopyId like, WorldCopy without) {
        return world.hosts().stream().flatMap(host -> host.serving(world.turns.nanos(), UNNOTICED, server.countsAsLost(host.id)))
                .filter(copy -> copy != without && copy.id.application().equals(like.application())
                        && copy.id.instance().componentId().equals(like.instance().componentId()) && !leftOver(copy))
                .map(copy -> copy.id.instance()).collect(Collectors.toSet());
    }

    /**
     * Whether the copy is what a failed scaling in left: the target has enough other instances and not this one, and no users are sent to
     * it. It serves no users, so its removal takes nothing from users.
     */
    private boolean leftOver(WorldCopy copy) {
        Optional<DeploymentPlan> target = world.journal.target(copy.id.application()).map(Target::plan);
        long wanted = target.stream().flatMap(plan -> plan.instances().stream())
                .filter(placed -> placed.instance().componentId().equals(copy.id.instance().componentId())).count();
        return wanted >= minimum(copy.id) && target.filter(plan -> plan.instance(copy.id.instance()).isEmpty()).isPresent()
                && world.published(copy.id.application()).stream().noneMatch(entry -> entry.to().equals(copy.id.instance())
                        || copy.spec.addresses().stream().anyMatch(address -> address.address().equals(entry.targetAddress())));
    }

    /** A server creates a copy: its generation belongs to one plan, which names one host. */
    void creates(WorldHost host, CopyId id) {
        String home = homes.merge(id, host.id, (first, unused) -> first);
        check(home.equals(host.id), "two owners: copy " + id + " is created on " + host.id + ", before on " + home);
    }

    void planned(Made made) {
        rules.planned(made);
    }

    /** A rule approves a plan. */
    void approved(String application, String planId) {
        rules.approved(application, world.plans.get(planId), world.approvedByRule.get(planId), limits(application));
    }

    private Limits limits(String application) {
        return operator.and(world.models.get(application).supplement().adaptation().limitsOfActions());
    }

    /** A plan became the target. */
    void begun(DeploymentPlan plan, Optional<DeploymentPlan> before) {
        String owner = owners.merge(plan.application() + " " + plan.generation(), plan.digest(), (first, unused) -> first);
        check(owner.equals(plan.digest()), "two owners: generation " + plan.generation() + " of " + plan.application() + " is plan "
                + plan.digest() + ", before plan " + owner);
        if (before.equals(Optional.of(plan))) {
            return;
        }
        boolean byRule = world.approvedByRule.containsKey(plan.digest());
        world.trace.tell("plan " + plan.digest().substring(0, 8) + " of " + plan.application() + " is the target" + (byRule
                ? " by a rule: " : ": ") + plan.instances().stream().map(placed -> placed.instance() + "@" + placed.hostId())
                .collect(Collectors.joining(" ")));
        reservations();
        rules.uplinks(world.infrastructure);
        before.ifPresent(old -> {
            if (byRule) {
                rules.begun(world.approvedByRule.get(plan.digest()));
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
        World.Approval approval = world.approvedByRule.get(plan.digest());
        Limits limits = limits(plan.application());
        Instant now = approval.at();
        check(!approval.frozen(), "limit: a rule changed " + plan.application() + ", which was frozen before");
        Effort effort = Efforts.of(old, plan, approval.lost());
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
        disruption(plan, old, approval, limits);
    }

    /** What a server decides about a lost host is judged by its belief, so the belief itself is compared with the world. */
    void lost(Set<String> hostIds) {
        for (String id : hostIds) {
            WorldHost host = world.host(id);
            check(host.troubled() || !host.up() || world.turns.nanos() - Math.max(host.latestTrouble, host.upSince) < BELIEVED.toNanos(),
                    "believed lost: " + id + " is well since " + Duration.ofNanos(world.turns.nanos() - host.latestTrouble).toSeconds()
                            + " s");
        }
    }

    private void disruption(DeploymentPlan plan, DeploymentPlan old, World.Approval approval, Limits limits) {
        // A rule of the model may remove copies; one that it moves counts as gained. What is lost is gained where it runs again.
        boolean ofModel = approval.lost().isEmpty();
        Set<InstancePlacement> disturbed = ofModel ? RuleWatch.disturbed(plan, old) : old.instances().stream()
                .filter(was -> !approval.lost().contains(was.hostId()) && plan.instance(was.instance()).filter(placed -> placed.hostId()
                        .equals(was.hostId()) && placed.generation() == was.generation()).isEmpty()).collect(Collectors.toSet());
        long gained = ofModel ? plan.instances().stream().filter(placed -> old.instance(placed.instance()).filter(was -> was.hostId()
                .equals(placed.hostId())).isEmpty()).count() : old.instances().stream().filter(was -> approval.lost().contains(was.hostId())
                        && plan.instance(was.instance()).filter(placed -> !approval.lost().contains(placed.hostId())).isPresent()).count();
        check(disturbed.size() <= limits.mostDisruption() * gained, "limit: a plan disturbs " + disturbed.size() + " copies of "
                + plan.application() + " to gain " + gained);
        Map<String, Long> unavailable = Stream.concat(disturbed.stream(), old.instances().stream().filter(was -> !ofModel
                && approval.lost().contains(was.hostId()))).collect(Collectors.groupingBy(was -> was.instance().componentId() + " at "
                        + was.siteId(), Collectors.counting()));
        disturbed.stream().map(was -> was.instance().componentId() + " at " + was.siteId()).forEach(place ->
                check(unavailable.get(place) <= limits.unavailableAtOnce(), "limit: a plan makes " + unavailable.get(place) + " copies of "
                        + place + " unavailable at once"));
        check(disturbed.isEmpty() || limits.maintenance().stream().allMatch(window -> window.contains(approval.at())), "limit: a plan of "
                + plan.application() + " disturbs " + disturbed.size() + " copies outside of the maintenance window");
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
        long now = world.turns.nanos();
        String latest = world.tables.latestDecision(application, host.id);
        String key = application + " " + host.id + " " + host.downSince;
        boolean explains = Set.of("HELD", "FAILED", "OBSERVED", "DEPLOYING", "PROPOSED", "LAPSED").contains(latest);
        if (explains) {
            explained.put(key, now);
        }
        // A freeze may end a second before this look: the decision to act then has the same time as one after the failure.
        boolean recent = latest.equals("DECIDED") && explained.containsKey(key) && now - explained.get(key) <= DECIDED.toNanos();
        check(explains || recent, "lost: " + placed.instance()
                + " of " + application + " is on " + host.id + ", which is down for " + Duration.ofNanos(world.turns.nanos()
                - host.downSince).toMinutes() + " min; the latest decision about it: " + latest);
    }

    /** At the end, some time after all faults: every run is done or held with a report, and the world is as the target says. */
    void converged() {
        // A rule with a period acts in the last minutes, too: what it begins then has no time to converge.
        Instant late = world.turns.instant().minus(world.features.has(Features.Feature.SCHEDULES) ? DECIDED : Duration.ZERO);
        for (String application : world.models.keySet()) {
            Optional<RunSummary> run = world.journal.latestRun(application);
            if (run.filter(one -> one.state() != RunState.DONE && one.startedAt().isAfter(late)).isPresent()) {
                continue;
            }
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
        String open = world.tables.openDecisions(late);
        check(open.isEmpty(), "lost: a decision has not ended: " + open);
    }
}
