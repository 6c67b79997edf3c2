package org.caravan.server.simulation;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopyRestarts;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.PeerRoute;
import org.caravan.application.Endpoint;

/** A copy on a simulated host. */
final class WorldCopy {

    final CopyId id;
    final CopySpec spec;
    /** Computed once: each look at a host asks for it. */
    private final String specDigest;
    List<PeerRoute> routes;
    Admitted admitted;
    boolean running = true;
    /** Virtual time in ns from which it answers. */
    long readyAt;

    WorldCopy(CopyId id, CopySpec spec, List<PeerRoute> routes, Admitted admitted, long readyAt) {
        this.id = id;
        this.spec = spec;
        this.specDigest = spec.digest();
        this.routes = routes;
        this.admitted = admitted;
        this.readyAt = readyAt;
    }

    ObservedCopy observed(String hostId, boolean asStopped) {
        boolean runs = running && !asStopped;
        return new ObservedCopy(id, hostId, runs ? ObservedCopy.State.RUNNING : ObservedCopy.State.STOPPED, specDigest,
                spec.addresses().stream().map(CopyAddress::address).toList(), routes, Map.of(),
                new TreeSet<>(spec.endpoints().stream().map(Endpoint::port).toList()), CopyRestarts.NONE,
                Optional.of(admitted).filter(unused -> runs));
    }
}
