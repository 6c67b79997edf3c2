package org.caravan.adapter;

import java.nio.file.Path;
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
 * Port to the machines of one provider. Every method is idempotent: if the requested state exists, it changes nothing.
 * Implementations are thread-safe. All methods throw {@link AdapterFault}.
 */
public interface CloudAdapter extends AutoCloseable {

    /** Name of the provider in the modelling language: {@code lxc}. */
    String provider();

    Set<Capability> capabilities();

    /** Limits of concurrent calls to the provider; callers must respect them. */
    default CallLimits callLimits() {
        return CallLimits.SMALL_MACHINES;
    }

    /** Resources of the host. */
    ObservedHost inspect(Host host);

    /**
     * All labelled copies on the host, of every application, running or not. A copy with secrets that was never created is reported
     * as stopped, without a digest, so that its secrets are removed.
     */
    List<ObservedCopy> observe(Host host);

    /**
     * Rejects an image that {@link #ensureImage} or {@link #ensure} would reject on any host of this kind. Contacts no host; does
     * nothing if images are not stored.
     *
     * @param architecture of the host, from the infrastructure
     * @throws AdapterFault FAILED if the image is missing or damaged; UNSUPPORTED if it has another kind or architecture, or cannot
     *     be started
     */
    default void requireImage(Host host, Architecture architecture, String image) {}

    /** Transfers the image to the host, complete and verified. */
    void ensureImage(Host host, String image);

    /**
     * Transfers the image in advance, at low priority. A later {@link #ensureImage} finds it, or continues a partial transfer. Does
     * nothing if images are not stored on hosts.
     */
    default void prefetchImage(Host host, String image) {}

    /** Digests of all image layers on the host, used or not. */
    default Set<String> layers(Host host) {
        return Set.of();
    }

    /**
     * Removes layers that no copy on the host uses. Does nothing if images are not stored on hosts.
     *
     * @param kept digests of layers that are kept even if unused
     * @param unusedFor more recently received or used layers are kept too; at least a minute
     * @return number of bytes freed
     */
    default Bytes removeLayers(Host host, Set<String> kept, Duration unusedFor) {
        return new Bytes(0);
    }

    /**
     * Removes leftovers of calls for copies that were interrupted at least an hour ago. Keeps all copies, complete or not, and
     * everything that Caravan did not create. Does nothing if calls leave nothing on hosts.
     */
    default void tidy(Host host) {}

    /**
     * Gets ready for calls to the host that may follow within half a minute, for example by opening a session that the first of them would
     * wait for. Changes nothing on the host. Does nothing if calls need no session.
     */
    default void prepare(Host host) {}

    /**
     * Makes the copy run as specified, with these routes from its start. Throws OUTDATED if the host has a copy of the same
     * instance with a higher generation. A copy with scripts may still be in preparation on return; see {@link #whyNotMade}.
     */
    void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes);

    /**
     * The same, with a filter on the copy's network port from its first packet (capability FILTER). Only admitted senders open
     * connections to it, and it sends only from its own addresses. An adapter without this capability creates the copy without a
     * filter.
     *
     * @throws AdapterFault of kind UNSUPPORTED if the host cannot filter; no copy is created then
     */
    default void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes, Admitted admitted) {
        ensure(host, id, spec, routes);
    }

    /**
     * Checks once whether a copy is prepared, since its scripts may take minutes.
     *
     * @return why it is not prepared yet; empty when it is
     * @throws AdapterFault of kind FAILED if a script failed, with its last output; the next {@link #ensure} runs it again
     */
    default Optional<String> whyNotMade(Host host, CopyId id) {
        return Optional.empty();
    }

    /**
     * Replaces the copy's secret files by exactly these, in memory only. Each file of a running copy changes atomically. A copy
     * whose spec names secrets is supplied before it is created, and again after a restart of its host.
     */
    default void supply(Host host, CopyId id, List<SuppliedSecret> secrets) {
        if (!secrets.isEmpty()) {
            throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                    ("The adapter (%s) of host (%s) cannot supply the secrets of the copy (%s).\nMaybe require the component at a site "
                            + "whose adapter can.")
                            .formatted(provider(), host.id(), id.label()));
        }
    }

    /** Checks once whether the endpoint is ready. Empty if it is; otherwise the reason. */
    Optional<String> whyNotReady(Host host, CopyId id, Endpoint endpoint);

    /**
     * Replaces the routes of the copy by exactly these. A router ({@link CopySpec#router}) forwards requests only to the peers of
     * its routes. A new peer receives requests after a successful health check. A former peer completes its requests, or is
     * disconnected after a time limit.
     */
    void route(Host host, CopyId id, List<PeerRoute> routes);

    /**
     * Replaces the filter of the copy, so that exactly these senders may open connections. The replacement is atomic, and open
     * connections stay open.
     *
     * @param spec specification of the copy
     */
    default void admit(Host host, CopyId id, CopySpec spec, Admitted admitted) {
        throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                "The adapter (%s) of host (%s) cannot filter what reaches the copy (%s).\nMaybe run it on hosts whose adapter can: lxc."
                        .formatted(provider(), host.id(), id.label()));
    }

    /**
     * Gives a copy exactly the bandwidth of its specification, while it runs and without effect on its connections. Minima of a node
     * that exceed an uplink are reduced in proportion until others are lowered.
     *
     * @throws AdapterFault of kind UNSUPPORTED if the host cannot enforce bandwidth
     */
    default void reserve(Host host, CopyId id, CopySpec spec) {
        throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                ("The adapter (%s) of host (%s) cannot enforce the bandwidth of the copy (%s).\nMaybe run it on hosts whose adapter can: "
                        + "lxc.")
                        .formatted(provider(), host.id(), id.label()));
    }

    /** True if the copy uses a whole machine and has the machine's network. What reaches it is filtered by the machine's provider. */
    default boolean usesMachine(Host host, CopyId id) {
        return false;
    }

    /** Open TCP connections of others to the copy's endpoints; 0 if the copy does not exist. */
    int openConnections(Host host, CopyId id);

    /** Removes the copy and all its traces from the host. */
    void destroy(Host host, CopyId id);

    /** The last {@code lines} lines of the copy's output, oldest first. */
    List<String> log(Host host, CopyId id, int lines);

    CopyUsage usage(Host host, CopyId id);

    /**
     * Runs a command in a running copy and waits for its end. A failed command or a missing program is an outcome. A copy that does
     * not run is a fault.
     */
    default CopyCommand.Outcome exec(Host host, CopyId id, CopyCommand command) {
        throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                "The adapter (%s) of host (%s) cannot run a command in the copy (%s).\nMaybe read its log: caravan logs."
                        .formatted(provider(), host.id(), id.label()));
    }

    /**
     * Captures packets of running copies of the host at low priority, all at the same time, and waits for the end. The host keeps
     * nothing.
     *
     * @param folder of the caller, for one file per copy; at most 256 MiB are written
     * @throws AdapterFault of kind UNSUPPORTED if the host cannot capture
     */
    default List<CopyCapture> capture(Host host, CaptureOrder order, Path folder) {
        throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                ("The adapter (%s) of host (%s) cannot capture the packets of copies.\nMaybe capture them elsewhere and read the files: "
                        + "caravan turns read.")
                        .formatted(provider(), host.id()));
    }

    /**
     * Resource usage of the host and all its copies. Adapters should override this with one call that is cheap enough for intervals
     * of a few seconds.
     */
    default HostUsage usage(Host host) {
        SortedMap<CopyId, CopyUsage> copies = new TreeMap<>();
        observe(host).stream().filter(copy -> copy.state() == ObservedCopy.State.RUNNING)
                .forEach(copy -> copies.put(copy.id(), usage(host, copy.id())));
        return HostUsage.ofCopies(copies);
    }

    /** Provisioning of machines for hosts; empty if the hosts are fixed. */
    default Optional<HostRental> rental() {
        return Optional.empty();
    }

    @Override
    void close();
}
