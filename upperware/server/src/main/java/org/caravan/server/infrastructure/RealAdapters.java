package org.caravan.server.infrastructure;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.rented.Preparation;
import org.caravan.adapter.rented.RentedAdapter;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.machine.MachineCloud;

/** Every host is worked on by the adapter its provider names; those of clouds by one that rents machines there first. */
final class RealAdapters implements Adapters {

    private final Map<String, CloudAdapter> standing = new TreeMap<>();
    private final Map<String, RentedAdapter> renting = new TreeMap<>();
    private final CloudAdapter inside;
    private volatile String infrastructureName = "";

    /**
     * @param adapters of hosts that stand
     * @param clouds that rent machines
     * @param inside works on their copies; closed with this
     */
    RealAdapters(List<CloudAdapter> adapters, List<MachineCloud> clouds, CloudAdapter inside, Preparation preparation) {
        this.inside = inside;
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
        infrastructure.hosts().stream().filter(host -> of(host) == null).map(Host::provider).forEach(unknown::add);
        TreeSet<String> known = new TreeSet<>(standing.keySet());
        known.addAll(renting.keySet());
        if (!unknown.isEmpty()) {
            throw new RejectedInput(unknown.stream()
                    .map(provider -> Diagnostic.error("unknown-provider",
                            "The infrastructure names provider (" + provider + "), which this server has no adapter for.",
                            "use one of " + known + ", or start the server with caravan.simulated=true."))
                    .toList());
        }
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

    /** Machines are labelled with its name; all else of them is what it is, whatever the text says. */
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
