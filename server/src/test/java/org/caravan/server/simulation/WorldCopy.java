package org.caravan.server.simulation;

import java.time.Duration;
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
    /** Virtual time in ns at which its host went down while it answered; negative if that did not happen. */
    private long answeredUntil = -1;

    WorldCopy(CopyId id, CopySpec spec, List<PeerRoute> routes, Admitted admitted, long readyAt) {
        this.id = id;
        this.spec = spec;
        this.specDigest = spec.digest();
        this.routes = routes;
        this.admitted = admitted;
        this.readyAt = readyAt;
    }

    boolean answers(long now) {
        return running && readyAt <= now;
    }

    /** Its host goes down. */
    void stop(long now) {
        answeredUntil = answers(now) ? now : answeredUntil;
        running = false;
    }

    /** Its host has booted. */
    void start(long answersFrom) {
        running = true;
        readyAt = answersFrom;
    }

    /** Whether it answered until its host went down, less than {@code unnoticed} ago. The host may be up again meanwhile. */
    boolean answeredJustNow(long now, Duration unnoticed) {
        return answeredUntil >= 0 && now - answeredUntil < unnoticed.toNanos();
    }

    ObservedCopy observed(String hostId, boolean asStopped) {
        boolean runs = running && !asStopped;
        return new ObservedCopy(id, hostId, runs ? ObservedCopy.State.RUNNING : ObservedCopy.State.STOPPED, specDigest,
                spec.addresses().stream().map(CopyAddress::address).toList(), routes, Map.of(),
                new TreeSet<>(spec.endpoints().stream().map(Endpoint::port).toList()), CopyRestarts.NONE,
                Optional.of(admitted).filter(unused -> runs));
    }
}
