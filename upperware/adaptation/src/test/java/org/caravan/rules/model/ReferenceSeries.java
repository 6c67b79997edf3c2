package org.caravan.rules.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.adaptation.Aggregate;
import org.caravan.adaptation.Metric;
import org.caravan.formula.Formula;

/** Values of metrics and formulas as docs/language.md defines them: keeps all readings and computes each value from them on use. */
final class ReferenceSeries {

    private final RuleProgram model;
    private final TreeMap<String, List<long[]>> arrived = new TreeMap<>();
    private final Map<String, List<double[]>> samples = new HashMap<>();
    private Map<String, Double> variables = Map.of();

    ReferenceSeries(RuleProgram model) {
        this.model = model;
    }

    void arrive(ModelRound round, List<ModelFinding> findings) {
        long now = round.at().toEpochMilli();
        variables = round.variables();
        round.readings().forEach(reading -> arrive(reading, now, findings));
        sampleFormulas(now);
    }

    private void arrive(MetricReading reading, long now, List<ModelFinding> findings) {
        Metric metric = model.metrics().get(reading.seriesId());
        boolean ofSlo = reading.seriesId().startsWith("slo ") && model.slos().containsKey(reading.seriesId().substring(4));
        long at = reading.at().toEpochMilli();
        List<long[]> before = arrived.computeIfAbsent(reading.seriesId(), none -> new ArrayList<>());
        long newest = before.stream().mapToLong(one -> one[0]).max().orElse(Long.MIN_VALUE);
        ModelFinding.Refusal why = null;
        if (!ofSlo && (metric == null || metric.sensor().isEmpty())) {
            why = ModelFinding.Refusal.UNKNOWN_SERIES;
        } else if (Double.isNaN(reading.value()) || Double.isInfinite(reading.value())) {
            why = ModelFinding.Refusal.NOT_A_NUMBER;
        } else if (reading.value() < 0 && (ofSlo || !metric.external())) {
            why = ModelFinding.Refusal.NEGATIVE;
        } else if (at - now > 5000) {
            why = ModelFinding.Refusal.FUTURE;
        } else if (at == newest) {
            why = ModelFinding.Refusal.DUPLICATE;
        } else if (at < newest || now - at >= span(reading.seriesId())) {
            why = ModelFinding.Refusal.LATE;
        }
        if (why != null) {
            findings.add(new ModelFinding.ReadingRefused(reading, why));
            return;
        }
        before.add(new long[] {at});
        sample(reading.seriesId(), reading.value(), at, Math.min(at, now));
    }

    /** Length of the window of a series in ms. */
    private long span(String series) {
        Metric metric = model.metrics().get(series);
        if (metric == null) {
            return 3 * model.polled().toMillis();
        }
        return metric.window().map(window -> Math.round(window.seconds() * 1000)).orElseGet(() ->
                3 * Math.max(model.polled().toMillis(), Math.round(metric.everySeconds().orElse(0.0) * 1000)));
    }

    private void sample(String series, double value, long measured, long counted) {
        Metric metric = model.metrics().get(series);
        double every = metric == null ? 0 : 1000 * metric.everySeconds().orElse(0.0);
        List<double[]> all = samples.computeIfAbsent(series, none -> new ArrayList<>());
        if (all.isEmpty() || measured - all.get(all.size() - 1)[2] >= 0.9 * every) {
            all.add(new double[] {counted, value, measured});
        }
    }

    /** Formulas with windows, each after the formulas that it uses. */
    private void sampleFormulas(long now) {
        List<String> done = new ArrayList<>();
        model.metrics().keySet().stream().sorted().forEach(id -> sampleFormula(id, now, done));
    }

    private void sampleFormula(String id, long now, List<String> done) {
        Metric metric = model.metrics().get(id);
        if (metric == null || metric.formula().isEmpty() || done.contains(id)) {
            return;
        }
        done.add(id);
        names(metric.formula().get()).forEach(name -> sampleFormula(name, now, done));
        if (metric.window().isPresent()) {
            double value = value(metric.formula().get(), now);
            if (!Double.isNaN(value) && !Double.isInfinite(value)) {
                sample(id, value, now, now);
            }
        }
    }

    private static List<String> names(Formula formula) {
        List<String> names = new ArrayList<>();
        if (formula instanceof Formula.Reference one) {
            names.add(one.id());
        } else if (formula instanceof Formula.Operation two) {
            names.addAll(names(two.left()));
            names.addAll(names(two.right()));
        } else if (formula instanceof Formula.Call call) {
            call.arguments().forEach(one -> names.addAll(names(one)));
        }
        return names;
    }

    double metric(String id, long now) {
        Metric metric = model.metrics().get(id);
        if (metric == null && !model.slos().containsKey(id.replaceFirst("^slo ", ""))) {
            return variables.getOrDefault(id, Double.NaN);
        }
        if (metric != null && metric.formula().isPresent() && metric.window().isEmpty()) {
            return value(metric.formula().get(), now);
        }
        double[] within = samples.getOrDefault(id, List.of()).stream().filter(one -> one[0] > now - span(id) && one[0] <= now)
                .mapToDouble(one -> one[1]).toArray();
        Aggregate aggregate = metric == null ? Aggregate.LAST : metric.window().map(Metric.Window::aggregate).orElse(Aggregate.LAST);
        return within.length == 0 ? Double.NaN : aggregate(aggregate, within);
    }

    private static double aggregate(Aggregate aggregate, double[] values) {
        double sum = 0;
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (double value : values) {
            sum += value;
            least = Math.min(least, value);
            most = Math.max(most, value);
        }
        return switch (aggregate) {
            case MEAN -> sum / values.length;
            case SUM -> sum;
            case MIN -> least;
            case MAX -> most;
            case COUNT -> values.length;
            case LAST -> values[values.length - 1];
            case P50 -> covering(values, 0.50);
            case P95 -> covering(values, 0.95);
            case P99 -> covering(values, 0.99);
        };
    }

    /** Least of the values such that at least this share of all is not above it. */
    private static double covering(double[] values, double share) {
        double found = Double.POSITIVE_INFINITY;
        for (double candidate : values) {
            long below = 0;
            for (double value : values) {
                below += value <= candidate ? 1 : 0;
            }
            if (below >= share * values.length - 1e-9) {
                found = Math.min(found, candidate);
            }
        }
        return found;
    }

    double value(Formula formula, long now) {
        if (formula instanceof Formula.Amount amount) {
            return amount.value();
        }
        if (formula instanceof Formula.Reference reference) {
            return metric(reference.id(), now);
        }
        if (formula instanceof Formula.Operation operation) {
            double left = value(operation.left(), now);
            double right = value(operation.right(), now);
            return switch (operation.operator()) {
                case PLUS -> left + right;
                case MINUS -> left - right;
                case TIMES -> left * right;
                case PER -> left / right;
            };
        }
        Formula.Call call = (Formula.Call) formula;
        double[] values = call.arguments().stream().mapToDouble(argument -> value(argument, now)).toArray();
        double sum = 0;
        double least = values[0];
        double most = values[0];
        for (double value : values) {
            sum += value;
            least = Math.min(least, value);
            most = Math.max(most, value);
        }
        return switch (call.function()) {
            case MIN -> least;
            case MAX -> most;
            case SUM -> sum;
            case MEAN -> sum / values.length;
            case ABS -> Math.abs(values[0]);
            case EXP -> Math.exp(values[0]);
            case LN -> Math.log(values[0]);
        };
    }
}
