package org.caravan.server.adaptation.path;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.caravan.application.ApplicationModel;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.rules.Disruption;
import org.caravan.rules.Limit;
import org.caravan.rules.path.PathFinding.PathWorse;
import org.caravan.rules.path.PathLook;
import org.caravan.rules.path.PathRuleSettings;
import org.caravan.rules.path.Promise;
import org.caravan.server.adaptation.ActionReason;
import org.caravan.server.adaptation.Efforts;
import org.caravan.server.adaptation.SaidByModel;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;

/**
 * Paths of a target are cut or much slower. Another plan is made once for a fault, and again while it lasts.
 *
 * @param worse the paths, worst first; at least one
 * @param ofModel the accepted model
 * @param unapproved because a newer model waits for approval
 * @param replan what the owner has chosen for plans by rules of the model; empty for none
 */
record PathReason(List<PathWorse> worse, DeploymentPlan target, ApplicationModel ofModel, Optional<Limit> unapproved,
        Optional<Autonomy> replan, PathRuleSettings settings) implements ActionReason {

    private static final String KEY = "path-worse ";

    PathReason {
        worse = worse.stream().sorted(Comparator.comparingDouble((PathWorse one) -> -one.look().promise().reached())
                .thenComparing(one -> !one.look().cut()).thenComparing(one -> one.look().path())).toList();
    }

    private PathLook worst() {
        return worse.get(0).look();
    }

    private PathWorse first() {
        return worse.stream().min(Comparator.comparing(PathWorse::since)).orElseThrow();
    }

    @Override
    public String key() {
        return keyOf(application(), first().since()) + first().attempt() + " " + target.digest();
    }

    /** Start of the keys of a fault that began at this time. */
    static String keyOf(String application, Instant since) {
        return KEY + application + " " + since + " ";
    }

    @Override
    public ActionKind kind() {
        return ActionKind.KEEP_PROMISE;
    }

    /** The model says so if a rule of it plans again when this promise is violated, and the owner lets rules of the model plan again. */
    @Override
    public Autonomy preset() {
        return SaidByModel.preset(ofModel, worst().promise().id(), replan);
    }

    @Override
    public Optional<ApplicationModel> model() {
        return Optional.of(ofModel);
    }

    @Override
    public String text() {
        return "keep promise " + worst().promise().id();
    }

    @Override
    public String approver() {
        return "rule " + BuiltInRule.PATH_WORSE.word();
    }

    @Override
    public DecisionRecord decided(String outcome) {
        PathLook look = worst();
        Promise promise = look.promise();
        DecisionRecord record = DecisionRecord.of(BuiltInRule.PATH_WORSE, cause(), outcome).by(application())
                .about(worse.stream().map(one -> one.look().path()).toList());
        record = with(record, "round trip when planned", look.plannedMillis());
        record = with(record, "round trip", look.currentMillis());
        record = with(record, "threshold", look.plannedMillis().map(planned -> Math.max(planned * settings.factor(),
                planned + settings.millis())));
        record = with(record, "latency when planned", promise.beforeMillis());
        record = with(record, "latency", promise.nowMillis());
        return record.with("promise", promise.limitMillis(), "ms").with("measurements", worse.get(0).measurements());
    }

    private static DecisionRecord with(DecisionRecord record, String name, Optional<Double> millis) {
        return millis.map(value -> record.with(name, Math.round(value * 10) / 10.0, "ms")).orElse(record);
    }

    private String cause() {
        PathLook look = worst();
        Promise promise = look.promise();
        String state = look.cut() ? " does not answer" : String.format(Locale.ROOT, " takes %.1f ms%s", look.currentMillis().orElseThrow(),
                look.plannedMillis().map(planned -> String.format(Locale.ROOT, " instead of %.1f ms", planned)).orElse(""));
        String latency = promise.nowMillis().map(now -> String.format(Locale.ROOT, "%.1f ms", now)).orElse("unknown");
        return "The path " + look.path() + state + " since " + worse.get(0).since().truncatedTo(ChronoUnit.SECONDS)
                + (worse.size() == 1 ? "" : ", and " + (worse.size() - 1) + " more " + (worse.size() == 2 ? "is" : "are") + " worse")
                + "; the latency of " + promise.requestId() + " of users " + promise.usersId() + " is " + latency + ", promised by "
                + promise.id() + " is less than " + String.format(Locale.ROOT, "%.0f ms.", promise.limitMillis());
    }

    @Override
    public Optional<Limit> never() {
        Promise promise = worst().promise();
        if (unapproved.isPresent()) {
            return unapproved;
        }
        if (!promise.known()) {
            return Optional.of(new Limit("latency-unknown", "A path of " + promise.requestId() + " of users " + promise.usersId()
                    + " has no measurement, so it is unknown whether the promise " + promise.id() + " holds.", Optional.empty()));
        }
        return promise.kept() ? Optional.of(new Limit("promise-kept", "The promise " + promise.id()
                + " still holds by current measurements.", Optional.empty())) : Optional.empty();
    }

    @Override
    public Disruption disruption(DeploymentPlan plan) {
        return Efforts.disruptionByRule(target, plan);
    }
}
