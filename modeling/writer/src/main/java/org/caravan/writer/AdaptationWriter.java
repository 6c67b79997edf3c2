package org.caravan.writer;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.adaptation.Action;
import org.caravan.adaptation.Action.Reserve.Change;
import org.caravan.adaptation.ActionLimits;
import org.caravan.adaptation.Adaptation;
import org.caravan.adaptation.Forecast;
import org.caravan.adaptation.Metric;
import org.caravan.adaptation.Rule;
import org.caravan.adaptation.Utility;
import org.caravan.adaptation.Variable;

/** Writes the adaptation part of an application: metrics, variables, constraints, rules, utilities, forecasts. */
final class AdaptationWriter {

    private final Lines lines;

    AdaptationWriter(Lines lines) {
        this.lines = lines;
    }

    void write(Adaptation adaptation) {
        if (adaptation.equals(Adaptation.NONE)) {
            return;
        }
        lines.blank();
        adaptation.metrics().forEach(this::metric);
        adaptation.variables().forEach(this::variable);
        adaptation.constraints().forEach(constraint ->
                lines.line("constraint " + Words.name(constraint.id()) + " { " + constraint.condition() + " }"));
        adaptation.rules().forEach(this::rule);
        adaptation.forecasts().forEach(this::forecast);
        adaptation.utilities().forEach(this::utility);
        if (!adaptation.limitsOfActions().equals(ActionLimits.NONE)) {
            lines.block("adaptation", () -> limits(adaptation.limitsOfActions()));
        }
    }

    private void limits(ActionLimits limits) {
        seconds("cool-down", limits.coolDownSeconds());
        count("moves-per-hour", limits.movesPerHour());
        count("flap-budget", limits.flapBudget());
        count("unavailable-at-once", limits.unavailableAtOnce());
        count("most-disruption", limits.mostDisruption());
        limits.maintenance().ifPresent(window -> lines.line("maintenance " + Words.quoted(window.toString())));
    }

    private void count(String word, Optional<Integer> count) {
        count.ifPresent(number -> lines.line(word + " " + number));
    }

    private void metric(Metric metric) {
        lines.block("metric " + Words.name(metric.id()), () -> {
            metric.sensor().ifPresent(sensor -> lines.line("sensor " + (metric.external() ? Words.quoted(sensor) : Words.name(sensor))
                    + metric.subject().map(subject -> " of " + Words.name(subject)).orElse("")));
            metric.formula().ifPresent(formula -> lines.line("formula " + formula));
            seconds("every", metric.everySeconds());
            metric.window().ifPresent(window -> lines.line("window " + Words.number(window.seconds()) + " s by " + window.aggregate()));
            metric.unit().ifPresent(unit -> lines.line("unit " + unit));
        });
    }

    private void seconds(String word, Optional<Double> seconds) {
        seconds.ifPresent(span -> lines.line(word + " " + Words.number(span) + " s"));
    }

    private void variable(Variable variable) {
        lines.line("variable " + Words.name(variable.id()) + " is " + variable.property()
                + variable.componentId().map(id -> " of " + Words.name(id)).orElse(""));
    }

    private void rule(Rule rule) {
        lines.block("rule " + Words.name(rule.id()), () -> {
            rule.when().ifPresent(when -> lines.line("when " + when));
            seconds("for", rule.holdsSeconds());
            rule.repeat().ifPresent(repeat -> lines.line("at least " + repeat.times() + " times in " + Words.number(repeat.withinSeconds())
                    + " s"));
            seconds("every", rule.everySeconds());
            rule.schedule().ifPresent(schedule -> lines.line("cron " + Words.quoted(schedule.cron()) + "  zone "
                    + Words.quoted(schedule.zone().getId())));
            lines.line("then " + actions(rule.actions()));
            seconds("pause", rule.pauseSeconds());
        });
    }

    private static String actions(List<Action> actions) {
        return actions.stream().map(AdaptationWriter::text).collect(Collectors.joining(", "));
    }

    private static String text(Action action) {
        if (action instanceof Action.Scale scale) {
            String by = scale.followsForecasts() ? " by forecast" : scale.by() == 1 ? "" : " by " + scale.by();
            return "scale " + scale.direction() + " " + Words.name(scale.componentId()) + by;
        }
        if (action instanceof Action.Notify notify) {
            return "notify " + Words.quoted(notify.address());
        }
        if (action instanceof Action.Restart restart) {
            return "restart " + Words.name(restart.componentId());
        }
        if (action instanceof Action.Drain drain) {
            return "drain host " + Words.name(drain.hostId());
        }
        if (action instanceof Action.Reserve reserve) {
            String change = reserve.change() == Change.TO ? "" : " " + reserve.change().name().toLowerCase(Locale.ROOT);
            return "reserve " + reserve.rate().value() + " bit/s" + change + " of " + Words.name(reserve.componentId()) + reserve.within()
                    .map(bounds -> " within " + bounds.least().value() + ".." + bounds.most().value() + " bit/s").orElse("");
        }
        if (action instanceof Action.Release release) {
            return "release bandwidth of " + Words.name(release.componentId());
        }
        return action instanceof Action.Run run ? "run " + Words.quoted(run.command()) + " in " + Words.name(run.componentId()) : "replan";
    }

    private void forecast(Forecast forecast) {
        lines.line("forecast " + Forecast.SERIES + " of " + Words.name(forecast.requestId()) + " { method " + forecast.method()
                + "  season " + Words.number(forecast.seasonSeconds()) + " s  horizon " + Words.number(forecast.horizonSeconds()) + " s }");
    }

    private void utility(Utility utility) {
        lines.line("maximise " + utility.formula() + (utility.weight() == 1 ? "" : " weight " + Words.number(utility.weight())));
    }
}
