package org.caravan.solver.build;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adaptation.Forecast;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.problem.PlacementProblem;
import org.caravan.unit.Millis;

/**
 * Start-up delay of a copy that is requested when a forecast announces its requests. It is the start-up time of host and form, minus the
 * horizon of the forecast. Without a forecast, the whole start-up time counts.
 */
public final class Startups {

    /** Points per second at weight 1: hundredths, as for milliseconds, watts and euros per month. */
    private static final double POINTS_PER_SECOND = 100;

    private final ApplicationModel application;
    private final double weight;
    /** Forecast horizon in ms by component. */
    private final Map<String, Double> horizons = new HashMap<>();
    private final Millis unstatedHost;

    /** @param weight of the goal on start-up; 0 if there is none */
    public Startups(PlacementProblem problem, double weight) {
        this.application = problem.application();
        this.weight = weight;
        this.unstatedHost = most(problem.infrastructure().hostTypes().stream().map(HostType::startup));
        application.supplement().adaptation().forecasts().forEach(this::lookAhead);
    }

    /** The shortest horizon of all forecasts applies. */
    private void lookAhead(Forecast forecast) {
        application.requests().stream().filter(request -> request.id().equals(forecast.requestId()))
                .flatMap(request -> called(request).stream())
                .forEach(componentId -> horizons.merge(componentId, forecast.horizonSeconds() * 1_000, Math::min));
    }

    private static List<String> called(Request request) {
        return request.hops().stream().map(Hop::to).distinct().toList();
    }

    /** Whether start-up counts. */
    boolean any() {
        return weight > 0;
    }

    /** Points of a copy of the form on the host. */
    long points(Component component, Form form, Host host, HostType type) {
        double took = startup(component, form).plus(of(host, type)).value();
        double late = Math.max(0, took - horizons.getOrDefault(component.id(), 0.0));
        return Math.round(late / 1_000 * POINTS_PER_SECOND * weight);
    }

    /** A form without a stated start-up time must not look better for it: it counts as the slowest form of its component. */
    private static Millis startup(Component component, Form form) {
        return form.startup().orElseGet(() -> most(component.forms().stream().map(Form::startup)));
    }

    /**
     * Hosts that are not provisioned on demand are already running. A provisioned host without a stated start-up time counts as the
     * slowest stated one.
     */
    public Millis of(Host host, HostType type) {
        return any() && host.rental().isPresent() ? type.startup().orElse(unstatedHost) : Millis.ZERO;
    }

    private static Millis most(Stream<Optional<Millis>> stated) {
        return stated.flatMap(Optional::stream).max(Comparator.naturalOrder()).orElse(Millis.ZERO);
    }

    /** Report remark on the start-up goal: components without a stated start-up time. */
    public Optional<String> unstated() {
        String unknown = application.components().stream()
                .filter(component -> component.forms().stream().anyMatch(form -> form.startup().isEmpty()))
                .map(Component::id).sorted().collect(Collectors.joining(", "));
        return !any() || unknown.isEmpty() ? Optional.empty()
                : Optional.of("no startup is stated of forms of " + unknown
                        + ": the goal on startup counts the most that another form of theirs states, or none");
    }
}
