package org.caravan.server.adaptation.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adaptation.Metric;
import org.caravan.adaptation.Sensor;
import org.caravan.application.ApplicationModel;
import org.caravan.application.EntryWay;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Routers;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.measure.metric.Reading;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.rules.model.MetricReading;
import org.caravan.rules.model.RuleProgram;

/**
 * Values of the sensors of a model, from the newest readings of its copies. Components: the mean over their copies; {@code cpu}: as a share
 * of the cores that the plan reserves for them. Requests: measured by the routers through which their users enter; the rate is the sum, a
 * latency the largest. Requests that routers recognise are counted one by one; another one is measured only if no other request enters
 * through its routers.
 */
final class SensorReadings {

    private static final Map<Sensor, org.caravan.measure.metric.Metric> OF_COPIES = Map.of(
            Sensor.CPU, org.caravan.measure.metric.Metric.CPU, Sensor.MEMORY, org.caravan.measure.metric.Metric.MEMORY,
            Sensor.DISK_READ, org.caravan.measure.metric.Metric.DISK_READ, Sensor.DISK_WRITE, org.caravan.measure.metric.Metric.DISK_WRITE,
            Sensor.NETWORK_IN, org.caravan.measure.metric.Metric.NETWORK_IN, Sensor.NETWORK_OUT,
            org.caravan.measure.metric.Metric.NETWORK_OUT, Sensor.CONNECTIONS_PER_SECOND,
            org.caravan.measure.metric.Metric.CONNECTIONS_PER_SECOND);
    private static final Map<Double, org.caravan.measure.metric.Metric> PERCENTILES = Map.of(
            50.0, org.caravan.measure.metric.Metric.LATENCY_MEDIAN, 95.0, org.caravan.measure.metric.Metric.LATENCY_P95,
            99.0, org.caravan.measure.metric.Metric.LATENCY_P99);
    private static final double MILLIS = 1000;
    private static final double MEDIAN = 0.5;
    /** Answers below which a percentile of a promise is unknown: the p95 of fewer is the slowest one. */
    private static final long LEAST_ANSWERS = 20;

    private final RuleProgram program;
    private final ApplicationModel model;
    private final DeploymentPlan target;
    private final Map<String, List<Reading>> byCopy;
    private final RequestSeries requests;

    private SensorReadings(RuleProgram program, ApplicationModel model, DeploymentPlan target, Map<String, List<Reading>> byCopy,
            RequestSeries requests) {
        this.requests = requests;
        this.program = program;
        this.model = model;
        this.target = target;
        this.byCopy = byCopy;
    }

    /** @param byCopy newest readings by label of the copy */
    static List<MetricReading> of(RuleProgram program, ApplicationModel model, DeploymentPlan target, Map<String, List<Reading>> byCopy,
            RequestSeries requests) {
        SensorReadings source = new SensorReadings(program, model, target, byCopy, requests);
        Stream<MetricReading> sensors = program.metrics().values().stream().flatMap(metric -> source.of(metric).stream());
        Stream<MetricReading> promises = program.slos().values().stream().flatMap(slo -> source.of(slo).stream());
        return Stream.concat(sensors, promises).sorted(Comparator.comparing(MetricReading::seriesId)).toList();
    }

    /** As {@link #of}, of components only. */
    static List<MetricReading> ofComponents(RuleProgram program, ApplicationModel model, DeploymentPlan target,
            Map<String, List<Reading>> byCopy) {
        SensorReadings source = new SensorReadings(program, model, target, byCopy, null);
        return program.metrics().values().stream().filter(metric -> metric.sensor().flatMap(Sensor::named)
                .filter(sensor -> !sensor.ofRequests()).isPresent()).flatMap(metric -> source.of(metric).stream())
                .sorted(Comparator.comparing(MetricReading::seriesId)).toList();
    }

    private Optional<MetricReading> of(Metric metric) {
        Optional<Sensor> sensor = metric.external() ? Optional.empty() : metric.sensor().flatMap(Sensor::named);
        if (sensor.isEmpty() || metric.subject().isEmpty()) {
            return Optional.empty();
        }
        String subject = metric.subject().get();
        return switch (sensor.get()) {
            case RATE -> recognised(subject) ? counted(metric.id(), subject, requests::rate)
                    : ofRequest(metric.id(), subject, org.caravan.measure.metric.Metric.REQUESTS, true, 1);
            case LATENCY -> recognised(subject) ? latency(metric.id(), subject, MEDIAN, 1)
                    : ofRequest(metric.id(), subject, org.caravan.measure.metric.Metric.LATENCY_MEDIAN, false, MILLIS);
            case ERRORS -> recognised(subject) ? counted(metric.id(), subject, requests::failedShare) : Optional.empty();
            case FORECAST, FORECAST_LOW, FORECAST_HIGH -> Optional.empty(); // ForecastReadings
            default -> ofComponent(metric.id(), subject, sensor.get());
        };
    }

    private Optional<MetricReading> of(Slo slo) {
        if (recognised(slo.requestId())) {
            return latency(RuleProgram.sloSeries(slo.id()), slo.requestId(), slo.percentile() / 100, LEAST_ANSWERS);
        }
        return Optional.ofNullable(PERCENTILES.get(slo.percentile()))
                .flatMap(kind -> ofRequest(RuleProgram.sloSeries(slo.id()), slo.requestId(), kind, false, MILLIS));
    }

    /** Ids of promises that routers measure. */
    static Set<String> measured(ApplicationModel model) {
        return model.slos().stream().filter(slo -> recognised(model, slo.requestId())).map(Slo::id).collect(Collectors.toSet());
    }

    private boolean recognised(String requestId) {
        return recognised(model, requestId);
    }

    /** Whether routers count this request apart from all others, for all groups of users that send it. */
    private static boolean recognised(ApplicationModel model, String requestId) {
        return model.requests().stream().anyMatch(request -> request.id().equals(requestId) && !request.patterns().isEmpty())
                && !entering(model, requestId).isEmpty();
    }

    /** Ids of the routers through which the request enters; empty if some of its users enter another way. */
    private static Set<String> entering(ApplicationModel model, String requestId) {
        Set<Users> groups = model.users().stream().filter(users -> users.mix().containsKey(requestId)).collect(Collectors.toSet());
        Optional<String> entered = entered(model, requestId);
        return entered.isPresent() && groups.stream().allMatch(users -> users.entry() == EntryWay.ROUTER)
                ? groups.stream().map(users -> Routers.id(users.id(), entered.get())).collect(Collectors.toSet()) : Set.of();
    }

    private Optional<MetricReading> counted(String series, String requestId, BiFunction<String, Instant, Optional<Double>> value) {
        return instances(entering(model, requestId)).stream().flatMap(placed -> readings(placed, org.caravan.measure.metric.Metric.REQUESTS)
                .stream()).map(Reading::at).max(Comparator.naturalOrder())
                .flatMap(at -> value.apply(requestId, at).map(now -> new MetricReading(series, now, at)));
    }

    private Optional<MetricReading> latency(String series, String requestId, double share, long least) {
        return requests.latency(requestId, share, least).map(found -> new MetricReading(series, found.seconds(), found.at()));
    }

    private Optional<MetricReading> ofComponent(String series, String componentId, Sensor sensor) {
        double sum = 0;
        double reserved = 0;
        List<Instant> times = new ArrayList<>();
        for (InstancePlacement placed : instances(Set.of(componentId))) {
            for (Reading reading : readings(placed, OF_COPIES.get(sensor))) {
                sum += reading.value();
                reserved += sensor == Sensor.CPU ? placed.spec().cpu().value() : 1;
                times.add(reading.at());
            }
        }
        double mean = sum / reserved;
        return times.stream().max(Comparator.naturalOrder()).map(at -> new MetricReading(series, mean, at));
    }

    private Optional<MetricReading> ofRequest(String series, String requestId, org.caravan.measure.metric.Metric kind, boolean added,
            double perUnit) {
        List<Reading> readings = instances(routers(requestId)).stream().flatMap(placed -> readings(placed, kind).stream()).toList();
        OptionalDouble value = added ? OptionalDouble.of(readings.stream().mapToDouble(Reading::value).sum())
                : readings.stream().mapToDouble(Reading::value).max();
        return readings.stream().map(Reading::at).max(Comparator.naturalOrder())
                .map(at -> new MetricReading(series, value.orElseThrow() / perUnit, at));
    }

    /** Routers that serve only this request; empty if users enter another way, or one of the routers serves several requests. */
    private Set<String> routers(String requestId) {
        Set<Users> groups = model.users().stream().filter(users -> users.mix().containsKey(requestId)).collect(Collectors.toSet());
        Optional<String> entered = entered(model, requestId);
        boolean measured = entered.isPresent() && groups.stream().allMatch(users -> users.entry() == EntryWay.ROUTER
                && users.mix().keySet().stream().noneMatch(other -> !other.equals(requestId) && entered(model, other).equals(entered)));
        return measured ? groups.stream().map(users -> Routers.id(users.id(), entered.get())).collect(Collectors.toSet()) : Set.of();
    }

    private static Optional<String> entered(ApplicationModel model, String requestId) {
        return model.requests().stream().filter(request -> request.id().equals(requestId)).map(Request::hops).flatMap(List::stream)
                .filter(Hop::fromUsers).map(Hop::to).findFirst();
    }

    private List<InstancePlacement> instances(Set<String> componentIds) {
        return target.instances().stream().filter(placed -> componentIds.contains(placed.instance().componentId())).toList();
    }

    private List<Reading> readings(InstancePlacement placed, org.caravan.measure.metric.Metric kind) {
        return byCopy.getOrDefault(placed.copy(target.application()).label(), List.of()).stream()
                .filter(reading -> reading.metric() == kind).toList();
    }
}
