package org.caravan.adapter;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A copy of ours as it was found on a host.
 *
 * @param specDigest digest of the {@link CopySpec} it was made from
 * @param addresses literals it was given, to know which are taken
 * @param routes in force, sorted
 * @param secrets version of each file of a secret it has, by the file's name
 * @param ports on which others reach it; empty where the adapter does not keep them
 * @param restarts by its host, without the server
 * @param admitted as the host's kernel enforces it; empty where the adapter has no filters, or the copy does not run
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
        Optional<Admitted> admitted) {

    public enum State {
        RUNNING,
        /** Its process ended, or it was never started whole. Its host starts it again, if it was. */
        STOPPED,
        /** It is down after {@link RestartPolicy#CRASH_LOOP} restarts or more; its host starts it again after a pause. */
        CRASH_LOOP
    }

    public ObservedCopy {
        addresses = List.copyOf(addresses);
        routes = routes.stream().sorted().toList();
        secrets = Collections.unmodifiableMap(new TreeMap<>(secrets));
        ports = Collections.unmodifiableSortedSet(new TreeSet<>(ports));
    }

    /** One that its host has not started again, of an adapter without filters. */
    public ObservedCopy(CopyId id, String hostId, State state, String specDigest, List<String> addresses, List<PeerRoute> routes,
            Map<String, String> secrets, SortedSet<Integer> ports) {
        this(id, hostId, state, specDigest, addresses, routes, secrets, ports, CopyRestarts.NONE, Optional.empty());
    }

    /** The same behind a filter. */
    public ObservedCopy admitting(Admitted those) {
        return new ObservedCopy(id, hostId, state, specDigest, addresses, routes, secrets, ports, restarts, Optional.of(those));
    }

    /** One that has no secret, and whose ports are not known. */
    public ObservedCopy(
            CopyId id, String hostId, State state, String specDigest, List<String> addresses, List<PeerRoute> routes) {
        this(id, hostId, state, specDigest, addresses, routes, Map.of(), new TreeSet<>());
    }

    /** One whose ports are not known. */
    public ObservedCopy(CopyId id, String hostId, State state, String specDigest, List<String> addresses, List<PeerRoute> routes,
            Map<String, String> secrets) {
        this(id, hostId, state, specDigest, addresses, routes, secrets, new TreeSet<>());
    }

    /** One that has no secret. */
    public ObservedCopy(CopyId id, String hostId, State state, String specDigest, List<String> addresses, List<PeerRoute> routes,
            SortedSet<Integer> ports) {
        this(id, hostId, state, specDigest, addresses, routes, Map.of(), ports);
    }
}
