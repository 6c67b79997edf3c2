package org.caravan.adapter.simulated;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.RestartPolicy;

/**
 * A copy as the simulated provider keeps it.
 *
 * @param starts how often it was started
 * @param cpu in thousandths of a core
 * @param memory limit in bytes
 * @param restarts by its host alone
 */
record SimulatedCopy(
        CopyId id, String hostId, boolean running, Instant startedAt, int starts, String specDigest, long cpu, long memory,
        List<Integer> ports, List<String> addresses, List<PeerRoute> routes, SimulatedRestarts restarts) {

    SimulatedCopy {
        ports = List.copyOf(ports);
        addresses = List.copyOf(addresses);
        routes = routes.stream().sorted().toList();
    }

    SimulatedCopy withRoutes(List<PeerRoute> changed) {
        return new SimulatedCopy(id, hostId, running, startedAt, starts, specDigest, cpu, memory, ports, addresses, changed, restarts);
    }

    /** And left alone by its host. */
    SimulatedCopy stopped() {
        return new SimulatedCopy(id, hostId, false, startedAt, starts, specDigest, cpu, memory, ports, addresses, routes, SimulatedRestarts.NONE);
    }

    /** By the server: what its host has counted is over. */
    SimulatedCopy startedAgain(Instant now) {
        return new SimulatedCopy(id, hostId, true, now, starts + 1, specDigest, cpu, memory, ports, addresses, routes, SimulatedRestarts.NONE);
    }

    /** Its process ends by itself. */
    SimulatedCopy ended(int exitCode, Instant at) {
        return new SimulatedCopy(id, hostId, false, startedAt, starts, specDigest, cpu, memory, ports, addresses, routes, restarts.afterEnd(exitCode, at));
    }

    /** What its host has made of it by now. @param crash exit code with which its process ends right after each start, if it does */
    SimulatedCopy kept(Instant now, OptionalInt crash) {
        SimulatedCopy copy = running && crash.isPresent() ? ended(crash.getAsInt(), startedAt) : this;
        while (!copy.running && copy.restarts.isDue(now)) {
            Instant at = copy.restarts.due().orElseThrow();
            copy = new SimulatedCopy(id, hostId, true, at, copy.starts + 1, specDigest, cpu, memory, ports, addresses, routes, copy.restarts.oneMore());
            copy = crash.isPresent() ? copy.ended(crash.getAsInt(), at) : copy;
        }
        boolean steady = copy.running && Duration.between(copy.startedAt, now).compareTo(RestartPolicy.RESET) >= 0;
        return steady ? copy.withoutRestarts() : copy;
    }

    private SimulatedCopy withoutRestarts() {
        return new SimulatedCopy(id, hostId, running, startedAt, starts, specDigest, cpu, memory, ports, addresses, routes, SimulatedRestarts.NONE);
    }

    ObservedCopy observed(Map<String, String> secrets) {
        return new ObservedCopy(id, hostId, running ? ObservedCopy.State.RUNNING : restarts.seen().down(),
                specDigest, addresses, routes, secrets, new TreeSet<>(ports), restarts.seen(), Optional.empty());
    }
}
