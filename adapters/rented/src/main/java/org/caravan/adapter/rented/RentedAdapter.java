package org.caravan.adapter.rented;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CallLimits;
import org.caravan.adapter.Capability;
import org.caravan.adapter.CaptureOrder;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyCapture;
import org.caravan.adapter.CopyCommand;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.CopyUsage;
import org.caravan.adapter.HostRental;
import org.caravan.adapter.HostUsage;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedHost;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.SuppliedSecret;
import org.caravan.application.Endpoint;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.machine.MachineCapability;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.ObservedMachine;
import org.caravan.unit.Bytes;

/** Adapter for hosts with provisioned machines: combines a machine provider with an adapter for copies on the machines. */
public final class RentedAdapter implements CloudAdapter {

    private final MachineCloud cloud;
    private final CloudAdapter inside;
    private final Preparation preparation;
    private final RentedOffers offers;
    private final MachineCache known;
    private final MachineRental rental;
    private final MachineAdmission admission;

    /**
     * @param cloud owned by this adapter and closed with it
     * @param inside belongs to the caller
     * @param infrastructureName name of the infrastructure in force, which is part of machine labels
     */
    public RentedAdapter(MachineCloud cloud, CloudAdapter inside, Preparation preparation, Supplier<String> infrastructureName) {
        this.cloud = cloud;
        this.inside = inside;
        this.preparation = preparation;
        this.offers = new RentedOffers(cloud);
        this.known = new MachineCache(cloud, infrastructureName);
        this.rental = new MachineRental(cloud, preparation, known);
        this.admission = new MachineAdmission(cloud, inside, known);
    }

    @Override
    public String provider() {
        return cloud.provider();
    }

    @Override
    public Set<Capability> capabilities() {
        EnumSet<Capability> both = EnumSet.noneOf(Capability.class);
        both.addAll(inside.capabilities());
        if (!cloud.capabilities().contains(MachineCapability.IPV6)) {
            both.remove(Capability.IPV6);
        }
        return both;
    }

    /** Lower than the limits of the machines, because calls also use the cloud's API. */
    @Override
    public CallLimits callLimits() {
        return CallLimits.SMALL_MACHINES;
    }

    @Override
    public Optional<HostRental> rental() {
        return Optional.of(rental);
    }

    @Override
    public ObservedHost inspect(Host host) {
        return offers.of(host, known.find(host));
    }

    @Override
    public List<ObservedCopy> observe(Host host) {
        return known.find(host).filter(preparation::fit).map(machine -> observed(host, machine)).orElse(List.of());
    }

    private List<ObservedCopy> observed(Host host, ObservedMachine machine) {
        try {
            return admission.seen(host, machine, inside.observe(reached(host)));
        } catch (AdapterFault fault) {
            if (fault.kind() != AdapterFault.Kind.UNREACHABLE || !admission.reopen(host)) {
                throw fault;
            }
            return admission.seen(host, known.required(host), inside.observe(reached(host)));
        }
    }

    @Override
    public void requireImage(Host host, Architecture architecture, String image) {
        inside.requireImage(host, architecture, image);
    }

    @Override
    public void ensureImage(Host host, String image) {
        inside.ensureImage(reached(host), image);
    }

    @Override
    public void prefetchImage(Host host, String image) {
        withMachine(host, reached -> inside.prefetchImage(reached, image));
    }

    @Override
    public Set<String> layers(Host host) {
        return login(host).map(inside::layers).orElse(Set.of());
    }

    @Override
    public Bytes removeLayers(Host host, Set<String> kept, Duration unusedFor) {
        return login(host).map(reached -> inside.removeLayers(reached, kept, unusedFor)).orElse(new Bytes(0));
    }

    @Override
    public void tidy(Host host) {
        withMachine(host, inside::tidy);
    }

    @Override
    public void prepare(Host host) {
        withMachine(host, inside::prepare);
    }

    /** For calls that can be omitted if there is no machine. */
    private void withMachine(Host host, Consumer<Host> call) {
        login(host).ifPresent(call);
    }

    @Override
    public void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes) {
        ensure(host, id, spec, routes, Admitted.EVERYONE);
    }

    @Override
    public void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes, Admitted admitted) {
        Host reached = reached(host);
        admission.around(host, reached, id, spec, admitted, () -> inside.ensure(reached, id, spec, routes, admitted));
    }

    @Override
    public void admit(Host host, CopyId id, CopySpec spec, Admitted admitted) {
        Host reached = reached(host);
        admission.around(host, reached, id, spec, admitted, () -> inside.admit(reached, id, spec, admitted));
    }

    @Override
    public void reserve(Host host, CopyId id, CopySpec spec) {
        inside.reserve(reached(host), id, spec);
    }

    @Override
    public Optional<String> whyNotMade(Host host, CopyId id) {
        return inside.whyNotMade(reached(host), id);
    }

    @Override
    public void supply(Host host, CopyId id, List<SuppliedSecret> secrets) {
        inside.supply(reached(host), id, secrets);
    }

    @Override
    public Optional<String> whyNotReady(Host host, CopyId id, Endpoint endpoint) {
        return inside.whyNotReady(reached(host), id, endpoint);
    }

    @Override
    public void route(Host host, CopyId id, List<PeerRoute> routes) {
        inside.route(reached(host), id, routes);
    }

    @Override
    public boolean usesMachine(Host host, CopyId id) {
        return inside.usesMachine(host, id);
    }

    @Override
    public int openConnections(Host host, CopyId id) {
        return known.find(host).isEmpty() ? 0 : inside.openConnections(reached(host), id);
    }

    @Override
    public void destroy(Host host, CopyId id) {
        if (known.find(host).isPresent()) {
            Host reached = reached(host);
            inside.destroy(reached, id);
            admission.settle(host, reached);
        }
    }

    @Override
    public List<String> log(Host host, CopyId id, int lines) {
        return inside.log(reached(host), id, lines);
    }

    @Override
    public CopyUsage usage(Host host, CopyId id) {
        return inside.usage(reached(host), id);
    }

    @Override
    public List<CopyCapture> capture(Host host, CaptureOrder order, Path folder) {
        return inside.capture(reached(host), order, folder);
    }

    @Override
    public CopyCommand.Outcome exec(Host host, CopyId id, CopyCommand command) {
        return inside.exec(reached(host), id, command);
    }

    @Override
    public HostUsage usage(Host host) {
        return inside.usage(reached(host));
    }

    /** The host as other SSH clients, such as probes, reach it; empty while it has no fit machine. */
    public Optional<Host> login(Host host) {
        try {
            return known.find(host).filter(preparation::fit).map(machine -> preparation.reached(host, machine));
        } catch (AdapterFault fault) {
            return Optional.empty();
        }
    }

    private Host reached(Host host) {
        return preparation.reached(host, known.required(host));
    }

    @Override
    public void close() {
        cloud.close();
    }
}
