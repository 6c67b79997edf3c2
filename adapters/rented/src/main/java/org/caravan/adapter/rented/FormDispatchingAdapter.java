package org.caravan.adapter.rented;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
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
import org.caravan.adapter.ResourceCounters;
import org.caravan.adapter.SuppliedSecret;
import org.caravan.application.Endpoint;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.unit.Bytes;

/**
 * Dispatches calls for copies on provisioned machines by form: containers, or a copy that uses a whole machine. The form of a copy
 * never changes. After a restart of the server, the form is read from the machine.
 */
public final class FormDispatchingAdapter implements CloudAdapter {

    /** One host never has two copies of the same id. */
    private record Place(String hostId, CopyId id) {}

    private final CloudAdapter containers;
    private final CloudAdapter machines;
    private final Map<Place, Boolean> known = new ConcurrentHashMap<>();

    /**
     * @param containers belongs to the caller
     * @param machines creates copies that use a whole machine; closed with this adapter
     */
    public FormDispatchingAdapter(CloudAdapter containers, CloudAdapter machines) {
        this.containers = containers;
        this.machines = machines;
    }

    @Override
    public String provider() {
        return containers.provider();
    }

    @Override
    public Set<Capability> capabilities() {
        EnumSet<Capability> both = EnumSet.copyOf(containers.capabilities());
        both.add(Capability.SCRIPTS);
        return both;
    }

    @Override
    public CallLimits callLimits() {
        return containers.callLimits();
    }

    @Override
    public Optional<HostRental> rental() {
        return containers.rental();
    }

    private CloudAdapter of(Host host, CopyId id) {
        Boolean whole = known.get(new Place(host.id(), id));
        if (whole == null) {
            machines.observe(host).forEach(copy -> known.put(new Place(host.id(), copy.id()), true));
            whole = known.containsKey(new Place(host.id(), id));
        }
        return whole ? machines : containers;
    }

    @Override
    public ObservedHost inspect(Host host) {
        return containers.inspect(host);
    }

    @Override
    public List<ObservedCopy> observe(Host host) {
        List<ObservedCopy> inContainers = containers.observe(host);
        List<ObservedCopy> whole = machines.observe(host);
        inContainers.forEach(copy -> known.put(new Place(host.id(), copy.id()), false));
        whole.forEach(copy -> known.put(new Place(host.id(), copy.id()), true));
        return Stream.concat(inContainers.stream(), whole.stream()).toList();
    }

    @Override
    public void requireImage(Host host, Architecture architecture, String image) {
        containers.requireImage(host, architecture, image);
    }

    @Override
    public void ensureImage(Host host, String image) {
        containers.ensureImage(host, image);
    }

    @Override
    public void prefetchImage(Host host, String image) {
        containers.prefetchImage(host, image);
    }

    @Override
    public Set<String> layers(Host host) {
        return containers.layers(host);
    }

    @Override
    public Bytes removeLayers(Host host, Set<String> kept, Duration unusedFor) {
        return containers.removeLayers(host, kept, unusedFor);
    }

    @Override
    public void prepare(Host host) {
        containers.prepare(host);
    }

    @Override
    public void tidy(Host host) {
        containers.tidy(host);
        machines.tidy(host);
    }

    @Override
    public void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes) {
        ensure(id, spec, host, adapter -> adapter.ensure(host, id, spec, routes));
    }

    @Override
    public void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes, Admitted admitted) {
        ensure(id, spec, host, adapter -> adapter.ensure(host, id, spec, routes, admitted));
    }

    private void ensure(CopyId id, CopySpec spec, Host host, Consumer<CloudAdapter> call) {
        boolean whole = spec.scripts().isPresent();
        call.accept(whole ? machines : containers);
        known.put(new Place(host.id(), id), whole);
    }

    @Override
    public void admit(Host host, CopyId id, CopySpec spec, Admitted admitted) {
        of(host, id).admit(host, id, spec, admitted);
    }

    @Override
    public void reserve(Host host, CopyId id, CopySpec spec) {
        of(host, id).reserve(host, id, spec);
    }

    @Override
    public Optional<String> whyNotMade(Host host, CopyId id) {
        return of(host, id).whyNotMade(host, id);
    }

    /** The form is unknown before the copy is created; both adapters read the files from the same place. */
    @Override
    public void supply(Host host, CopyId id, List<SuppliedSecret> secrets) {
        of(host, id).supply(host, id, secrets);
    }

    @Override
    public Optional<String> whyNotReady(Host host, CopyId id, Endpoint endpoint) {
        return of(host, id).whyNotReady(host, id, endpoint);
    }

    @Override
    public void route(Host host, CopyId id, List<PeerRoute> routes) {
        of(host, id).route(host, id, routes);
    }

    @Override
    public boolean usesMachine(Host host, CopyId id) {
        return of(host, id).usesMachine(host, id);
    }

    @Override
    public int openConnections(Host host, CopyId id) {
        return of(host, id).openConnections(host, id);
    }

    /** Calls both adapters, because a copy that was supplied and never created belongs to neither. */
    @Override
    public void destroy(Host host, CopyId id) {
        machines.destroy(host, id);
        containers.destroy(host, id);
        known.remove(new Place(host.id(), id));
    }

    @Override
    public List<String> log(Host host, CopyId id, int lines) {
        return of(host, id).log(host, id, lines);
    }

    /** A host has containers, or one copy that uses the whole machine. */
    @Override
    public List<CopyCapture> capture(Host host, CaptureOrder order, Path folder) {
        return of(host, order.copies().get(0)).capture(host, order, folder);
    }

    @Override
    public CopyCommand.Outcome exec(Host host, CopyId id, CopyCommand command) {
        return of(host, id).exec(host, id, command);
    }

    @Override
    public CopyUsage usage(Host host, CopyId id) {
        return of(host, id).usage(host, id);
    }

    /** The usage of a whole-machine copy is that of its machine. */
    @Override
    public HostUsage usage(Host host) {
        HostUsage all = containers.usage(host);
        SortedMap<CopyId, ResourceCounters> copies = new TreeMap<>(all.copies());
        known.forEach((place, whole) -> {
            if (whole && place.hostId().equals(host.id())) {
                copies.put(place.id(), all.host());
            }
        });
        return new HostUsage(all.host(), copies, all.requests(), all.bandwidth(), all.quotas(), all.clients());
    }

    @Override
    public void close() {
        machines.close();
    }
}
