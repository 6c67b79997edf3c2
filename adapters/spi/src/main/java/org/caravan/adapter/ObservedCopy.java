package org.caravan.adapter;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A labelled copy as observed on a host.
 *
 * @param specDigest digest of its {@link CopySpec}
 * @param addresses assigned literals, used to detect addresses in use
 * @param routes in force, sorted
 * @param secrets version of each secret file, by file name
 * @param ports ports of its endpoints; empty if the adapter does not store them
 * @param restarts automatic restarts by its host
 * @param admitted filter enforced by the host's kernel; empty if the adapter has no filters, or the copy does not run
 * @param bandwidth enforced by the host's kernel; empty if the adapter cannot enforce any, or the copy does not run
 */
public record ObservedCopy(
        CopyId id,
        String hostId,
        State state,
        String specDigest,
        List<String> addresses,
        List<PeerRoute> routes,
        Map<String, String> secrets,
        SortedSet<Integer> ports,
        CopyRestarts restarts,
        Optional<Admitted> admitted,
        Optional<List<LinkBandwidth>> bandwidth) {

    public enum State {
        RUNNING,
        /** Its process ended, or its creation was incomplete. In the first case, its host restarts it. */
        STOPPED,
        /** Not running after at least {@link RestartPolicy#CRASH_LOOP} restarts; its host restarts it after a pause. */
        CRASH_LOOP
    }

    public ObservedCopy {
        bandwidth = bandwidth == null ? Optional.empty() : bandwidth.map(links -> links.stream().sorted().toList());
        addresses = List.copyOf(addresses);
        routes = routes.stream().sorted().toList();
        secrets = Collections.unmodifiableMap(new TreeMap<>(secrets));
        ports = Collections.unmodifiableSortedSet(new TreeSet<>(ports));
    }

    /** A copy of an adapter that does not enforce bandwidth. */
    public ObservedCopy(CopyId id, String hostId, State state, String specDigest, List<String> addresses, List<PeerRoute> routes,
            Map<String, String> secrets, SortedSet<Integer> ports, CopyRestarts restarts, Optional<Admitted> admitted) {
        this(id, hostId, state, specDigest, addresses, routes, secrets, ports, restarts, admitted, Optional.empty());
    }

    /** A copy without restarts, of an adapter without filters. */
    public ObservedCopy(CopyId id, String hostId, State state, String specDigest, List<String> addresses, List<PeerRoute> routes,
            Map<String, String> secrets, SortedSet<Integer> ports) {
        this(id, hostId, state, specDigest, addresses, routes, secrets, ports, CopyRestarts.NONE, Optional.empty());
    }

    /** A copy of this record with a filter. */
    public ObservedCopy admitting(Admitted those) {
        return new ObservedCopy(id, hostId, state, specDigest, addresses, routes, secrets, ports, restarts, Optional.of(those),
                bandwidth);
    }

    /** A copy of this record with enforced bandwidth. */
    public ObservedCopy granting(List<LinkBandwidth> those) {
        return new ObservedCopy(id, hostId, state, specDigest, addresses, routes, secrets, ports, restarts, admitted, Optional.of(those));
    }

    /** A copy without secrets and with unknown ports. */
    public ObservedCopy(
            CopyId id, String hostId, State state, String specDigest, List<String> addresses, List<PeerRoute> routes) {
        this(id, hostId, state, specDigest, addresses, routes, Map.of(), new TreeSet<>());
    }

    /** A copy with unknown ports. */
    public ObservedCopy(CopyId id, String hostId, State state, String specDigest, List<String> addresses, List<PeerRoute> routes,
            Map<String, String> secrets) {
        this(id, hostId, state, specDigest, addresses, routes, secrets, new TreeSet<>());
    }

    /** A copy without secrets. */
    public ObservedCopy(CopyId id, String hostId, State state, String specDigest, List<String> addresses, List<PeerRoute> routes,
            SortedSet<Integer> ports) {
        this(id, hostId, state, specDigest, addresses, routes, Map.of(), ports);
    }
}
