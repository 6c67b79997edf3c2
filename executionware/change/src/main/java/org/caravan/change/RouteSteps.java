package org.caravan.change;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.PeerRoute;
import org.caravan.infrastructure.Admission;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.LinkPlacement;

/** Links of a plan as routes of copies, and the order in which copies can start. */
final class RouteSteps {

    private final Map<InstanceId, List<LinkPlacement>> from;
    private final Map<InstanceId, List<LinkPlacement>> to;
    private final Map<InstanceId, String> hosts;
    private final PublicAddresses outside;
    private final List<EntryPlacement> planned;
    private final List<InstanceId> providersFirst;
    private final Map<InstanceId, Integer> positions = new HashMap<>();

    RouteSteps(DeploymentPlan plan, PublicAddresses outside) {
        this.from = plan.links().stream().collect(Collectors.groupingBy(LinkPlacement::from));
        this.to = plan.links().stream().collect(Collectors.groupingBy(LinkPlacement::to));
        this.hosts = plan.instances().stream()
                .collect(Collectors.toMap(InstancePlacement::instance, InstancePlacement::hostId));
        this.outside = outside;
        this.planned = plan.entries();
        List<InstanceId> all = plan.instances().stream().map(InstancePlacement::instance).toList();
        this.providersFirst = Precedence.order(all, this::providers);
        providersFirst.forEach(instance -> positions.put(instance, positions.size()));
    }

    /** All instances, each after those it requires. In a cycle, one instance precedes an instance it requires. */
    List<InstanceId> providersFirst() {
        return providersFirst;
    }

    List<InstanceId> providers(InstanceId instance) {
        return links(instance).stream().map(LinkPlacement::to).distinct().toList();
    }

    List<InstanceId> consumers(InstanceId instance) {
        return to.getOrDefault(instance, List.of()).stream().map(LinkPlacement::from).distinct().toList();
    }

    /** Omits routes to addresses that are not known yet; see {@link #addressesKnown}. */
    List<PeerRoute> routes(InstanceId instance) {
        return routes(links(instance));
    }

    /**
     * False while a public address is not allocated, either of a provider or of this instance. Without the source address,
     * providers cannot admit the instance.
     */
    boolean addressesKnown(InstanceId instance) {
        return links(instance).stream().allMatch(link -> address(link).isPresent() && source(link).isPresent());
    }

    /** True if all addresses from which an instance reaches one of its providers are known. */
    boolean sourcesKnown(InstanceId instance, InstanceId provider) {
        return links(instance).stream().filter(link -> link.to().equals(provider)).allMatch(link -> source(link).isPresent());
    }

    /** Routes to one provider. */
    List<PeerRoute> routes(InstanceId instance, InstanceId provider) {
        return routes(links(instance).stream().filter(link -> link.to().equals(provider)).toList());
    }

    /**
     * Routes that can be in force from the start, to instances that start earlier.
     *
     * @param leftOut providers that are routed later
     */
    List<PeerRoute> firstRoutes(InstanceId instance, Set<InstanceId> leftOut) {
        int position = positions.getOrDefault(instance, -1);
        return routes(links(instance).stream()
                .filter(link -> positions.getOrDefault(link.to(), -1) < position && !leftOut.contains(link.to()))
                .toList());
    }

    /** Entries for users; empty while the public address of any entry's instance is unknown. */
    Optional<EntryState> entries() {
        List<EntryPlacement> known = planned.stream().flatMap(entry -> outside.address(hosts.get(entry.to()), entry.targetAddress())
                .map(entry::reachedAt).stream()).toList();
        return known.size() == planned.size() ? Optional.of(new EntryState(known)) : Optional.empty();
    }

    /**
     * Sources that may open connections to the instance: its consumers, each from its source address, and users, from any address.
     */
    Admitted admitted(InstanceId instance) {
        List<Admission> all = new ArrayList<>(ofUsers(instance));
        consumers(instance).forEach(consumer -> all.addAll(admissions(instance, consumer)));
        return Admitted.of(all);
    }

    /** Omits source addresses that are not known yet; no connection can come from them. */
    List<Admission> admissions(InstanceId instance, InstanceId consumer) {
        return to.getOrDefault(instance, List.of()).stream().filter(link -> link.from().equals(consumer))
                .flatMap(link -> source(link).stream().map(source -> new Admission(source, link.port()))).distinct().toList();
    }

    List<Admission> ofUsers(InstanceId instance) {
        return planned.stream().filter(entry -> entry.to().equals(instance)).map(EntryPlacement::port).distinct()
                .map(port -> new Admission(Admission.ANYWHERE, port)).toList();
    }

    private Optional<String> source(LinkPlacement link) {
        return link.path().withinSite() ? Optional.of(link.sourceAddress())
                : outside.address(hosts.getOrDefault(link.from(), ""), link.sourceAddress());
    }

    private List<LinkPlacement> links(InstanceId instance) {
        return from.getOrDefault(instance, List.of());
    }

    private List<PeerRoute> routes(List<LinkPlacement> links) {
        return links.stream()
                .flatMap(link -> address(link).stream()
                        .map(address -> new PeerRoute(link.to().componentId(), address, link.sourceAddress())))
                .distinct()
                .sorted()
                .toList();
    }

    private Optional<String> address(LinkPlacement link) {
        return link.path().withinSite() ? Optional.of(link.targetAddress())
                : outside.address(hosts.getOrDefault(link.to(), ""), link.targetAddress());
    }
}
