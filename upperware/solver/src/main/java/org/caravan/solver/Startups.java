package org.caravan.solver;

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
 * How late a copy would come, if one were asked for once a forecast tells of the requests it is for: what its host and its form take to start, less how
 * far ahead the forecast looks. Whoever no forecast is for comes late by all of it.
 */
final class Startups {

    /** Points of a second at weight 1: a hundredth is one, as of a millisecond, a watt and a euro per month. */
    private static final double POINTS_PER_SECOND = 100;

    private final ApplicationModel application;
    private final double weight;
    /** By component: how far ahead is looked, in ms. */
    private final Map<String, Double> horizons = new HashMap<>();
    private final Millis unstatedHost;

    /** @param weight of the goal on startup; 0 where there is none */
    Startups(PlacementProblem problem, double weight) {
        this.application = problem.application();
        this.weight = weight;
        this.unstatedHost = most(problem.infrastructure().hostTypes().stream().map(HostType::startup));
        application.supplement().adaptation().forecasts().forEach(this::lookAhead);
    }

    /** What the least far-sighted forecast leaves. */
    private void lookAhead(Forecast forecast) {
        application.requests().stream().filter(request -> request.id().equals(forecast.requestId())).flatMap(request -> called(request).stream())
                .forEach(componentId -> horizons.merge(componentId, forecast.horizonSeconds() * 1_000, Math::min));
    }

    private static List<String> called(Request request) {
        return request.hops().stream().map(Hop::to).distinct().toList();
    }

    /** Whether it counts. */
    boolean any() {
        return weight > 0;
    }

    /** Points that a copy of the form costs on the host. */
    long points(Component component, Form form, Host host, HostType type) {
        double took = startup(component, form).plus(of(host, type)).value();
        double late = Math.max(0, took - horizons.getOrDefault(component.id(), 0.0));
        return Math.round(late / 1_000 * POINTS_PER_SECOND * weight);
    }

    /** A form that says nothing must not look the better for it: it counts as the slowest of its component. */
    private static Millis startup(Component component, Form form) {
        return form.startup().orElseGet(() -> most(component.forms().stream().map(Form::startup)));
    }

    /** Hosts that are not rented are up already; a rented one of which nothing is stated counts as the slowest that is stated. */
    Millis of(Host host, HostType type) {
        return any() && host.rental().isPresent() ? type.startup().orElse(unstatedHost) : Millis.ZERO;
    }

    private static Millis most(Stream<Optional<Millis>> stated) {
        return stated.flatMap(Optional::stream).max(Comparator.naturalOrder()).orElse(Millis.ZERO);
    }

    /** What a person should know of a goal on startup: of whom nobody stated any. */
    Optional<String> unstated() {
        String unknown = application.components().stream().filter(component -> component.forms().stream().anyMatch(form -> form.startup().isEmpty()))
                .map(Component::id).sorted().collect(Collectors.joining(", "));
        return !any() || unknown.isEmpty() ? Optional.empty()
                : Optional.of("no startup is stated of forms of " + unknown + ": the goal on startup counts the most that another form of theirs states, or none");
    }
}
