package org.caravan.server.adaptation.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.caravan.adaptation.Action;
import org.caravan.adaptation.Action.Direction;
import org.caravan.adaptation.Action.Drain;
import org.caravan.adaptation.Action.Release;
import org.caravan.adaptation.Action.Replan;
import org.caravan.adaptation.Action.Reserve;
import org.caravan.adaptation.Action.Restart;
import org.caravan.adaptation.Action.Scale;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Bandwidth;
import org.caravan.application.Component;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Disruption;
import org.caravan.rules.Effort;
import org.caravan.rules.Limit;
import org.caravan.rules.model.JustInTime;
import org.caravan.rules.model.ModelFinding;
import org.caravan.server.adaptation.ActionReason;
import org.caravan.server.adaptation.Efforts;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.forecast.RateForecast;

/**
 * A rule that is due for a target.
 *
 * @param ofModel the approved model
 * @param kind of all its actions together
 * @param unapproved because a newer model waits for approval
 * @param renewed ids of instances of which the rule restarts the copy; at most one
 * @param left host that the rule drains
 * @param bandwidth that the rule asks for; without copies if it asks for none
 * @param now numbers of replicas in the target, of components that the rule scales
 * @param replicas numbers of replicas that the rule asks for, within the bounds of the model
 * @param needs what forecasts need, of components that the rule scales and some rule scales by forecast
 */
record RuleCase(ApplicationModel ofModel, DueRule due, DeploymentPlan target, ActionKind kind,
        Optional<Limit> unapproved, Set<String> renewed, Optional<String> left, AskedBandwidth bandwidth, SortedMap<String, Integer> now,
        SortedMap<String, Integer> replicas, SortedMap<String, ForecastNeed> needs) implements ActionReason {

    private static final String KEY = "model-rule ";
    private static final String PER_SECOND = "requests/s";

    static RuleCase of(ApplicationModel model, DueRule due, DeploymentPlan target, Optional<Limit> unapproved) {
        List<Scale> scales = due.rule().actions().stream().filter(Scale.class::isInstance).map(Scale.class::cast).toList();
        SortedMap<String, Integer> now = new TreeMap<>();
        SortedMap<String, Integer> replicas = new TreeMap<>();
        SortedMap<String, ForecastNeed> needs = new TreeMap<>();
        Set<String> followed = ForecastNeed.followed(model);
        for (Scale scale : scales) {
            int running = (int) target.instances().stream()
                    .filter(placed -> placed.instance().componentId().equals(scale.componentId())).count();
            now.put(scale.componentId(), running);
            Component component = model.component(scale.componentId());
            if (followed.contains(component.id()) && component.scaling().isPresent()) {
                needs.put(component.id(), ForecastNeed.of(model, component, due.forecasts()));
            }
            int before = replicas.getOrDefault(component.id(), running);
            int wanted = within(component, before + (scale.direction() == Direction.OUT ? scale.by() : -scale.by()));
            if (needs.containsKey(component.id())) {
                wanted = withForecast(scale, before, wanted, needs.get(component.id()));
            }
            replicas.put(component.id(), wanted);
        }
        boolean replans = due.rule().actions().stream().anyMatch(Replan.class::isInstance);
        boolean adds = replicas.entrySet().stream().anyMatch(one -> one.getValue() > now.get(one.getKey()))
                || scales.stream().anyMatch(scale -> scale.direction() == Direction.OUT);
        Optional<Restart> restart = only(due, Restart.class);
        Optional<Drain> drain = only(due, Drain.class);
        boolean reserves = only(due, Reserve.class).isPresent() || only(due, Release.class).isPresent();
        ActionKind kind = reserves ? ActionKind.RESERVE : restart.isPresent() ? ActionKind.RESTART : drain.isPresent() ? ActionKind.DRAIN
                : replans ? ActionKind.REPLAN : adds ? ActionKind.SCALE_OUT : ActionKind.SCALE_IN;
        return new RuleCase(model, due, target, kind,
                unapproved, restart.flatMap(one -> oldest(target, one.componentId())).map(Set::of).orElse(Set.of()),
                drain.map(Drain::hostId), AskedBandwidth.of(model, due, target), now, replicas, needs);
    }

    /** A forecast may add replicas and keep those that it needs, or all while it is awaited; it never removes any. */
    private static int withForecast(Scale scale, int before, int wanted, ForecastNeed need) {
        int needed = need.awaited() ? before : need.replicas();
        return scale.followsForecasts() ? Math.max(before, needed)
                : scale.direction() == Direction.IN ? Math.min(before, Math.max(wanted, needed)) : wanted;
    }

    /** The validation of the language permits one of these per rule. */
    private static <T extends Action> Optional<T> only(DueRule due, Class<T> kind) {
        return due.rule().actions().stream().filter(kind::isInstance).map(kind::cast).findFirst();
    }

    /** Instance whose copy runs longest, so that a rule that stays due restarts all in turn. */
    private static Optional<String> oldest(DeploymentPlan target, String componentId) {
        return target.instances().stream().filter(placed -> placed.instance().componentId().equals(componentId))
                .min(Comparator.comparingLong(InstancePlacement::generation).thenComparing(InstancePlacement::instance))
                .map(placed -> placed.instance().toString());
    }

    /** Instances on the host that the rule drains, as far as they keep no data. */
    private List<String> leaving() {
        return target.instances().stream().filter(placed -> left.filter(placed.hostId()::equals).isPresent())
                .filter(placed -> !ofModel.statefulComponentIds().contains(placed.instance().componentId()))
                .map(placed -> placed.instance().toString()).toList();
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
        // A rule that looks at its forecast every minute is recorded once for a target, not once a minute.
        return due.found().since().isEmpty() && !needs.isEmpty() ? Optional.empty() : Optional.of(due.since());
    }

    @Override
    public String approver() {
        return "rule " + due.rule().id();
    }

    @Override
    public Optional<Limit> never() {
        if (unapproved.isPresent()) {
            return unapproved;
        }
        if (kind == ActionKind.RESERVE) {
            return bandwidth.unchanged();
        }
        if (kind == ActionKind.RESTART || kind == ActionKind.DRAIN) {
            return renewed.isEmpty() && leaving().isEmpty() ? Optional.of(new Limit("nothing-there", kind == ActionKind.RESTART
                    ? "No copy of the component runs." : "No copy that keeps no data is on host " + left.orElseThrow() + ".",
                    Optional.empty())) : Optional.empty();
        }
        return kind != ActionKind.REPLAN && now.equals(replicas) ? Optional.of(unchanged()) : Optional.empty();
    }

    /**
     * Holds an addition that only forecasts need until the latest time that is early enough. Empty if any replica is needed at once, or a
     * start time is unknown: then replicas are added with the whole horizon of the forecast.
     *
     * @param starts learned start time of a replica
     */
    Optional<Limit> justInTime(Function<Component, Optional<Duration>> starts, Duration preparation, Instant at) {
        List<JustInTime> all = new ArrayList<>();
        for (Map.Entry<String, Integer> one : replicas.entrySet()) {
            int running = now.get(one.getKey());
            Optional<JustInTime> known = one.getValue() <= running || !onlyByForecast(one.getKey()) ? Optional.empty()
                    : starts.apply(ofModel.component(one.getKey())).flatMap(start ->
                            needs.get(one.getKey()).justInTime(running, start, preparation));
            if (one.getValue() > running && known.isEmpty()) {
                return Optional.empty();
            }
            known.ifPresent(all::add);
        }
        return all.stream().min(Comparator.comparing(JustInTime::begin)).flatMap(earliest -> earliest.limit(at));
    }

    private boolean onlyByForecast(String componentId) {
        return due.rule().actions().stream().filter(action -> action instanceof Scale scale && scale.componentId().equals(componentId))
                .allMatch(action -> ((Scale) action).followsForecasts());
    }

    /** Why the rule changes no number. */
    private Limit unchanged() {
        for (Map.Entry<String, ForecastNeed> one : needs.entrySet()) {
            ForecastNeed need = one.getValue();
            int running = now.get(one.getKey());
            if (kind == ActionKind.SCALE_OUT ? !need.known() : need.awaited() && running > need.least()) {
                return new Limit("no-forecast-yet", need.none(), Optional.empty());
            }
            if (kind == ActionKind.SCALE_OUT ? running < need.most() : need.replicas() >= running && running > need.least()) {
                return new Limit(kind == ActionKind.SCALE_OUT ? "forecast-fits" : "forecast-needs-replicas",
                        need.text(one.getKey(), running), Optional.empty());
            }
        }
        return new Limit("replica-bounds", boundsText(), Optional.empty());
    }

    /** A minimum that fits nowhere is refused with the minima beside it. */
    @Override
    public String noPlan(String why) {
        return kind == ActionKind.RESERVE ? "It is refused: " + why : ActionReason.super.noPlan(why);
    }

    /** A host that one inspection did not reach is no reason to move its copies: that is decided by the looks at hosts. */
    @Override
    public Optional<Limit> limit(Effort effort) {
        boolean moves = kind == ActionKind.REPLAN || kind == ActionKind.RESERVE || effort.moves() <= leaving().size();
        return moves ? Optional.empty() : Optional.of(new Limit("scaling-moves",
                "The plan would move " + (effort.moves() - leaving().size()) + " copies that the rule does not change.", Optional.empty()));
    }

    @Override
    public Disruption disruption(DeploymentPlan plan) {
        Disruption disruption = Efforts.disruptionByRule(target, plan);
        return new Disruption(disruption.disturbed(), disruption.lost(), disruption.gained() + renewed.size()
                + bandwidth.changed().size());
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
        renewed.forEach(instance -> texts.add("restart " + instance));
        Optional.of(bandwidth.text()).filter(text -> !text.isEmpty()).ifPresent(texts::add);
        left.ifPresent(host -> texts.add("move " + String.join(", ", leaving()) + " away from " + host));
        return String.join(", ", texts);
    }

    @Override
    public DecisionRecord decided(String outcome) {
        String begins = due.rule().repeat().map(repeat -> " began to hold at least " + repeat.times() + " times since ")
                .orElse(" holds since ");
        String when = due.rule().when().map(condition -> condition + begins + due.since())
                .or(() -> due.rule().schedule().map(schedule -> schedule + " is due since " + due.since()))
                .orElse("its period has passed");
        List<String> subjects = new ArrayList<>(List.of(due.rule().id()));
        subjects.addAll(replicas.keySet());
        subjects.addAll(renewed);
        subjects.addAll(bandwidth.wanted().keySet());
        left.ifPresent(subjects::add);
        DecisionRecord record = DecisionRecord.of(BuiltInRule.MODEL_RULE, "Rule " + due.rule().id() + ": " + when + ".", outcome)
                .by(application()).about(subjects);
        for (ModelFinding.Figure figure : due.found().figures()) {
            record = Double.isFinite(figure.value()) ? record.with(figure.name(), figure.value(), figure.unit()) : record;
        }
        if (due.rule().schedule().isEmpty()) {
            record = due.found().since().isEmpty() ? record : record.with("held", due.found().heldMillis() / 1000.0, "s");
            record = record.with("threshold", due.found().thresholdMillis() / 1000.0, "s");
        }
        for (Map.Entry<String, Integer> one : now.entrySet()) {
            record = record.with("replicas of " + one.getKey(), one.getValue());
        }
        for (Map.Entry<String, Bandwidth> one : bandwidth.now().entrySet()) {
            record = record.with("minimum of " + one.getKey(), one.getValue().min().value(), "bit/s");
        }
        for (Map.Entry<String, ForecastNeed> one : needs.entrySet()) {
            record = record.with("capacity of a replica of " + one.getKey(), one.getValue().capacity(), PER_SECOND);
        }
        for (RateForecast forecast : forecasts()) {
            record = forecast.expected().isEmpty() ? record : with(record, forecast.requestId(), forecast.expected().get());
        }
        return record;
    }

    /** Forecasts on which the condition or a number of replicas depends. */
    private List<RateForecast> forecasts() {
        Set<String> read = new TreeSet<>(due.read());
        needs.values().forEach(need -> need.read().forEach(forecast -> read.add(forecast.requestId())));
        return read.stream().map(due.forecasts()::get).filter(Objects::nonNull).toList();
    }

    private static DecisionRecord with(DecisionRecord before, String requestId, RateForecast.Expected expected) {
        String name = "forecast of " + requestId;
        DecisionRecord record = before.with(name, expected.perSecond(), PER_SECOND).with(name + ", low", expected.low(), PER_SECOND)
                .with(name + ", high", expected.high(), PER_SECOND);
        return expected.compared() == 0 ? record : record.with(name + ", error of the past", expected.error(), PER_SECOND)
                .with(name + ", within the band", expected.withinBand() * 100, "%");
    }
}
