package org.caravan.solver;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedHost;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.LocationRequirement;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Site;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.FormChoice;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.Reservation;
import org.caravan.problem.Traffic;
import org.caravan.problem.TrafficModel;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/** Says of one instance and one host whether they can come together, whatever becomes of the others; and why not. */
final class HostFilter {

    private static final Reservation NOTHING = new Reservation(new MilliCores(0), new Bytes(0));

    private final PlacementProblem problem;
    private final LatencyModel latency;
    private final TrafficModel traffic;

    HostFilter(PlacementProblem problem, LatencyModel latency) {
        this.problem = problem;
        this.latency = latency;
        this.traffic = new TrafficModel(problem.application());
    }

    /** The first obligation, in words, that keeps the instance from the host; empty where none does. */
    Optional<String> whyNot(InstanceId instance, Host host) {
        Component component = problem.application().component(instance.componentId());
        Optional<ObservedHost> observed = problem.inventory().host(host.id());
        if (observed.isEmpty()) {
            return Optional.of("not observed");
        }
        if (problem.excluded().containsKey(host.id())) {
            return Optional.of(problem.excluded().get(host.id()));
        }
        Optional<Form> form = form(component, host);
        return outside(component, host)
                .or(() -> unless(form.isPresent(), "runs no " + kinds(component)))
                .or(() -> unless(runsOn(form.get(), observed.get()), "not " + joined(form.get().architectures())))
                .or(() -> unless(form.get().memory().value() <= memoryFree(host.id()), "insufficient memory"))
                .or(() -> unless(form.get().cpu().value() <= cpuFree(host.id()), "insufficient cpu"))
                .or(() -> unless(keepsData(instance, host.id()), "away from its data"))
                .or(() -> unreachable(component, host));
    }

    /** How many hosts each obligation removes, most frequent first. */
    List<Removal> removed(InstanceId instance) {
        List<String> obligations = new ArrayList<>();
        problem.infrastructure().hosts().forEach(host -> whyNot(instance, host).ifPresent(obligations::add));
        return Removal.count(obligations);
    }

    /** What the component would be there; empty where the host runs none of its forms. */
    Optional<Form> form(Component component, Host host) {
        return FormChoice.of(component, host, problem.infrastructure());
    }

    boolean supported(Component component, Host host) {
        return form(component, host).filter(form -> runsOn(form, problem.inventory().host(host.id()).orElseThrow())).isPresent();
    }

    private static boolean runsOn(Form form, ObservedHost observed) {
        return form.architectures().contains(observed.architecture());
    }

    private static String kinds(Component component) {
        return component.forms().stream().map(form -> form.kind().toString()).collect(Collectors.joining(" or "));
    }

    boolean allowed(Component component, Host host) {
        return outside(component, host).isEmpty();
    }

    /** A component that has data stays with it: started elsewhere it would be empty. */
    boolean keepsData(InstanceId instance, String hostId) {
        return !problem.application().component(instance.componentId()).stateful()
                || current(instance).map(now -> now.hostId().equals(hostId)).orElse(true);
    }

    Optional<CurrentPlacement> current(InstanceId instance) {
        return problem.current().stream().filter(now -> now.instance().equals(instance)).findFirst();
    }

    long cpuFree(String hostId) {
        long offered = problem.inventory().host(hostId).orElseThrow().cpu().value();
        return offered - problem.reservedElsewhere().getOrDefault(hostId, NOTHING).cpu().value();
    }

    long memoryFree(String hostId) {
        long offered = problem.inventory().host(hostId).orElseThrow().memory().value();
        return offered - problem.reservedElsewhere().getOrDefault(hostId, NOTHING).memory().value();
    }

    private Optional<String> outside(Component component, Host host) {
        Site site = problem.infrastructure().siteOfHost(host.id());
        return problem.application().locations().stream()
                .filter(location -> location.componentId().equals(component.id()))
                .sorted(Comparator.comparing(LocationRequirement::toString))
                .flatMap(location -> outside(location, site).stream())
                .findFirst();
    }

    private static Optional<String> outside(LocationRequirement location, Site site) {
        if (!location.siteIds().isEmpty() && !location.siteIds().contains(site.id())) {
            return Optional.of("outside " + joined(location.siteIds()));
        }
        boolean abroad = !location.countries().isEmpty() && !location.countries().contains(site.country());
        return abroad ? Optional.of("outside " + joined(location.countries())) : Optional.empty();
    }

    private Optional<String> unreachable(Component component, Host host) {
        return problem.application().users().stream()
                .filter(users -> !traffic.ofEntry(users, component.id()).equals(Traffic.NONE))
                .filter(users -> latency.entry(users, component.id(), host.id()).isEmpty())
                .map(users -> "no known path from users " + users.id())
                .findFirst();
    }

    private static Optional<String> unless(boolean kept, String broken) {
        return kept ? Optional.empty() : Optional.of(broken);
    }

    private static String joined(Set<?> names) {
        return names.stream().map(Object::toString).collect(Collectors.joining(" or "));
    }
}
