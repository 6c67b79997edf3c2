package org.caravan.server.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.execution.journal.StoreFault;
import org.caravan.measure.metric.Metric;
import org.caravan.measure.metric.Reading;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.model.MetricReading;
import org.caravan.rules.model.ModelFinding;
import org.caravan.server.adaptation.AdaptationParts;
import org.caravan.server.adaptation.model.DueRule;
import org.caravan.server.adaptation.model.RunningRules;
import org.caravan.server.forecast.RateForecast;
import org.caravan.server.planning.Targets;
import org.springframework.dao.DataAccessException;

/** Rounds of the rules of models of one server, as its loop makes them, from the values that the load of the world gives. */
final class ServerModelRules {

    private static final Duration POLLED = Duration.ofSeconds(15);

    private final World world;
    private final SimulatedServer server;
    private final Targets targets;
    private final AdaptationParts parts;
    private final ServerRounds rounds;
    private final Map<String, RunningRules> running = new HashMap<>();

    ServerModelRules(World world, SimulatedServer server, Targets targets, AdaptationParts parts, ServerRounds rounds) {
        this.world = world;
        this.server = server;
        this.targets = targets;
        this.parts = parts;
        this.rounds = rounds;
    }

    void rounds() {
        while (true) {
            world.turns.sleep(world.settings.rules().every());
            try {
                if (server.leading()) {
                    world.models.values().forEach(model -> targets.target(model.name()).filter(plan -> !plan.instances().isEmpty())
                            .ifPresent(plan -> evaluate(model, plan)));
                } else {
                    end();
                }
            } catch (StoreFault | DataAccessException unavailable) {
                world.trace.note("server " + server.number + ": rules of models are not evaluated now");
            }
        }
    }

    /** The process ends, or leads no longer. */
    void end() {
        running.values().forEach(RunningRules::close);
        running.clear();
    }

    private void evaluate(ApplicationModel model, DeploymentPlan target) {
        if (model.supplement().adaptation().rules().isEmpty()) {
            return;
        }
        RunningRules rules = running.computeIfAbsent(model.name(), unused -> RunningRules.of(model, null, POLLED, Instant.EPOCH,
                () -> parts.ran(model)).orElseThrow());
        Instant at = world.turns.instant();
        Map<String, RateForecast> forecasts = Map.of("home", world.load.forecast());
        List<ModelFinding> findings = rules.evaluate(at, false, target, Optional::empty,
                values(rules, target, at, forecasts.get("home")));
        List<DueRule> due = findings.stream().filter(ModelFinding.RuleDue.class::isInstance).map(ModelFinding.RuleDue.class::cast)
                .map(found -> new DueRule(rules.rule(found.ruleId()), found, at, forecasts,
                        rules.program().forecastsRead(rules.rule(found.ruleId())))).toList();
        rounds.submit("rules of " + model.name(), () -> {
            parts.outcomes();
            parts.lapse(model, due.stream().map(one -> one.rule().id()).collect(Collectors.toSet()));
            parts.handle(rules, due, world.turns::instant);
        });
    }

    private List<MetricReading> values(RunningRules rules, DeploymentPlan target, Instant at, RateForecast forecast) {
        List<MetricReading> values = new ArrayList<>();
        if (!world.load.metricsMissing()) {
            int copies = (int) target.instances().stream().filter(placed -> placed.instance().componentId().equals("web")).count();
            Map<String, List<Reading>> byCopy = target.instances().stream().filter(placed -> placed.instance().componentId().equals("web"))
                    .map(placed -> new Reading(placed.hostId(), placed.copy("shop").label(), Metric.CPU,
                            world.load.milliCoresOf(copies), at))
                    .collect(Collectors.groupingBy(Reading::copy));
            values.addAll(rules.ofComponents(target, byCopy));
        }
        forecast.expected().filter(unused -> world.features.has(Features.Feature.RULES))
                .ifPresent(expected -> values.add(new MetricReading("soon", expected.perSecond(), at)));
        values.sort(Comparator.comparing(MetricReading::seriesId));
        return values;
    }

    /** Names of the rules of the models of the worlds, as they approve. */
    static final Set<String> BY_METRIC = Set.of("rule busy", "rule idle");
    static final String BY_FORECAST = "rule ahead";
    static final String BY_CRON = "rule tidy";
    static final String BY_PERIOD = "rule grow";
}
