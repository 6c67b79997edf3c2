package org.caravan.server.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.execution.journal.Target;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.Limits;
import org.caravan.server.planning.AutomaticPlans.Made;

/** The invariants of rules of models, of bandwidth and of budgets. */
final class RuleWatch {

    /** Time that a decision may take from its figures to its approval: a task waits for the planning and approval of others. */
    private static final Duration DECIDING = Duration.ofMinutes(6);

    /** Minute of each hour at which the rule with a cron schedule is due, the time for which it is, and the period of the other one. */
    private static final Duration DUE = Duration.ofMinutes(30);
    private static final Duration DUE_FOR = Duration.ofMinutes(10);
    private static final Duration PERIOD = Duration.ofMinutes(50);

    private final World world;
    private final Watch watch;
    private final Map<String, Made> made = new HashMap<>();
    private final Map<String, Integer> acted = new TreeMap<>();
    private final Map<String, Instant> latest = new HashMap<>();

    RuleWatch(World world, Watch watch) {
        this.world = world;
        this.watch = watch;
    }

    void planned(Made plan) {
        made.put(plan.id(), plan);
    }

    /** A rule, also a built-in one, approves a plan. */
    void approved(String application, DeploymentPlan plan, World.Approval approval, Limits limits) {
        bounds(world.models.get(application), plan);
        Made costs = made.get(plan.digest());
        limits.ofCost(costs.centsBefore(), costs.centsAfter()).ifPresent(over -> watch.check(false, "limit: rule " + approval.by()
                + " approves a plan of " + application + ". " + over.text()));
        Map<String, Integer> after = counts(plan);
        world.journal.target(application).map(Target::plan).map(RuleWatch::counts).ifPresent(before -> {
            if (approval.by().equals(ServerModelRules.BY_FORECAST)) {
                before.forEach((component, count) -> watch.check(after.getOrDefault(component, 0) >= count,
                        "forecast: it removes copies of " + component + ": " + after + " after " + before));
            }
            boolean removes = after.getOrDefault("web", 0) < before.getOrDefault("web", 0);
            if (removes && world.features.has(Features.Feature.RULES) && application.equals("shop")) {
                int needed = world.load.neededThroughout(DECIDING);
                watch.check(after.get("web") >= needed, "forecast: " + approval.by() + " leaves " + after.get("web") + " of " + needed
                        + " copies that the forecast needs");
            }
        });
        if (ServerModelRules.BY_METRIC.contains(approval.by())) {
            watch.check(world.load.withoutMetrics().compareTo(DECIDING) < 0, "no metrics: " + approval.by() + " acts on " + application
                    + " without metrics for " + world.load.withoutMetrics().toMinutes() + " min");
        }
    }

    /** Numbers of deployments by the names of the rules that approved their plans. */
    Map<String, Integer> acted() {
        return acted;
    }

    /** A plan that a rule approved became the target. Rules with a schedule act once for each of its times. */
    void begun(World.Approval approval) {
        acted.merge(approval.by(), 1, Integer::sum);
        Instant before = latest.put(approval.by(), approval.at());
        if (approval.by().equals(ServerModelRules.BY_CRON)) {
            Instant hour = approval.at().truncatedTo(ChronoUnit.HOURS);
            Duration since = Duration.between(hour.plus(DUE), approval.at());
            watch.check(!since.isNegative() && since.compareTo(DUE_FOR.plus(DECIDING)) < 0, "schedule: " + approval.by() + " acts at "
                    + approval.at());
            watch.check(before == null || before.isBefore(hour), "schedule: " + approval.by() + " acts twice for one time, at " + before
                    + " and " + approval.at());
        }
        if (approval.by().equals(ServerModelRules.BY_PERIOD)) {
            watch.check(before == null || !approval.at().isBefore(before.plus(PERIOD)), "schedule: " + approval.by() + " acts at " + before
                    + " and again at " + approval.at());
        }
    }

    /** Numbers of replicas are within those of the model. */
    private void bounds(ApplicationModel model, DeploymentPlan plan) {
        Map<String, Integer> counts = counts(plan);
        for (Component component : model.components()) {
            int count = counts.getOrDefault(component.id(), 0);
            int most = component.scaling().map(scaling -> scaling.most()).orElse(component.replicas());
            watch.check(count >= component.replicas() && count <= most, "limit: a rule approves " + count + " copies of " + component.id()
                    + ", the model permits " + component.replicas() + " to " + most);
        }
    }

    private static Map<String, Integer> counts(DeploymentPlan plan) {
        return plan.instances().stream().collect(Collectors.toMap(placed -> placed.instance().componentId(), placed -> 1, Integer::sum,
                TreeMap::new));
    }

    /** Minima of all targets on each uplink. */
    void uplinks(Infrastructure infrastructure) {
        Map<String, Long> sums = new TreeMap<>();
        world.journal.targets().stream().map(Target::plan).flatMap(plan -> plan.bandwidth().stream())
                .forEach(one -> sums.merge(one.at().toString(), one.min().value(), Long::sum));
        infrastructure.sites().forEach(site -> site.isps().forEach(isp -> isp.uplink().ifPresent(uplink -> {
            long sum = sums.getOrDefault(site.id() + "." + isp.id(), 0L);
            watch.check(sum <= uplink.value(), "over-promised: the uplink " + site.id() + "." + isp.id() + " of " + uplink + " has " + sum
                    + " bit/s reserved");
        })));
    }

    /** Copies that run well and that a plan by a rule of the model moves or creates again where they run. */
    static Set<InstancePlacement> disturbed(DeploymentPlan plan, DeploymentPlan old) {
        return old.instances().stream().filter(was -> plan.instance(was.instance()).filter(placed -> !placed.hostId().equals(was.hostId())
                || placed.generation() != was.generation()).isPresent()).collect(Collectors.toSet());
    }
}
