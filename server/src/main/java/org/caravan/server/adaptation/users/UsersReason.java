package org.caravan.server.adaptation.users;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.caravan.application.ApplicationModel;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Disruption;
import org.caravan.rules.Limit;
import org.caravan.rules.users.UsersFinding.UsersMoved;
import org.caravan.rules.users.UsersLook;
import org.caravan.rules.users.UsersRuleSettings;
import org.caravan.server.adaptation.ActionReason;
import org.caravan.server.adaptation.Efforts;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;

/**
 * Users of an application are elsewhere than its plan assumes. Another plan is made once for a move.
 *
 * @param ofModel the accepted model
 * @param unapproved because a newer model waits for approval
 * @param latency of a plan for the users where they are now
 * @param leastGain share by which a plan must lower the mean latency, 0 to 1
 */
record UsersReason(UsersMoved moved, DeploymentPlan target, ApplicationModel ofModel, Optional<Limit> unapproved,
        UsersRuleSettings settings, Function<DeploymentPlan, UsersLatency> latency, double leastGain) implements ActionReason {

    private static final String KEY = "users-moved ";

    /** Start of the keys of a move that began at this time. */
    static String keyOf(String application, Instant since) {
        return KEY + application + " " + since + " ";
    }

    @Override
    public String key() {
        return keyOf(application(), moved.since()) + direction();
    }

    private String direction() {
        return moved.look().towards() + " " + target.digest();
    }

    /** Whether a key is of a move of the application towards the same group and from the same plan, whenever it began. */
    boolean hasMove(String key) {
        return key.startsWith(KEY + application() + " ") && key.contains(" " + direction() + " ");
    }

    /**
     * Whether the users of an earlier move of the application, with this key, have moved on. Those of the same move have not: if they
     * spread over many groups, none of these rises by much.
     */
    boolean hasLeft(String key) {
        if (hasMove(key)) {
            return false;
        }
        String[] words = key.split(" ");
        return !words[4].equals(target.digest()) || moved.look().rise(words[3]) <= settings.back();
    }

    @Override
    public ActionKind kind() {
        return ActionKind.FOLLOW;
    }

    @Override
    public Optional<ApplicationModel> model() {
        return Optional.of(ofModel);
    }

    @Override
    public String text() {
        return "follow users " + moved.look().towards();
    }

    @Override
    public String approver() {
        return "rule " + BuiltInRule.USERS_MOVED.word();
    }

    @Override
    public DecisionRecord decided(String outcome) {
        UsersLook look = moved.look();
        String group = look.towards();
        DecisionRecord record = DecisionRecord.of(BuiltInRule.USERS_MOVED, String.format(Locale.ROOT,
                "%.0f %% of the requests come from other users than the plan assumes since %s: users %s send %.0f %% instead of %.0f %%.",
                100 * look.moved(), moved.since().truncatedTo(ChronoUnit.SECONDS), group, 100 * look.measured().get(group),
                100 * look.assumed().getOrDefault(group, 0.0)), outcome).by(application())
                .about(look.measured().keySet().stream().sorted(Comparator.comparingDouble((String id) -> -look.rise(id))).toList())
                .with("moved", percent(look.moved()), "%").with("threshold", percent(settings.share()), "%");
        for (DecisionRecord.Figure figure : PlacedFor.figures(look.measured())) {
            record = record.with(figure.name(), figure.value(), figure.unit());
        }
        return record;
    }

    private static double percent(double share) {
        return Math.round(share * 1_000) / 10.0;
    }

    @Override
    public Optional<Limit> never() {
        return unapproved;
    }

    /** A plan that keeps a promise which is violated now needs no gain. */
    @Override
    public Optional<Limit> limitOfPlan(DeploymentPlan plan) {
        UsersLatency now = latency.apply(target);
        UsersLatency then = latency.apply(plan);
        boolean enough = then.meanMillis() <= now.meanMillis() * (1 - leastGain) || then.violated() < now.violated();
        return enough ? Optional.empty() : Optional.of(new Limit("least-gain", String.format(Locale.ROOT,
                "The plan changes the mean latency of these users from %.1f to %.1f ms; the least gain is %.0f %%.", now.meanMillis(),
                then.meanMillis(), 100 * leastGain), Optional.empty()));
    }

    @Override
    public Disruption disruption(DeploymentPlan plan) {
        return Efforts.disruptionByRule(target, plan);
    }
}
