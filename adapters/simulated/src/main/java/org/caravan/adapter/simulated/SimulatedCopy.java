package org.caravan.adapter.simulated;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.RestartPolicy;

/**
 * State of a simulated copy.
 *
 * @param starts number of starts
 * @param cpu in thousandths of a core
 * @param memory limit in bytes
 * @param restarts automatic restarts by its host
 * @param admitted what a copy that uses a whole machine was given to admit; empty for other copies
 */
record SimulatedCopy(
        CopyId id, String hostId, boolean running, Instant startedAt, int starts, String specDigest, long cpu, long memory,
        List<Integer> ports, List<String> addresses, List<PeerRoute> routes, SimulatedRestarts restarts, Optional<Admitted> admitted) {

    SimulatedCopy {
        ports = List.copyOf(ports);
        addresses = List.copyOf(addresses);
        routes = routes.stream().sorted().toList();
    }

    SimulatedCopy admitting(Admitted those) {
        return new SimulatedCopy(id, hostId, running, startedAt, starts, specDigest, cpu, memory, ports, addresses, routes, restarts,
                Optional.of(those));
    }

    SimulatedCopy withRoutes(List<PeerRoute> changed) {
        return new SimulatedCopy(id, hostId, running, startedAt, starts, specDigest, cpu, memory, ports, addresses, changed, restarts,
                admitted);
    }

    /** Stopped, and not restarted by its host. */
    SimulatedCopy stopped() {
        return new SimulatedCopy(id, hostId, false, startedAt, starts, specDigest, cpu, memory, ports, addresses, routes,
                SimulatedRestarts.NONE, admitted);
    }

    /** Started by the server, which resets the host's restart count. */
    SimulatedCopy startedAgain(Instant now) {
        return new SimulatedCopy(id, hostId, true, now, starts + 1, specDigest, cpu, memory, ports, addresses, routes,
                SimulatedRestarts.NONE, admitted);
    }

    /** Its process has ended by itself. */
    SimulatedCopy ended(int exitCode, Instant at) {
        return new SimulatedCopy(id, hostId, false, startedAt, starts, specDigest, cpu, memory, ports, addresses, routes,
                restarts.afterEnd(exitCode, at), admitted);
    }

    /**
     * The copy after all restarts that its host has made until now.
     *
     * @param crash exit code with which its process ends right after each start, if it does
     */
    SimulatedCopy kept(Instant now, OptionalInt crash) {
        SimulatedCopy copy = running && crash.isPresent() ? ended(crash.getAsInt(), startedAt) : this;
        while (!copy.running && copy.restarts.isDue(now)) {
            Instant at = copy.restarts.due().orElseThrow();
            copy = new SimulatedCopy(id, hostId, true, at, copy.starts + 1, specDigest, cpu, memory, ports, addresses, routes,
                    copy.restarts.oneMore(), admitted);
            copy = crash.isPresent() ? copy.ended(crash.getAsInt(), at) : copy;
        }
        boolean steady = copy.running && Duration.between(copy.startedAt, now).compareTo(RestartPolicy.RESET) >= 0;
        return steady ? copy.withoutRestarts() : copy;
    }

    private SimulatedCopy withoutRestarts() {
        return new SimulatedCopy(id, hostId, running, startedAt, starts, specDigest, cpu, memory, ports, addresses, routes,
                SimulatedRestarts.NONE, admitted);
    }

    ObservedCopy observed(Map<String, String> secrets) {
        return new ObservedCopy(id, hostId, running ? ObservedCopy.State.RUNNING : restarts.seen().down(),
                specDigest, addresses, routes, secrets, new TreeSet<>(ports), restarts.seen(), admitted);
    }
}
