package org.caravan.adapter;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.application.Endpoint;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.unit.Bytes;

/**
 * The port to the machines of one provider. Every method may be repeated: asked for what already is, it changes
 * nothing. Implementations are safe for use by several threads. All methods throw {@link AdapterFault}.
 */
public interface CloudAdapter extends AutoCloseable {

    /** Name of the provider in the language: {@code lxc}. */
    String provider();

    Set<Capability> capabilities();

    /** How much may be asked of the provider at once; whoever calls keeps to it. */
    default CallLimits callLimits() {
        return CallLimits.SMALL_MACHINES;
    }

    /** What the host offers. */
    ObservedHost inspect(Host host);

    /**
     * All copies of ours on the host, of every application, running or not. One that was supplied with secrets and never made
     * is seen as stopped, without a digest: else its secrets would stay.
     */
    List<ObservedCopy> observe(Host host);

    /**
     * Refuses an image that {@link #ensureImage} or {@link #ensure} would refuse on any host of this kind. Asks no host; nothing where images
     * are not kept.
     *
     * @param architecture of the host, as the infrastructure says
     * @throws AdapterFault FAILED if there is none or it is damaged; UNSUPPORTED if it is of another kind, for other architectures, or cannot be started
     */
    default void requireImage(Host host, Architecture architecture, String image) {}

    /** After it the image is on the host, complete and checked. */
    void ensureImage(Host host, String image);

    /**
     * Brings the image there in advance, without hurry: a later {@link #ensureImage} finds it, or what has arrived of it.
     * Nothing where images are not kept on hosts.
     */
    default void prefetchImage(Host host, String image) {}

    /** Digests of the layers of images that are kept on the host, whoever uses them. */
    default Set<String> layers(Host host) {
        return Set.of();
    }

    /**
     * Removes layers that no copy on the host is made of. Nothing where images are not kept on hosts.
     *
     * @param kept digests of layers that stay nevertheless
     * @param unusedFor layers that came or were last used more recently stay too; at least a minute
     * @return what was freed
     */
    default Bytes removeLayers(Host host, Set<String> kept, Duration unusedFor) {
        return new Bytes(0);
    }

    /**
     * Removes what calls for copies left on the host when they were cut short an hour ago or earlier. Copies stay, whole or
     * half, and so does what is not ours. Nothing where nothing is left on hosts.
     */
    default void tidy(Host host) {}

    /**
     * After it the copy runs as specified, with these routes from its first moment. Refuses (OUTDATED) if a copy of the
     * same instance with a higher generation is on the host. A copy that scripts make may only be begun after it:
     * {@link #whyNotMade} says when it is made.
     */
    void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes);

    /**
     * The same, with a filter on the copy's network port from its first packet (capability FILTER): only the admitted open connections
     * to it, and it sends only from its own addresses. An adapter without the capability makes the copy without a filter.
     *
     * @throws AdapterFault of kind UNSUPPORTED if the host cannot filter: then no copy is made
     */
    default void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes, Admitted admitted) {
        ensure(host, id, spec, routes);
    }

    /**
     * Asks once whether a copy that was ensured is made: its scripts may take minutes.
     *
     * @return why it is not yet, in words for a person; empty once it is
     * @throws AdapterFault of kind FAILED if a script failed, with the last of what it wrote; ensured again, it is run again
     */
    default Optional<String> whyNotMade(Host host, CopyId id) {
        return Optional.empty();
    }

    /**
     * After it the copy's files of secrets are exactly these, in memory alone; while the copy runs each file changes as a
     * whole. A copy whose spec names secrets is supplied before it is made, and again after its host was restarted.
     */
    default void supply(Host host, CopyId id, List<SuppliedSecret> secrets) {
        if (!secrets.isEmpty()) {
            throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                    "The adapter (%s) of host (%s) cannot give the copy (%s) its secrets.\nMaybe require the component where one can."
                            .formatted(provider(), host.id(), id.label()));
        }
    }

    /** Asks once; empty means ready, otherwise why not (yet), in words for a person. */
    Optional<String> whyNotReady(Host host, CopyId id, Endpoint endpoint);

    /**
     * After it exactly these routes are in force in the copy. A router ({@link CopySpec#router}) hands requests on to the peers of
     * its routes and to nobody else: a new one gets them once it was found healthy, a former one has answered what it was asked
     * or, after a bound, is cut off.
     */
    void route(Host host, CopyId id, List<PeerRoute> routes);

    /**
     * After it exactly these may open connections to the copy. The filter is replaced as a whole: no packet passes without one, and
     * connections that are open stay open.
     *
     * @param spec of which the copy was made
     */
    default void admit(Host host, CopyId id, CopySpec spec, Admitted admitted) {
        throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                "The adapter (%s) of host (%s) cannot filter what reaches the copy (%s).\nMaybe run the component in a form that can: lxc."
                        .formatted(provider(), host.id(), id.label()));
    }

    /** TCP connections that others hold open to the copy's endpoints; 0 if the copy is not there. */
    int openConnections(Host host, CopyId id);

    /** After it nothing of the copy is left on the host. */
    void destroy(Host host, CopyId id);

    /** The last {@code lines} lines the copy wrote; oldest first. */
    List<String> log(Host host, CopyId id, int lines);

    CopyUsage usage(Host host, CopyId id);

    /**
     * Runs a command inside of a running copy and waits for its end. That the command fails, or its program is missing in the copy, is an outcome;
     * that the copy does not run is a fault.
     */
    default CopyCommand.Outcome exec(Host host, CopyId id, CopyCommand command) {
        throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                "The adapter (%s) of host (%s) cannot run a command in the copy (%s).\nMaybe look at what it writes: caravan logs."
                        .formatted(provider(), host.id(), id.label()));
    }

    /** What the host and all its copies have taken. An adapter that can tells it by one call, cheap enough for every few seconds. */
    default HostUsage usage(Host host) {
        SortedMap<CopyId, CopyUsage> copies = new TreeMap<>();
        observe(host).stream().filter(copy -> copy.state() == ObservedCopy.State.RUNNING)
                .forEach(copy -> copies.put(copy.id(), usage(host, copy.id())));
        return HostUsage.ofCopies(copies);
    }

    /** How hosts get machines; empty where they stand there. */
    default Optional<HostRental> rental() {
        return Optional.empty();
    }

    @Override
    void close();
}
