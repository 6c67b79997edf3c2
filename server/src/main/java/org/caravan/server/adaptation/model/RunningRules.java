package org.caravan.server.adaptation.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adaptation.Rule;
import org.caravan.application.ApplicationModel;
import org.caravan.measure.metric.Reading;
import org.caravan.measure.metric.RequestStore;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.model.MetricReading;
import org.caravan.rules.model.ModelFinding;
import org.caravan.rules.model.ModelRound;
import org.caravan.rules.model.ModelRules;
import org.caravan.rules.model.RuleProgram;
import org.caravan.rules.model.RuleRan;
import org.caravan.server.forecast.RateForecast;

/** Rules of one application under evaluation. Only methods about executions may be called by another thread. */
public final class RunningRules {

    private final ApplicationModel model;
    private final RuleProgram program;
    private final ModelRules rules;
    private final RequestSeries requests;
    private final Map<String, Instant> newest = new HashMap<>();
    private final Queue<RuleRan> ran = new ConcurrentLinkedQueue<>();
    private final Map<String, Instant> lastRan = new ConcurrentHashMap<>();
    /** Rules that ran here. */
    private final Set<String> own = ConcurrentHashMap.newKeySet();
    private final Set<String> stored = ConcurrentHashMap.newKeySet();

    private RunningRules(ApplicationModel model, RuleProgram program, List<RuleRan> before, RequestSeries requests) {
        this.requests = requests;
        this.model = model;
        this.program = program;
        this.rules = ModelRules.of(program);
        before.forEach(this::ran);
    }

    /**
     * @param store of counts of requests
     * @param since when the model was accepted
     * @param before when rules ran before, looked up only if there are rules
     * @return empty if the model has no rules, no constraints and no promise that routers measure
     */
    public static Optional<RunningRules> of(ApplicationModel model, RequestStore store, Duration polled, Instant since,
            Supplier<List<RuleRan>> before) {
        RuleProgram program = RuleProgram.of(model.supplement().adaptation(), model.slos(), polled, since)
                .watching(SensorReadings.measured(model));
        return program.isEmpty() ? Optional.empty() : Optional.of(new RunningRules(model, program, before.get(),
                new RequestSeries(store, model.name())));
    }

    public ApplicationModel model() {
        return model;
    }

    DueRule due(ModelFinding.RuleDue found, Instant at, Map<String, RateForecast> forecasts) {
        Rule rule = rule(found.ruleId());
        return new DueRule(rule, found, at, forecasts, program.forecastsRead(rule));
    }

    public Rule rule(String ruleId) {
        return program.rules().stream().filter(rule -> rule.id().equals(ruleId)).findFirst().orElseThrow();
    }

    /**
     * @param cost of the plan, in euro cents per month; looked up only if a rule asks for it
     * @param forecasts by id of the request
     * @param provided values of sensors that the application provides
     * @param timed as in {@link ModelRound#timed}
     */
    List<ModelFinding> evaluate(Instant at, DeploymentPlan plan, Supplier<Optional<Long>> cost, Map<String, List<Reading>> byCopy,
            Map<String, RateForecast> forecasts, List<MetricReading> provided, boolean timed) {
        requests.begin(at);
        return evaluate(at, timed, plan, cost, Stream.of(SensorReadings.of(program, model, plan, byCopy, requests).stream(),
                ForecastReadings.of(program, forecasts, at), provided.stream()).flatMap(values -> values)
                .sorted(Comparator.comparing(MetricReading::seriesId)).toList());
    }

    /** What is evaluated: metrics, promises and rules. */
    public RuleProgram program() {
        return program;
    }

    /** Values of the sensors of components, from readings of copies of the target by label. Values of requests are left out. */
    public List<MetricReading> ofComponents(DeploymentPlan target, Map<String, List<Reading>> byCopy) {
        return SensorReadings.ofComponents(program, model, target, byCopy);
    }

    /**
     * Evaluates newest values of series; those that were evaluated before are left out.
     *
     * @param timed as in {@link ModelRound#timed}
     * @param cost of the plan, in euro cents per month; looked up only if a rule asks for it
     */
    public List<ModelFinding> evaluate(Instant at, boolean timed, DeploymentPlan plan, Supplier<Optional<Long>> cost,
            List<MetricReading> values) {
        List<MetricReading> fresh = values.stream()
                .filter(reading -> !reading.at().equals(newest.put(reading.seriesId(), reading.at()))).toList();
        List<RuleRan> since = new ArrayList<>();
        for (RuleRan one = ran.poll(); one != null; one = ran.poll()) {
            since.add(one);
        }
        Map<String, Double> variables = PlanValues.of(model.supplement().adaptation().variables(), plan, cost);
        return rules.evaluate(new ModelRound(at, fresh, variables, since, timed));
    }

    /** As {@link ModelRules#next()}. */
    public Optional<Instant> next() {
        return rules.next();
    }

    public void ran(String ruleId, Instant at) {
        own.add(ruleId);
        ran(new RuleRan(ruleId, at));
    }

    private void ran(RuleRan one) {
        lastRan.put(one.ruleId(), one.at());
        stored.remove(one.ruleId());
        ran.add(one);
    }

    /** Ids of rules that ran, and whose condition has ended since, of which {@link #stored} was not called since they ran. */
    Set<String> ready() {
        Set<String> unevaluated = ran.stream().map(RuleRan::ruleId).collect(Collectors.toSet());
        return rules.ready().stream().filter(id -> lastRan.containsKey(id) && !unevaluated.contains(id) && !stored.contains(id))
                .collect(Collectors.toSet());
    }

    /** The store knows that the condition of the rule ended after it ran. */
    void stored(String ruleId) {
        stored.add(ruleId);
    }

    /** Whether the rule ran at this time or later, as far as {@link #ran} said so. */
    boolean ranSince(String ruleId, Instant at) {
        Instant last = lastRan.get(ruleId);
        return last != null && !last.isBefore(at);
    }

    /**
     * Takes note of an execution that the store knows, for example of a plan that a former leader approved and whose deployment began only
     * after this server had looked up when rules ran.
     *
     * @return whether it is later than all executions that were known
     */
    boolean learn(String ruleId, Instant at) {
        Instant last = lastRan.get(ruleId);
        boolean later = last == null || at.isAfter(last);
        if (later) {
            ran(new RuleRan(ruleId, at, !own.contains(ruleId)));
        }
        return later;
    }

    public void close() {
        rules.close();
    }
}
