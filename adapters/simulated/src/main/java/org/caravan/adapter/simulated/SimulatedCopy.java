package org.caravan.adapter.simulated;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.PeerRoute;

/**
 * A copy as the simulated provider keeps it.
 *
 * @param starts how often it was started
 * @param cpu in thousandths of a core
 * @param memory limit in bytes
 */
record SimulatedCopy(
        CopyId id, String hostId, boolean running, Instant startedAt, int starts, String specDigest, long cpu, long memory,
        List<Integer> ports, List<String> addresses, List<PeerRoute> routes) {

    SimulatedCopy {
        ports = List.copyOf(ports);
        addresses = List.copyOf(addresses);
        routes = routes.stream().sorted().toList();
    }

    SimulatedCopy withRoutes(List<PeerRoute> changed) {
        return new SimulatedCopy(id, hostId, running, startedAt, starts, specDigest, cpu, memory, ports, addresses, changed);
    }

    SimulatedCopy stopped() {
        return new SimulatedCopy(id, hostId, false, startedAt, starts, specDigest, cpu, memory, ports, addresses, routes);
    }

    SimulatedCopy startedAgain(Instant now) {
        return new SimulatedCopy(id, hostId, true, now, starts + 1, specDigest, cpu, memory, ports, addresses, routes);
    }

    ObservedCopy observed(Map<String, String> secrets) {
        return new ObservedCopy(id, hostId, running ? ObservedCopy.State.RUNNING : ObservedCopy.State.STOPPED,
                specDigest, addresses, routes, secrets, new TreeSet<>(ports));
    }
}
