package org.caravan.adapter.node;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.Capability;
import org.caravan.adapter.CaptureOrder;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyCapture;
import org.caravan.adapter.CopyCommand;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.CopyUsage;
import org.caravan.adapter.HostAnswer;
import org.caravan.adapter.HostUsage;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedHost;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.SuppliedSecret;
import org.caravan.application.Endpoint;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.ssh.Shell;
import org.caravan.text.TextRule;
import org.caravan.transfer.ImageDelivery;
import org.caravan.transfer.Priority;
import org.caravan.unit.Bytes;

/**
 * Base class of adapters whose calls are scripts on the host. Scripts and {@link #ensure} contain the differences between kinds of
 * copies. No agent is installed on the host, and the adapter keeps no state.
 */
public abstract class ScriptedAdapter implements CloudAdapter {

    /** Maximum characters; the text may contain the last output of a copy. */
    private static final int LONGEST_REASON = 500;

    private final ScriptCalls calls;
    private final ScriptSettings settings;
    private final ImageDelivery images;
    private final ImageKind kind;

    /**
     * The shell and the delivery belong to the caller; {@link #close} leaves them open, because others may use them.
     *
     * @param kind kind of images from which copies are started
     */
    protected ScriptedAdapter(Shell shell, ScriptSettings settings, ImageDelivery images, ImageKind kind) {
        this.calls = new ScriptCalls(shell, new NodeScripts(getClass()), settings, this::provider);
        this.settings = settings;
        this.images = images;
        this.kind = kind;
    }

    @Override
    public void requireImage(Host host, Architecture architecture, String image) {
        if (images.manifest(host, architecture, image, kind).start().isEmpty() && kind == ImageKind.CONTAINER) {
            throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                    ("The image (%s) has no start command: it is a base image.\nMaybe import it with a start command: caravan image import "
                    + "FILE --name %s --start WORD.")
                    .formatted(image, image));
        }
    }

    @Override
    public void ensureImage(Host host, String image) {
        images.deliver(host, image, kind, Priority.DEPLOYMENT);
    }

    @Override
    public void prefetchImage(Host host, String image) {
        images.deliver(host, image, kind, Priority.PREFETCH);
    }

    @Override
    public Set<String> layers(Host host) {
        return images.layers(host).stream().map(ContentDigest::toString).collect(Collectors.toSet());
    }

    @Override
    public Bytes removeLayers(Host host, Set<String> kept, Duration unusedFor) {
        return images.removeLayers(host, kept.stream().map(ContentDigest::parse).collect(Collectors.toSet()), unusedFor);
    }

    @Override
    public void prepare(Host host) {
        calls.prepare(host, settings.callTimeout());
    }

    @Override
    public void tidy(Host host) {
        run(host, "tidy", Map.of());
    }

    /** The image that the host starts for this name. */
    protected final ImageManifest image(Host host, String name) {
        return images.manifest(host, name, kind);
    }

    @Override
    public ObservedHost inspect(Host host) {
        return answer(host, "inspect", Map.of()).read(text -> NodeFacts.read(host.id(), text).host());
    }

    @Override
    public List<ObservedCopy> observe(Host host) {
        return answer(host, "observe", Map.of()).read(text -> ObservedCopies.read(host.id(), text));
    }

    @Override
    public void supply(Host host, CopyId id, List<SuppliedSecret> secrets) {
        if (!capabilities().contains(Capability.SECRETS)) {
            CloudAdapter.super.supply(host, id, secrets);
            return;
        }
        run(host, "supply", CopyVariables.of(id, "SECRETS", CopyVariables.secrets(secrets)));
    }

    @Override
    public Optional<String> whyNotReady(Host host, CopyId id, Endpoint endpoint) {
        Map<String, String> variables = CopyVariables.of(id);
        variables.putAll(CopyVariables.of(endpoint));
        return Optional.of(run(host, "ready", variables).strip()).filter(reason -> !reason.isEmpty())
                .map(reason -> TextRule.excerpt(reason, LONGEST_REASON));
    }

    @Override
    public void route(Host host, CopyId id, List<PeerRoute> routes) {
        answer(host, "route", CopyVariables.of(id, "ROUTES", CopyVariables.routes(routes))).read(RoutingCopy::port)
                .ifPresent(port -> serve(host, id, port, routes));
    }

    @Override
    public void admit(Host host, CopyId id, CopySpec spec, Admitted admitted) {
        if (!capabilities().contains(Capability.FILTER)) {
            CloudAdapter.super.admit(host, id, spec, admitted);
            return;
        }
        run(host, "admit", CopyVariables.of(id, "FILTER", FilterText.of(id, spec, admitted, asksFromHost())));
    }

    @Override
    public void reserve(Host host, CopyId id, CopySpec spec) {
        if (!capabilities().contains(Capability.BANDWIDTH)) {
            CloudAdapter.super.reserve(host, id, spec);
            return;
        }
        run(host, "reserve", CopyVariables.of(id, "BANDWIDTH", BandwidthFile.of(spec, settings.bridge())));
    }

    /** True if readiness checks come from the host's own address, because no check can run inside a copy. */
    protected boolean asksFromHost() {
        return false;
    }

    /** Variables of the copy's filter for scripts that create a copy. */
    protected final Map<String, String> filter(CopyId id, CopySpec spec, Admitted admitted) {
        return Map.of("FILTER", admitted.everyone() ? "" : FilterText.of(id, spec, admitted, asksFromHost()));
    }

    /** Call when a copy was created or found: sets a router's servers to the peers of its routes. */
    protected final void routed(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes) {
        RoutingCopy.port(RoutingCopy.fact(spec)).ifPresent(port -> serve(host, id, port, routes));
    }

    private void serve(Host host, CopyId id, int port, List<PeerRoute> routes) {
        RoutingCopy.serve(port, routes, command -> run(host, "control", CopyVariables.of(id, "COMMAND", command)).strip(), id.label());
        // Not before: until then it sends requests to its former servers.
        run(host, "unroute", CopyVariables.of(id));
    }

    @Override
    public int openConnections(Host host, CopyId id) {
        return answer(host, "connections", CopyVariables.of(id)).read(text -> Integer.parseUnsignedInt(text.strip()));
    }

    @Override
    public void destroy(Host host, CopyId id) {
        runPatiently(host, "destroy", CopyVariables.of(id));
    }

    @Override
    public List<String> log(Host host, CopyId id, int lines) {
        return run(host, "log", CopyVariables.of(id, "LINES_WANTED", Integer.toString(Math.max(0, lines)))).lines()
                .map(String::stripTrailing).toList();
    }

    @Override
    public CopyUsage usage(Host host, CopyId id) {
        return answer(host, "usage", CopyVariables.of(id)).read(text -> {
            NodeFacts facts = NodeFacts.read(host.id(), text);
            return new CopyUsage(Math.max(0, facts.number("cpu")), new Bytes(Math.max(0, facts.number("memory"))));
        });
    }

    @Override
    public CopyCommand.Outcome exec(Host host, CopyId id, CopyCommand command) {
        if (!capabilities().contains(Capability.EXEC)) {
            return CloudAdapter.super.exec(host, id, command);
        }
        return new HostAnswer(host.id(), "exec", calls.run(host, "exec", CommandInside.variables(id, command),
                command.limit().plus(settings.callTimeout())))
                .read(CommandInside::outcome);
    }

    @Override
    public List<CopyCapture> capture(Host host, CaptureOrder order, Path folder) {
        if (!capabilities().contains(Capability.CAPTURE)) {
            return CloudAdapter.super.capture(host, order, folder);
        }
        return new HostAnswer(host.id(), "capture", calls.run(host, "capture", CapturedPackets.variables(order),
                order.length().plus(settings.callTimeout())))
                .read(text -> CapturedPackets.read(order, text, folder));
    }

    @Override
    public HostUsage usage(Host host) {
        return new HostAnswer(host.id(), NodeScripts.USAGES, calls.usages(host, settings.callTimeout())).read(UsageLines::read);
    }

    /** Rejects virtual machines, because they need a machine of their own. */
    protected final void requireNoScripts(Host host, CopyId id, CopySpec spec) {
        if (spec.scripts().isPresent()) {
            throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                    ("The adapter (%s) of host (%s) cannot create the virtual machine (%s): the host is not a rented machine.\nMaybe rent "
                            + "machines for it at a provider.")
                            .formatted(provider(), host.id(), id.label()));
        }
    }

    /** Variables of every script that creates a copy; the adapter adds those of its kind. */
    protected final Map<String, String> variables(CopyId id, CopySpec spec, ImageManifest image, List<PeerRoute> routes) {
        Map<String, String> variables = variables(id, spec, routes);
        variables.put("IMAGE", image.name());
        variables.put("LAYERS", image.layerNames());
        return variables;
    }

    /** The same for a copy without layers. */
    protected final Map<String, String> variables(CopyId id, CopySpec spec, List<PeerRoute> routes) {
        Map<String, String> variables = CopyVariables.of(id, spec, routes, settings.cpuQuotaMicros(spec));
        variables.put("BANDWIDTH", BandwidthFile.of(spec, settings.bridge()));
        return variables;
    }

    /**
     * Runs a call during which a copy may have to end, with a longer time limit.
     *
     * @return output of the script
     */
    protected final String runPatiently(Host host, String call, Map<String, String> variables) {
        return calls.run(host, call, variables, settings.callTimeout().plus(settings.grace()));
    }

    private HostAnswer answer(Host host, String call, Map<String, String> variables) {
        return new HostAnswer(host.id(), call, run(host, call, variables));
    }

    private String run(Host host, String call, Map<String, String> variables) {
        return calls.run(host, call, variables, settings.callTimeout());
    }

    @Override
    public void close() {
        calls.close();
    }
}
