package org.caravan.exporters;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.caravan.adaptation.Adaptation;
import org.caravan.adaptation.Metric;
import org.caravan.adaptation.Sensor;
import org.caravan.adaptation.Variable;
import org.caravan.application.ApplicationModel;
import org.caravan.formula.Formula;

/** Writes the metric model: metrics with templates, contexts, sensors, schedules and windows; and variables. */
final class CamelValues {

    private final ApplicationModel application;
    private final Adaptation adaptation;
    private final List<String> left;
    private final CamelLines lines = new CamelLines();
    private final Map<String, String> units = new HashMap<>();
    private final CamelNumbers numbers = new CamelNumbers(units);
    private final Set<String> shared = new HashSet<>();
    private final Set<String> written = new TreeSet<>();

    CamelValues(ApplicationModel application, List<String> left) {
        this.application = application;
        this.adaptation = application.supplement().adaptation();
        this.left = left;
    }

    /** Writes metrics after the values on which they depend. */
    void write() {
        adaptation.variables().forEach(this::variable);
        for (int before = -1; before < written.size();) {
            before = written.size();
            adaptation.metrics().stream().filter(metric -> !written.contains(metric.id())).forEach(this::metric);
        }
        adaptation.metrics().stream().filter(metric -> !written.contains(metric.id())).forEach(metric -> left.add("metric " + metric.id()));
    }

    CamelLines lines() {
        return lines;
    }

    /** Unit of a metric or variable in CAMEL; empty if it is not exported. */
    Optional<String> unit(String id) {
        return Optional.ofNullable(units.get(CamelLines.name(id)));
    }

    /** Reference to the value in goals and constraints. */
    String reference(String id) {
        return "Watch." + CamelLines.name(id) + (isMetric(id) ? "Context" : "");
    }

    boolean isMetric(String id) {
        return adaptation.metrics().stream().anyMatch(metric -> metric.id().equals(id));
    }

    private void variable(Variable variable) {
        Optional<String> unit = switch (variable.property()) {
            case REPLICAS -> Optional.of("Instances");
            case CPU -> Optional.of("Cores");
            case MEMORY -> Optional.of("MegaBytes");
            case COST -> Optional.empty();
        };
        if (unit.isEmpty()) {
            left.add("variable " + variable.id());
            return;
        }
        String kind = "plan_" + variable.property();
        once("measurable attribute " + kind);
        once("template " + kind + "Template { attribute " + kind + " unit UnitTemplateCamelModel.UnitTemplateModel." + unit.get() + " }");
        lines.line(2, "variable " + CamelLines.name(variable.id()) + " { template " + kind + "Template component Deployment."
                + CamelLines.name(variable.componentId().orElseThrow()) + " }");
        units.put(CamelLines.name(variable.id()), variable.property() == Variable.Property.MEMORY ? "MiB" : CamelNumbers.PLAIN);
    }

    private void metric(Metric metric) {
        String unit = metric.unit().orElse(metric.sensor().flatMap(Sensor::named).filter(any -> !metric.external()).map(CamelValues::unit)
                .orElse(CamelNumbers.PLAIN));
        boolean ofComponent = metric.subject().isEmpty()
                || application.components().stream().anyMatch(component -> component.id().equals(metric.subject().get()));
        boolean whole = Stream.concat(metric.everySeconds().stream(), metric.window().map(Metric.Window::seconds).stream())
                .allMatch(seconds -> seconds == Math.rint(seconds));
        if (CamelNumbers.unit(unit).isEmpty() || !ofComponent || !whole) {
            return;
        }
        if (metric.sensor().isPresent()) {
            read(metric, unit);
        } else {
            computed(metric, unit);
        }
    }

    /** A window over a sensor becomes a window over a separate raw metric. */
    private void read(Metric metric, String unit) {
        String name = CamelLines.name(metric.id());
        String raw = metric.window().isPresent() ? name + "Raw" : name;
        String sensor = CamelLines.name(metric.sensor().orElseThrow()).replaceAll("\\W", "_");
        template(name, unit);
        once("sensor " + sensor + " { config '" + (metric.external() ? "" : "caravan:" + metric.sensor().get()) + "' }");
        metric.subject().ifPresent(subject -> once("object context " + CamelLines.name(subject) + "Object { component Deployment."
                + CamelLines.name(subject) + " }"));
        lines.line(2, "raw metric " + raw + " { template " + name + "Template }");
        lines.line(2, "raw metric context " + raw + "Context { metric " + raw + " sensor Watch." + sensor + schedule(metric)
                + metric.subject().map(subject -> " object context " + CamelLines.name(subject) + "Object").orElse("") + " }");
        metric.window().ifPresent(window -> window(name, raw, metric));
        wrote(metric, unit);
    }

    private void computed(Metric metric, String unit) {
        String name = CamelLines.name(metric.id());
        Formula formula = metric.formula().orElseThrow();
        if (metric.window().isPresent()) {
            boolean whole = formula instanceof Formula.Reference reference
                    && (unit.equals(units.get(CamelLines.name(reference.id())))
                    || metric.window().get().aggregate().toString().equals("count"));
            if (whole) {
                template(name, unit);
                window(name, CamelLines.name(formula.toString()), metric);
                wrote(metric, unit);
            }
            return;
        }
        numbers.of(formula, unit).ifPresent(text -> {
            template(name, unit);
            lines.line(2, "composite metric " + name + " { template " + name + "Template formula '" + text + "' }");
            lines.line(2, "composite metric context " + name + "Context { metric " + name + " grouping global" + schedule(metric) + " }");
            wrote(metric, unit);
        });
    }

    private void window(String name, String of, Metric metric) {
        Metric.Window window = metric.window().orElseThrow();
        String by = window.aggregate().toString();
        String formula = by.matches("p[0-9]+") ? "percentile(" + of + ", 0." + by.substring(1) + ")" : by + "(" + of + ")";
        lines.line(2, "window " + name + "Window { type sliding size type time-only time size " + Math.round(window.seconds())
                + " time unit " + CamelNumbers.unit("s").orElseThrow() + " }");
        lines.line(2, "composite metric " + name + " { template " + name + "Template formula '" + formula + "' }");
        lines.line(2, "composite metric context " + name + "Context { metric " + name + " grouping global window " + name + "Window"
                + schedule(metric) + " composing contexts [" + of + "Context] }");
    }

    private void template(String name, String unit) {
        once("measurable attribute " + name + "Attribute");
        lines.line(2, "template " + name + "Template { attribute " + name + "Attribute unit " + CamelNumbers.unit(unit).orElseThrow()
                + " }");
    }

    private String schedule(Metric metric) {
        return metric.everySeconds().map(seconds -> {
            String name = "Every" + Math.round(seconds) + "s";
            once("schedule " + name + " { interval " + Math.round(seconds) + " time unit " + CamelNumbers.unit("s").orElseThrow() + " }");
            return " schedule " + name;
        }).orElse("");
    }

    private void once(String line) {
        if (shared.add(line)) {
            lines.line(2, line);
        }
    }

    private void wrote(Metric metric, String unit) {
        units.put(CamelLines.name(metric.id()), unit);
        written.add(metric.id());
    }

    private static String unit(Sensor sensor) {
        return switch (sensor) {
            case CPU, ERRORS, CONNECTIONS_PER_SECOND -> CamelNumbers.PLAIN;
            case MEMORY -> "B";
            case LATENCY -> "ms";
            case RATE -> "requests/s";
            default -> "B/s";
        };
    }
}
