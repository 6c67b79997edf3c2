package org.caravan.importers.camel;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.adaptation.Aggregate;
import org.caravan.adaptation.Metric;
import org.caravan.adaptation.Sensor;
import org.caravan.formula.Formula;
import org.caravan.formula.Measure;
import org.caravan.formula.Units;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.text.TextRule;

/** Builds one metric from its parts in CAMEL: the metric itself, its template, context, sensor, schedule and window. */
final class MetricParts {

    /** Prefix in the configuration of sensors that we exported. */
    private static final String OURS = "caravan:";

    private final Draft draft;
    private final Declarations declared;
    private final Values values;

    MetricParts(Draft draft, Declarations declared, Values values) {
        this.draft = draft;
        this.declared = declared;
        this.values = values;
    }

    /** Raw metric, read by a sensor that the application provides. */
    Value raw(String wanted, Optional<Statement> metric, Optional<Statement> context) throws Unsupported {
        Optional<Statement> template = metric.flatMap(this::template);
        String sensor = context.flatMap(one -> one.part("sensor")).or(() -> template.flatMap(this::sensorOf)).map(Statement::lastSegment)
                .orElseThrow(() -> new Unsupported("because no file says which sensor reads it"));
        String id = context.isPresent() ? wanted : values.names().give(wanted, "metric");
        Optional<String> subject = context.flatMap(this::subject);
        Optional<Sensor> own = ownSensor(sensor).filter(any -> subject.isPresent());
        String unit = template.flatMap(this::unit).orElseGet(() -> assumedUnit(id, context.or(() -> metric).orElseThrow()));
        values.add(new Metric(id, Optional.of(own.map(Sensor::toString).orElseGet(() -> printable(sensor))), own.isEmpty(), subject,
                Optional.empty(),
                Units.measure(unit).orElseThrow(), context.flatMap(this::every), Optional.empty(),
                        Optional.of(unit).filter(any -> own.isEmpty() || Units.inBaseUnits("1", any) != 1)));
        if (own.isEmpty() && subject.isPresent()) {
            draft.findings().doubt("sensor-runs", context.or(() -> metric).orElseThrow().at(), "The sensor " + printable(sensor)
                    + " of metric " + id + " is the name of a program here: once a person approved the model, the server runs it in "
                    + "each copy of " + subject.get() + ".", "write the program that prints the value, or remove the metric.");
        }
        declared.find(sensor, "sensor").ifPresent(brought -> {
            brought.carry("isPush", "push");
            brought.parts("config").filter(config -> own.isPresent() || config.argument().isEmpty()).forEach(Statement::carry);
        });
        context.ifPresent(one -> one.carry("metric", "sensor", "schedule", "object context"));
        metric.ifPresent(one -> carry(one, template));
        context.stream().flatMap(one -> one.parts("window"))
                .forEach(window -> window.because("because only metrics that aggregate values have windows"));
        return new Value(id, unit);
    }

    /** Built-in sensor of a component. */
    private Optional<Sensor> ownSensor(String sensor) {
        return declared.find(sensor, "sensor").flatMap(brought -> brought.part("config")).filter(config -> config.startsWith(OURS))
                .flatMap(config -> Sensor.named(config.substring(OURS.length()))).filter(known -> !known.ofRequests());
    }

    private String assumedUnit(String id, Statement at) {
        draft.findings().doubt("assumed", at.at(), "Assumed for metric " + id
                + ", as no file says its unit in words of the language: number.", "say it, if it has one: unit ms");
        return Value.PLAIN;
    }

    /** Composite metric, computed from others. */
    Value composite(String id, Optional<Statement> metric, Optional<Statement> context) throws Unsupported {
        List<String> among = context.stream().flatMap(one -> one.parts("composing contexts")).flatMap(part -> part.words().stream())
                .map(Statement::lastSegment).toList();
        String text = metric.isPresent() ? metric.get().part("formula").orElseThrow(() -> new Unsupported("because it has no formula"))
                : meant(context.orElseThrow(), among);
        Optional<Statement> template = metric.flatMap(this::template);
        Optional<Double> window = context.flatMap(one -> window(one, among));
        Optional<MetricAggregate> taken = MetricAggregate.of(text).filter(any -> window.isPresent());
        Optional<String> said = template.flatMap(this::unit);
        String source = taken.map(MetricAggregate::name).orElse(text);
        boolean counts = taken.filter(by -> by.by() == Aggregate.COUNT).isPresent();
        String unit = counts ? Value.PLAIN : said.isPresent() ? said.get() : values.unitOf(source, among);
        Formula formula = values.formula(source, among, counts ? Optional.empty() : Optional.of(unit));
        boolean plain = unit.equals(Value.PLAIN);
        Measure measure = counts ? Measure.NUMBER : plain ? values.measure(formula) : Units.measure(unit).orElseThrow();
        values.add(new Metric(id, Optional.empty(), false, Optional.empty(), Optional.of(formula), measure, context.flatMap(this::every),
                taken.map(by -> new Metric.Window(window.get(), by.by())), plain ? Optional.empty() : Optional.of(unit)));
        context.ifPresent(one -> carry(one, taken.isPresent()));
        metric.ifPresent(one -> carry(one, template));
        return new Value(id, unit);
    }

    /** Metrics of CAMEL's standard library, which most files do not include: {@code AverageResponseTime} of a raw metric is its mean. */
    private String meant(Statement context, List<String> among) throws Unsupported {
        String metric = Statement.lastSegment(context.part("metric").orElse(""));
        Optional<String> raw = among.stream().flatMap(name -> declared.find(name, "raw metric context", "composite metric context")
                .stream())
                .flatMap(one -> one.part("metric").stream()).findFirst().filter(any -> among.size() == 1
                        && metric.matches("(Average|Avg|Mean).+"));
        String name = Statement.lastSegment(raw.orElseThrow(() -> new Unsupported("because its metric is in none of the files")));
        draft.findings().doubt("assumed", context.at(), "Assumed for metric " + metric
                + ", as it is in none of the files: it is the mean of " + name + ".", "import its file, too.");
        return "mean(" + name + ")";
    }

    private static void carry(Statement context, boolean takesTogether) {
        context.carry("metric", "schedule", "object context", "composing contexts");
        context.parts("grouping").forEach(grouping -> {
            grouping.because("because metrics are of components as wholes");
            if (grouping.argument().equals("global")) {
                grouping.carry();
            }
        });
        context.parts("window").forEach(window -> {
            window.because("because its formula takes no values of one metric together");
            if (takesTogether) {
                window.carry();
            }
        });
    }

    private void carry(Statement metric, Optional<Statement> template) {
        metric.carry("template", "formula");
        template.ifPresent(one -> {
            one.carry("attribute", "unit");
            one.parts("value type").forEach(type -> type.because("because no range of values is checked"));
            one.part("attribute").flatMap(name -> declared.find(name, "measurable attribute", "property")).ifPresent(Statement::carry);
        });
    }

    private Optional<Statement> template(Statement metric) {
        return metric.part("template").flatMap(name -> declared.find(name, "template"));
    }

    private Optional<String> sensorOf(Statement template) {
        return template.part("attribute").flatMap(name -> declared.find(name, "measurable attribute"))
                .flatMap(attribute -> attribute.after("sensors")).map(Token::text);
    }

    private Optional<String> unit(Statement template) {
        return template.part("unit").flatMap(CamelUnits::named);
    }

    /** Subject of the values: a converted component. */
    private Optional<String> subject(Statement context) {
        return context.part("object context").flatMap(name -> declared.find(name, "object context")).flatMap(object -> {
            Optional<DraftComponent> component = object.part("component").flatMap(name -> draft.find(Statement.lastSegment(name)));
            component.ifPresent(found -> object.carry("component"));
            return component.map(DraftComponent::id);
        });
    }

    private Optional<Double> every(Statement context) {
        return context.part("schedule").flatMap(name -> declared.find(name, "schedule"))
                .flatMap(schedule -> span(schedule, "interval", "interval", "time unit", "unit", "type"));
    }

    /**
     * Window of the context, or of the metrics from which it is computed. A window of N measurements lasts as long as the measurements
     * take.
     */
    private Optional<Double> window(Statement context, List<String> among) {
        return context.part("window").or(() -> among.stream()
                .flatMap(name -> declared.find(name, "raw metric context", "composite metric context").stream())
                .flatMap(one -> one.part("window").stream()).findFirst())
                .flatMap(name -> declared.find(name, "window"))
                .flatMap(window -> span(window, "time size", "time size", "time unit", "unit", "size type")
                        .or(() -> measured(window, among)));
    }

    private Optional<Double> measured(Statement window, List<String> among) {
        Optional<Double> every = among.stream().flatMap(name -> declared.find(name, "raw metric context").stream())
                .flatMap(one -> every(one).stream()).findFirst();
        Optional<Double> span = window.part("measurement size").filter(count -> count.matches("[1-9][0-9]{0,5}"))
                .flatMap(count -> every.map(seconds -> seconds * Integer.parseInt(count)));
        span.filter(seconds -> seconds <= 31_536_000).ifPresent(seconds -> {
            draft.findings().doubt("assumed", window.at(), "Window " + window.argument() + " of "
                    + window.part("measurement size").orElseThrow() + " measurements is "
                    + Math.round(seconds) + " s here, as long as they take.", "");
            carry(window, "measurement size", "size type");
        });
        return span.filter(seconds -> seconds <= 31_536_000);
    }

    private Optional<Double> span(Statement declaration, String size, String... carried) {
        Optional<Double> seconds = declaration.part(size)
                .flatMap(number -> declaration.part("time unit", "unit").flatMap(unit -> CamelUnits.seconds(number, unit)));
        seconds.ifPresent(known -> carry(declaration, carried));
        return seconds;
    }

    /** Windows in the model are sliding. */
    private static void carry(Statement declaration, String... parts) {
        declaration.carry(parts);
        declaration.parts("type", "window type").filter(type -> type.argument().equalsIgnoreCase("sliding")).forEach(Statement::carry);
    }

    private static String printable(String text) {
        return TextRule.LINE.cleaned(text);
    }

    /** Aggregation of one metric: {@code mean(Load)}, {@code percentile(Delay, 0.95)}. */
    private record MetricAggregate(Aggregate by, String name) {

        private static final Pattern ONE_CALL = Pattern.compile(
                "\\s*([A-Za-z]\\w*)\\s*\\(\\s*([A-Za-z_][\\w.]*)\\s*(?:,\\s*([0-9]{0,9}\\.?[0-9]{1,9})\\s*)?\\)\\s*");
        private static final Map<String, Aggregate> AGGREGATES = Map.of("min", Aggregate.MIN, "max", Aggregate.MAX, "sum", Aggregate.SUM,
                "mean", Aggregate.MEAN,
                "avg", Aggregate.MEAN, "count", Aggregate.COUNT, "last", Aggregate.LAST);
        private static final Map<String, Aggregate> PERCENTILES = Map.of("0.5", Aggregate.P50, "5E+1", Aggregate.P50, "0.95", Aggregate.P95,
                "95", Aggregate.P95,
                "0.99", Aggregate.P99, "99", Aggregate.P99);

        /** Empty unless the whole formula is such a call. */
        static Optional<MetricAggregate> of(String formula) {
            Matcher call = ONE_CALL.matcher(formula);
            if (!call.matches()) {
                return Optional.empty();
            }
            String function = call.group(1).toLowerCase(Locale.ROOT);
            Optional<Aggregate> by = call.group(3) == null ? Optional.ofNullable(AGGREGATES.get(function))
                    : Optional.ofNullable(PERCENTILES.get(new BigDecimal(call.group(3)).stripTrailingZeros().toString()))
                    .filter(any -> function.equals("percentile"));
            return by.map(known -> new MetricAggregate(known, call.group(2)));
        }
    }
}
