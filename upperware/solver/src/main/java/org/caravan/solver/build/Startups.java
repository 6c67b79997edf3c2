package org.caravan.solver.build;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adaptation.Forecast;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblem.LearnedStart;
import org.caravan.unit.Millis;

/**
 * Start-up delay of a copy that is requested when a forecast announces its requests. It is the start-up time of host and form, minus the
 * horizon of the forecast. Without a forecast, the whole start-up time counts. A learned start-up time of a form on a host replaces the
 * stated one of the form.
 */
public final class Startups {

    /** Points per second at weight 1: hundredths, as for milliseconds, watts and euros per month. */
    private static final double POINTS_PER_SECOND = 100;

    private final ApplicationModel application;
    private final double weight;
    /** Forecast horizon in ms by component. */
    private final Map<String, Double> horizons = new HashMap<>();
    /** By component: its forms, with alternatives that were not chosen for a copy. */
    private final Map<String, List<Form>> forms = new HashMap<>();
    private final Millis unstatedHost;
    private final List<LearnedStart> starts;
    private final Map<String, Map<Key, Millis>> learnedByHost = new HashMap<>();
    /** Slowest of all hosts. */
    private final Map<Key, Millis> slowest = new HashMap<>();
    private final Set<Component> partlyUnknown;

    private record Key(FormKind form, String image) {

        Key(Form form) {
            this(form.kind(), form.image());
        }
    }

    /** @param weight of the goal on start-up; 0 if there is none */
    public Startups(PlacementProblem problem, double weight) {
        this.application = problem.application();
        this.weight = weight;
        application.components().forEach(component -> forms.put(component.id(), component.forms()));
        this.unstatedHost = most(problem.infrastructure().hostTypes().stream().map(HostType::startup));
        application.supplement().adaptation().forecasts().forEach(this::lookAhead);
        this.starts = weight > 0 ? problem.starts() : List.of();
        starts.forEach(this::learn);
        this.partlyUnknown = weight > 0 ? partlyUnknown(problem.infrastructure().hosts()) : Set.of();
    }

    private void learn(LearnedStart one) {
        Key key = new Key(one.form(), one.image());
        learnedByHost.computeIfAbsent(one.hostId(), unknown -> new HashMap<>()).merge(key, one.time(), Startups::later);
        slowest.merge(key, one.time(), Startups::later);
    }

    private static Millis later(Millis one, Millis other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    /** Components with a form without a stated start-up time of which no start is learned on some host that supports it. */
    private Set<Component> partlyUnknown(List<Host> hosts) {
        Set<Component> found = new HashSet<>();
        for (Component component : application.components()) {
            List<Form> silent = component.forms().stream().filter(form -> form.startup().isEmpty()).toList();
            if (silent.stream().anyMatch(form -> !slowest.containsKey(new Key(form))) || hosts.stream().anyMatch(host -> silent.stream()
                    .anyMatch(form -> host.formKinds().contains(form.kind()) && known(form, host).isEmpty()))) {
                found.add(component);
            }
        }
        return found;
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
    public boolean any() {
        return weight > 0;
    }

    /** Points of a copy of the form on the host. */
    long points(Component component, Form form, Host host, HostType type) {
        double took = ofForm(component, form, host).plus(of(host, type)).value();
        double late = Math.max(0, took - horizons.getOrDefault(component.id(), 0.0));
        return Math.round(late / 1_000 * POINTS_PER_SECOND * weight);
    }

    /** Start-up time of the form on the host, without that of the host. */
    public Millis ofForm(Component component, Form form, Host host) {
        return known(form, host).orElseGet(() -> startup(component, form));
    }

    private Optional<Millis> known(Form form, Host host) {
        return Optional.ofNullable(learnedOn(host).get(new Key(form)));
    }

    /** Learned start-up times on the host; hosts of one platform have the same. */
    Map<?, Millis> learnedOn(Host host) {
        return learnedByHost.getOrDefault(host.id(), Map.of());
    }

    /**
     * Without a learned start-up time on the host. A form without a stated one must not look better for it: it counts as the slowest
     * stated form of its component, and at least as the slowest learned start-up time of the form, and of its alternatives, on any host.
     */
    private Millis startup(Component component, Form form) {
        return form.startup().orElseGet(() -> {
            List<Form> all = forms.getOrDefault(component.id(), component.forms());
            return most(Stream.concat(all.stream().map(Form::startup), all.stream().filter(other -> other.kind() == form.kind())
                    .map(other -> Optional.ofNullable(slowest.get(new Key(other))))));
        });
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

    /** Report remark on the start-up goal: components without a start-up time that is stated, or learned on all hosts. */
    public Optional<String> unstated() {
        String unknown = application.components().stream()
                .filter(partlyUnknown::contains)
                .map(Component::id).sorted().collect(Collectors.joining(", "));
        return !any() || unknown.isEmpty() ? Optional.empty()
                : Optional.of("no startup is stated of forms of " + unknown
                        + ": where none is learned, the goal on startup counts the most that another form of theirs states, or that is "
                        + "learned of the form on another host, or none");
    }

    /** Report remark on the start-up goal: the fastest and the slowest learned start-up time. */
    public Optional<String> learned() {
        Comparator<LearnedStart> byTime = Comparator.comparing(LearnedStart::time);
        return starts.stream().min(byTime).map(fastest -> {
            LearnedStart slowest = starts.stream().max(byTime).orElseThrow();
            return "the goal on startup uses times learned from earlier starts: " + words(fastest)
                    + (slowest.equals(fastest) ? "" : " to " + words(slowest));
        });
    }

    private static String words(LearnedStart one) {
        return one.time() + " (" + one.form() + " " + one.image() + " on " + one.hostId() + ")";
    }
}
