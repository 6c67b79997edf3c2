package org.caravan.dsl.reader;

import java.time.ZoneId;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.caravan.adaptation.Action;
import org.caravan.adaptation.Action.Reserve.Change;
import org.caravan.adaptation.ActionLimits;
import org.caravan.adaptation.Adaptation;
import org.caravan.adaptation.Aggregate;
import org.caravan.adaptation.Constraint;
import org.caravan.adaptation.Forecast;
import org.caravan.adaptation.MaintenanceWindow;
import org.caravan.adaptation.Metric;
import org.caravan.adaptation.Rule;
import org.caravan.adaptation.Schedule;
import org.caravan.adaptation.Utility;
import org.caravan.adaptation.Variable;
import org.caravan.dsl.caravan.AdaptationDeclaration;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.ConstraintDeclaration;
import org.caravan.dsl.caravan.DrainAction;
import org.caravan.dsl.caravan.ForecastDeclaration;
import org.caravan.dsl.caravan.MetricDeclaration;
import org.caravan.dsl.caravan.PlanVariableDeclaration;
import org.caravan.dsl.caravan.RuleDeclaration;
import org.caravan.dsl.caravan.NotifyAction;
import org.caravan.dsl.caravan.ReleaseAction;
import org.caravan.dsl.caravan.ReserveAction;
import org.caravan.dsl.caravan.RestartAction;
import org.caravan.dsl.caravan.RunAction;
import org.caravan.dsl.caravan.ScaleAction;
import org.caravan.dsl.caravan.UtilityDeclaration;
import org.caravan.dsl.expression.ConditionReader;
import org.caravan.dsl.expression.FormulaReader;
import org.caravan.dsl.expression.ValueMeasures;
import org.caravan.formula.Measure;

/** Converts the adaptation part of an application declaration into its record. */
public final class AdaptationReader {

    private final FormulaReader formulas = new FormulaReader(new IdentityHashMap<>());
    private final ConditionReader conditions = new ConditionReader(formulas);
    private final ApplicationDeclaration application;
    private final Map<String, Measure> measures;

    public AdaptationReader(ApplicationDeclaration application) {
        this.application = application;
        this.measures = ValueMeasures.of(application);
    }

    public Adaptation read() {
        return new Adaptation(
                application.getMetrics().stream().map(this::metric).toList(),
                application.getVariables().stream().map(AdaptationReader::variable).toList(),
                application.getConstraints().stream().map(this::constraint).toList(),
                application.getRules().stream().map(this::rule).toList(),
                application.getUtilities().stream().map(this::utility).toList(),
                application.getForecasts().stream().map(AdaptationReader::forecast).toList(),
                Optional.ofNullable(application.getAdaptation()).map(AdaptationReader::limits));
    }

    private static ActionLimits limits(AdaptationDeclaration limits) {
        return new ActionLimits(Optional.ofNullable(limits.getCoolDown()).map(Amounts::seconds), count(limits.getMoves()),
                count(limits.getFlaps()), count(limits.getUnavailable()), count(limits.getDisruption()),
                Optional.ofNullable(limits.getMaintenance()).map(MaintenanceWindow::parse));
    }

    private static Optional<Integer> count(String written) {
        return Optional.ofNullable(written).map(Integer::valueOf);
    }

    private Metric metric(MetricDeclaration metric) {
        return new Metric(
                metric.getName(),
                Optional.ofNullable(metric.getSensor()).or(() -> Optional.ofNullable(metric.getExternal())),
                metric.getExternal() != null,
                Optional.ofNullable(metric.getSubject()).map(subject -> subject.getName()),
                Optional.ofNullable(metric.getFormula()).map(formulas::read),
                measures.getOrDefault(metric.getName(), Measure.NUMBER),
                Optional.ofNullable(metric.getEvery()).map(Amounts::seconds),
                Optional.ofNullable(metric.getWindow())
                        .map(window -> new Metric.Window(Amounts.seconds(window), aggregate(metric.getAggregate()))),
                Optional.ofNullable(metric.getUnit()));
    }

    private static Aggregate aggregate(String written) {
        return Aggregate.valueOf(written.toUpperCase(Locale.ROOT));
    }

    private static Variable variable(PlanVariableDeclaration variable) {
        return new Variable(variable.getName(), ValueMeasures.property(variable).orElseThrow(),
                Optional.ofNullable(variable.getComponent()).map(component -> component.getName()));
    }

    private Constraint constraint(ConstraintDeclaration constraint) {
        return new Constraint(constraint.getName(), conditions.read(constraint));
    }

    private Rule rule(RuleDeclaration rule) {
        return new Rule(
                rule.getName(),
                Optional.ofNullable(rule.getWhen()).map(conditions::read),
                Optional.ofNullable(rule.getHolds()).map(Amounts::seconds),
                Optional.ofNullable(rule.getTimes())
                        .map(times -> new Rule.Repeat(Integer.parseInt(times), Amounts.seconds(rule.getSpan()))),
                Optional.ofNullable(rule.getEvery()).map(Amounts::seconds),
                Optional.ofNullable(rule.getCron()).map(cron -> new Schedule(cron,
                        ZoneId.of(rule.getZone() == null ? "UTC" : rule.getZone()))),
                Optional.ofNullable(rule.getPause()).map(Amounts::seconds),
                rule.getActions().stream().map(AdaptationReader::action).toList());
    }

    private static Action action(org.caravan.dsl.caravan.Action action) {
        if (action instanceof ScaleAction scale && scale.isForecast()) {
            return Action.Scale.byForecast(scale.getComponent().getName());
        }
        if (action instanceof ScaleAction scale) {
            return new Action.Scale(Action.Direction.valueOf(scale.getDirection().toUpperCase(Locale.ROOT)), scale.getComponent().getName(),
                    scale.getCount() == null ? 1 : Integer.parseInt(scale.getCount()));
        }
        if (action instanceof NotifyAction notify) {
            return new Action.Notify(notify.getAddress());
        }
        if (action instanceof RestartAction restart) {
            return new Action.Restart(restart.getComponent().getName());
        }
        if (action instanceof DrainAction drain) {
            return new Action.Drain(drain.getHost());
        }
        if (action instanceof ReserveAction reserve) {
            return reserve(reserve);
        }
        if (action instanceof ReleaseAction release) {
            return new Action.Release(release.getComponent().getName());
        }
        return action instanceof RunAction run ? new Action.Run(run.getComponent().getName(), run.getCommand()) : new Action.Replan();
    }

    private static Action.Reserve reserve(ReserveAction reserve) {
        Change change = reserve.isMore() ? Change.MORE : reserve.isLess() ? Change.LESS : Change.TO;
        return new Action.Reserve(reserve.getComponent().getName(), change, Amounts.bitRate(reserve.getRate()),
                Optional.ofNullable(reserve.getMost()).map(most -> Amounts.bounds(reserve.getLeast(), most)));
    }

    private static Forecast forecast(ForecastDeclaration forecast) {
        Forecast.Method method = Forecast.Method.valueOf(forecast.getMethod().toUpperCase(Locale.ROOT).replace('-', '_'));
        return new Forecast(forecast.getRequest().getName(), method, Amounts.seconds(forecast.getSeason()),
                Amounts.seconds(forecast.getHorizon()));
    }

    private Utility utility(UtilityDeclaration utility) {
        return new Utility(formulas.read(utility.getFormula()), utility.getWeight() == null ? 1 : Double.parseDouble(utility.getWeight()));
    }
}
