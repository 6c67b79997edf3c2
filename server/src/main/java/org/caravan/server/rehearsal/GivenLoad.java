package org.caravan.server.rehearsal;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.caravan.adaptation.Metric;
import org.caravan.adaptation.Sensor;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.problem.supposition.Assumptions;
import org.caravan.rules.model.RuleProgram;
import org.caravan.server.rehearsal.Observed.OfComponent;
import org.caravan.server.rehearsal.Observed.Sent;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.HttpStatus;

/**
 * Reads a load as comma-separated values, a line per change: {@code TIME,SERIES,VALUE}. A value holds until the next one of its series.
 * TIME is an
 * offset from the begin ({@code 90s}, {@code 5m}, {@code 2h}, {@code 1d}) or ISO 8601. The input may be wrong in any way: each error names
 * its line.
 */
final class GivenLoad {

    static final int MOST_LINES = 100_000;
    private static final int MOST_SERIES = 200;
    private static final int LONGEST_SHOWN = 60;
    private static final Pattern OFFSET = Pattern.compile("(\\d{1,9})([smhd])");
    private static final double MILLI = 1_000;

    private final ApplicationModel model;
    private final Instant begin;
    private final Map<String, TreeMap<Instant, Double>> series = new LinkedHashMap<>();
    private Instant end;

    private GivenLoad(ApplicationModel model, Instant begin) {
        this.model = model;
        this.begin = begin;
        this.end = begin;
    }

    /** @param end time of the last line */
    record Read(Observed observed, Instant end) {}

    /**
     * @param begin of the period; earlier lines are refused
     * @throws ProblemException with the first error, its line and a line that works
     */
    static Read of(String text, ApplicationModel model, Instant begin) {
        GivenLoad load = new GivenLoad(model, begin);
        int number = 0;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            number++;
            if (number > MOST_LINES) {
                throw refused(number, "is too much: a load has at most " + MOST_LINES + " lines",
                        "give a line only where a value changes.");
            }
            if (!line.isBlank() && !line.startsWith("#") && !(number == 1 && line.replace(" ", "").equalsIgnoreCase("time,series,value"))) {
                load.add(number, line);
            }
        }
        if (load.series.isEmpty()) {
            throw refused(Math.max(1, number), "ends a load without values", "write lines like: " + load.example());
        }
        return new Read(load.observed(), load.end);
    }

    private void add(int number, String line) {
        String[] parts = line.split(",", -1);
        if (parts.length != 3) {
            throw refused(number, "has " + parts.length + " values, not TIME,SERIES,VALUE", "write: " + example());
        }
        Instant at = time(number, parts[0].strip());
        String name = parts[1].strip().replaceAll("\\s+", " ");
        double value = value(number, parts[2].strip());
        if (!series.containsKey(name)) {
            known(number, name, value);
        }
        limits(number, name, value);
        TreeMap<Instant, Double> steps = series.computeIfAbsent(name, unknown -> new TreeMap<>());
        if (series.size() > MOST_SERIES) {
            throw refused(number, "begins series " + series.size() + "; a load has at most " + MOST_SERIES, "leave out some.");
        }
        if (!steps.isEmpty() && !at.isAfter(steps.lastKey())) {
            throw refused(number, "is not later than the line before of (" + shown(name) + ")", "sort the lines by time: sort -n FILE.");
        }
        steps.put(at, value);
        end = at.isAfter(end) ? at : end;
    }

    private Instant time(int number, String text) {
        Matcher offset = OFFSET.matcher(text);
        Instant at;
        try {
            at = offset.matches() ? begin.plus(length(offset)) : Instant.parse(text);
        } catch (DateTimeException | ArithmeticException wrong) {
            throw refused(number, "has a time (" + shown(text) + ") that cannot be read",
                    "use an offset from the begin, 90s, 5m, 2h or 1d, or a time like " + begin + ".");
        }
        if (at.isBefore(begin)) {
            throw refused(number, "is before the begin of the rehearsal, " + begin, "use offsets from the begin: 0s.");
        }
        if (at.isAfter(begin.plus(RehearsalPeriod.LONGEST))) {
            throw refused(number, "is more than " + RehearsalPeriod.LONGEST.toDays() + " days after the begin",
                    "rehearse a shorter period.");
        }
        return at;
    }

    private static Duration length(Matcher offset) {
        return RehearsalPeriod.length(offset.group(1), offset.group(2));
    }

    private static double value(int number, String text) {
        double value;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException wrong) {
            throw refused(number, "has a value (" + shown(text) + ") that is no number", "use a number with a decimal point: 0.9.");
        }
        if (!Double.isFinite(value) || value < 0) {
            throw refused(number, "has a value (" + shown(text) + ") that is not 0 or more and finite", "use a number from 0: 0.9.");
        }
        return value;
    }

    /** Limits of values, beyond being finite and not negative. */
    private static void limits(int number, String name, double value) {
        if (name.startsWith("host ") && value != 0 && value != 1) {
            throw refused(number, "has a value (" + value + ") for a host", "use 1 while it answers and 0 while it does not.");
        }
        if (name.startsWith("errors of ") && value > 1) {
            throw refused(number, "has a share of failed answers (" + value + ") above 1", "use 0.05 for 5 %.");
        }
    }

    private void known(int number, String name, double value) {
        Optional<Source> source = source(name);
        if (source.isEmpty()) {
            throw refused(number, "has a series (" + shown(name) + ") that is unknown", "use one of " + examples() + ".");
        }
        Suppositions.text(name, value).ifPresent(text -> {
            try {
                Assumptions.parse(List.of(text));
            } catch (RejectedInput wrong) {
                throw refused(number, "has a series (" + shown(name) + ") that cannot be read",
                        "use rtt edge<->cloud, users or price TYPE.");
            }
        });
    }

    private enum Kind { COMPONENT, RATE, METRIC, SLO, HOST, SUPPOSITION }

    /** @param subject id of the component, request, metric, promise or host. @param sensor of a component */
    private record Source(Kind kind, String subject, Optional<Sensor> sensor) {}

    private Optional<Source> source(String name) {
        String[] words = name.split(" ");
        if (name.equals("users") || words.length == 2 && (words[0].equals("users") || words[0].equals("price"))
                || name.startsWith("rtt ")) {
            return Optional.of(new Source(Kind.SUPPOSITION, name, Optional.empty()));
        }
        if (words.length == 2) {
            return switch (words[0]) {
                case "metric" -> model.supplement().adaptation().metrics().stream().anyMatch(metric -> metric.id().equals(words[1])
                        && metric.formula().isEmpty()) ? Optional.of(new Source(Kind.METRIC, words[1], Optional.empty()))
                                : Optional.empty();
                case "slo" -> model.slos().stream().anyMatch(slo -> slo.id().equals(words[1]))
                        ? Optional.of(new Source(Kind.SLO, words[1], Optional.empty())) : Optional.empty();
                case "host" -> Optional.of(new Source(Kind.HOST, words[1], Optional.empty()));
                default -> Optional.empty();
            };
        }
        Optional<Sensor> sensor = words.length == 3 && words[1].equals("of") ? Sensor.named(words[0]) : Optional.empty();
        return sensor.flatMap(known -> known.ofRequests()
                ? model.requests().stream().filter(request -> request.id().equals(words[2]))
                        .map(request -> new Source(known == Sensor.RATE ? Kind.RATE : Kind.METRIC, words[2], sensor)).findFirst()
                : model.components().stream().filter(component -> component.id().equals(words[2]))
                        .map(component -> new Source(Kind.COMPONENT, words[2], sensor)).findFirst());
    }

    private Observed observed() {
        Map<OfComponent, Steps> components = new HashMap<>();
        Map<String, Steps> metrics = new HashMap<>();
        Map<Sent, Steps> rates = new HashMap<>();
        TreeMap<String, Steps> hosts = new TreeMap<>();
        TreeMap<String, Steps> suppositions = new TreeMap<>();
        series.forEach((name, values) -> {
            Source source = source(name).orElseThrow();
            switch (source.kind()) {
                case COMPONENT -> components.put(new OfComponent(source.subject(), metric(source.sensor().orElseThrow())),
                        source.sensor().get() == Sensor.CPU ? times(values, MILLI) : new Steps(values));
                case RATE -> {
                    rates.putAll(rates(source.subject(), values));
                    metrics.putAll(ofSensor(source, values));
                }
                case METRIC -> metrics.putAll(source.sensor().isPresent() ? ofSensor(source, values)
                        : Map.of(source.subject(), new Steps(values)));
                case SLO -> metrics.put(RuleProgram.sloSeries(source.subject()), new Steps(values));
                case HOST -> hosts.put(source.subject(), new Steps(values));
                case SUPPOSITION -> suppositions.put(name, new Steps(values));
                default -> throw new IllegalStateException(source.kind().name());
            }
        });
        return new Observed(components, metrics, rates, hosts, suppositions, true);
    }

    private static org.caravan.measure.metric.Metric metric(Sensor sensor) {
        return org.caravan.measure.metric.Metric.valueOf(sensor.name());
    }

    private Map<String, Steps> ofSensor(Source source, TreeMap<Instant, Double> values) {
        return model.supplement().adaptation().metrics().stream()
                .filter(metric -> metric.subject().equals(Optional.of(source.subject()))
                        && metric.sensor().flatMap(Sensor::named).equals(source.sensor()))
                .collect(Collectors.toMap(Metric::id, metric -> new Steps(values)));
    }

    /** The rate is divided over groups of users as in the model. */
    private Map<Sent, Steps> rates(String requestId, TreeMap<Instant, Double> values) {
        Map<String, Double> sent = model.users().stream().filter(group -> group.mix().containsKey(requestId))
                .collect(Collectors.toMap(Users::id, group -> group.rate().value() * group.mix().get(requestId)));
        double all = sent.values().stream().mapToDouble(Double::doubleValue).sum();
        return sent.entrySet().stream().collect(Collectors.toMap(group -> new Sent(group.getKey(), requestId),
                group -> times(values, all > 0 ? group.getValue() / all : 1.0 / sent.size())));
    }

    private static Steps times(TreeMap<Instant, Double> values, double factor) {
        TreeMap<Instant, Double> scaled = new TreeMap<>();
        values.forEach((at, value) -> scaled.put(at, value * factor));
        return new Steps(scaled);
    }

    private String example() {
        return "0s," + examples().split(", ")[0] + ",0.9";
    }

    private String examples() {
        String component = model.components().stream().map(Component::id).findFirst().orElse("web");
        return Arrays.asList("cpu of " + component, model.requests().stream().map(Request::id).findFirst().map(id -> "rate of " + id)
                .orElse("users"), model.slos().stream().map(Slo::id).findFirst().map(id -> "slo " + id).orElse("host HOST"),
                "metric NAME, host HOST, rtt edge<->cloud, users, price TYPE").stream().distinct().collect(Collectors.joining(", "));
    }

    private static String shown(String text) {
        String line = text.replaceAll("\\p{Cntrl}", "?");
        return line.length() <= LONGEST_SHOWN ? line : line.substring(0, LONGEST_SHOWN) + "…";
    }

    private static ProblemException refused(int number, String what, String way) {
        return new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "load-invalid", "Line " + number + " of the load " + what + ".", way);
    }
}
