package org.caravan.server.infrastructure;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.EndpointGate;
import org.caravan.adapter.rented.Preparation;
import org.caravan.adapter.rented.RentedAdapter;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Rental;
import org.caravan.machine.MachineCloud;
import org.caravan.server.endpoint.Endpoints;

/** Adapters of real hosts, selected by provider. Cloud hosts use an adapter that provisions their machines first. */
final class RealAdapters implements Adapters {

    private final Map<String, CloudAdapter> standing = new TreeMap<>();
    private final Map<String, RentedAdapter> renting = new TreeMap<>();
    private final CloudAdapter inside;
    private final EndpointGate gate;
    private volatile String infrastructureName = "";

    /**
     * @param adapters adapters of permanent hosts
     * @param clouds clouds that provision machines
     * @param inside adapter for the copies on provisioned machines; closed together with this object
     * @param gate allow-list of cloud endpoints
     */
    RealAdapters(List<CloudAdapter> adapters, List<MachineCloud> clouds, CloudAdapter inside, Preparation preparation, EndpointGate gate) {
        this.inside = inside;
        this.gate = gate;
        adapters.forEach(adapter -> standing.put(adapter.provider(), adapter));
        clouds.forEach(cloud -> renting.put(
                cloud.provider(), new RentedAdapter(cloud, inside, preparation, () -> infrastructureName)));
    }

    @Override
    public CloudAdapter of(Host host) {
        return host.rental().isPresent() ? renting.get(host.provider()) : standing.get(host.provider());
    }

    @Override
    public void check(Infrastructure infrastructure) {
        TreeSet<String> unknown = new TreeSet<>();
        List<Diagnostic> closed = closed(infrastructure);
        infrastructure.hosts().stream().filter(host -> of(host) == null).map(Host::provider).forEach(unknown::add);
        TreeSet<String> known = new TreeSet<>(standing.keySet());
        known.addAll(renting.keySet());
        if (!unknown.isEmpty() || !closed.isEmpty()) {
            throw new RejectedInput(Stream.concat(closed.stream(), unknown.stream()
                    .map(provider -> Diagnostic.error("unknown-provider",
                            "The infrastructure names provider (" + provider + "), for which this server has no adapter.",
                            "use one of " + known + ", or start the server with caravan.simulated=true.")))
                    .toList());
        }
    }

    /** Errors for endpoints that are not allowed, and for hosts with forbidden addresses. */
    private List<Diagnostic> closed(Infrastructure infrastructure) {
        Stream<Diagnostic> endpoints = infrastructure.hosts().stream().flatMap(host -> host.rental().stream()).map(Rental::region)
                .distinct()
                .flatMap(region -> region.endpoint().stream()
                        .flatMap(endpoint -> gate.refuses(region.provider(), URI.create(endpoint)).stream().map(why ->
                        Diagnostic.error("endpoint-closed", "The endpoint (" + endpoint + ") of provider (" + region.provider()
                                + ") is not used: " + why.reason() + ".",
                                why.suggestion() + "."))));
        Stream<Diagnostic> hosts = infrastructure.hosts().stream().filter(host -> Endpoints.forbidden(host.address())).map(host ->
                Diagnostic.error("address-closed", "The address (" + host.address() + ") of host (" + host.id()
                        + ") is link-local or belongs to a metadata service, and is not used.",
                        "use the address at which other machines reach it."));
        return Stream.concat(endpoints, hosts).toList();
    }

    @Override
    public Infrastructure reached(Infrastructure infrastructure) {
        return new Infrastructure(infrastructure.name(), infrastructure.hostTypes(), infrastructure.sites().stream()
                .map(site -> site.withHosts(site.hosts().stream().map(this::reached).toList()))
                .toList());
    }

    private Host reached(Host host) {
        return host.rental().isEmpty() ? host : renting.get(host.provider()).login(host).orElse(host);
    }

    /** Machines are labelled with the infrastructure's name; no other property depends on the text. */
    @Override
    public void use(Infrastructure infrastructure) {
        infrastructureName = infrastructure.name();
    }

    @Override
    public void close() {
        renting.values().forEach(CloudAdapter::close);
        inside.close();
        standing.values().forEach(CloudAdapter::close);
    }
}
