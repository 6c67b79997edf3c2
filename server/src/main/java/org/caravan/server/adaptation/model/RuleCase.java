package org.caravan.server.adaptation.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.adaptation.Action.Direction;
import org.caravan.adaptation.Action.Replan;
import org.caravan.adaptation.Action.Scale;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Disruption;
import org.caravan.rules.Effort;
import org.caravan.rules.Limit;
import org.caravan.rules.model.ModelFinding;
import org.caravan.server.adaptation.ActionReason;
import org.caravan.server.adaptation.Efforts;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;

/**
 * A rule that is due for a target.
 *
 * @param ofModel the approved model
 * @param kind of all its actions together: adding replicas, then removing some, then planning again
 * @param unapproved because a newer model waits for approval
 * @param now numbers of replicas in the target, of components that the rule scales
 * @param replicas numbers of replicas that the rule asks for, within the bounds of the model
 */
record RuleCase(ApplicationModel ofModel, DueRule due, DeploymentPlan target, ActionKind kind,
        Optional<Limit> unapproved, SortedMap<String, Integer> now, SortedMap<String, Integer> replicas) implements ActionReason {

    private static final String KEY = "model-rule ";

    static RuleCase of(ApplicationModel model, DueRule due, DeploymentPlan target, Optional<Limit> unapproved) {
        List<Scale> scales = due.rule().actions().stream().filter(Scale.class::isInstance).map(Scale.class::cast).toList();
        SortedMap<String, Integer> now = new TreeMap<>();
        SortedMap<String, Integer> replicas = new TreeMap<>();
        for (Scale scale : scales) {
            int running = (int) target.instances().stream()
                    .filter(placed -> placed.instance().componentId().equals(scale.componentId())).count();
            now.put(scale.componentId(), running);
            int by = scale.direction() == Direction.OUT ? scale.by() : -scale.by();
            replicas.put(scale.componentId(), within(model.component(scale.componentId()),
                    replicas.getOrDefault(scale.componentId(), running) + by));
        }
        boolean replans = due.rule().actions().stream().anyMatch(Replan.class::isInstance);
        boolean adds = replicas.entrySet().stream().anyMatch(one -> one.getValue() > now.get(one.getKey()))
                || scales.stream().anyMatch(scale -> scale.direction() == Direction.OUT);
        return new RuleCase(model, due, target, replans ? ActionKind.REPLAN : adds ? ActionKind.SCALE_OUT : ActionKind.SCALE_IN,
                unapproved, now, replicas);
    }

    private static int within(Component component, int wanted) {
        int most = component.scaling().map(scaling -> scaling.most()).orElse(component.replicas());
        return Math.max(component.replicas(), Math.min(most, wanted));
    }

    @Override
    public Optional<ApplicationModel> model() {
        return Optional.of(ofModel);
    }

    @Override
    public String key() {
        return keyOf(application(), due.rule().id()) + target.digest();
    }

    /** Start of the keys of all rules of an application. */
    static String keyOf(String application) {
        return KEY + application + " ";
    }

    /** Start of the keys of a rule. */
    static String keyOf(String application, String ruleId) {
        return keyOf(application) + ruleId + " ";
    }

    /** Id of the rule in a key; empty for a key of another decision. */
    static Optional<String> ruleOf(String key) {
        return key.startsWith(KEY) ? Optional.of(key.split(" ")[2]) : Optional.empty();
    }

    /** A rule that is due again for the same target acts again. */
    @Override
    public boolean repeats() {
        return true;
    }

    @Override
    public Optional<Instant> occurrence() {
        return Optional.of(due.since());
    }

    @Override
    public Set<String> lostHosts() {
        return Set.of();
    }

    @Override
    public String approver() {
        return "rule " + due.rule().id();
    }

    @Override
    public Optional<Limit> never() {
        return unapproved.isPresent() ? unapproved : kind != ActionKind.REPLAN && now.equals(replicas)
                ? Optional.of(new Limit("replica-bounds", boundsText(), Optional.empty())) : Optional.empty();
    }

    /** A host that one inspection did not reach is no reason to move its copies: that is decided by the looks at hosts. */
    @Override
    public Optional<Limit> limit(Effort effort) {
        return kind == ActionKind.REPLAN || effort.moves() == 0 ? Optional.empty() : Optional.of(new Limit("scaling-moves",
                "The plan would move " + effort.moves() + " copies that the rule does not scale.", Optional.empty()));
    }

    @Override
    public Disruption disruption(DeploymentPlan plan) {
        return Efforts.disruptionByRule(target, plan);
    }

    private String boundsText() {
        return now.entrySet().stream().map(one -> {
            Component component = ofModel.component(one.getKey());
            int most = component.scaling().map(scaling -> scaling.most()).orElse(component.replicas());
            return one.getKey() + " has " + one.getValue() + " replicas; the model allows " + component.replicas() + " to " + most;
        }).collect(Collectors.joining("; ")) + ".";
    }

    /** {@code frontend from 1 to 2 replicas}, {@code replan}. */
    @Override
    public String text() {
        List<String> texts = new ArrayList<>(replicas.entrySet().stream().map(one -> one.getKey() + " from " + now.get(one.getKey())
                + " to " + one.getValue() + " replicas").toList());
        if (kind == ActionKind.REPLAN) {
            texts.add("replan");
        }
        return String.join(", ", texts);
    }

    @Override
    public DecisionRecord decided(String outcome) {
        String when = due.rule().when().map(condition -> condition + " holds since " + due.since()).orElse("its period has passed");
        List<String> subjects = new ArrayList<>(List.of(due.rule().id()));
        subjects.addAll(replicas.keySet());
        DecisionRecord record = DecisionRecord.of(BuiltInRule.MODEL_RULE, "Rule " + due.rule().id() + ": " + when + ".", outcome)
                .by(application()).about(subjects);
        for (ModelFinding.Figure figure : due.found().figures()) {
            record = Double.isFinite(figure.value()) ? record.with(figure.name(), figure.value(), figure.unit()) : record;
        }
        record = due.found().since().isEmpty() ? record : record.with("held", due.found().heldMillis() / 1000.0, "s");
        record = record.with("threshold", due.found().thresholdMillis() / 1000.0, "s");
        for (Map.Entry<String, Integer> one : now.entrySet()) {
            record = record.with("replicas of " + one.getKey(), one.getValue());
        }
        return record;
    }
}
