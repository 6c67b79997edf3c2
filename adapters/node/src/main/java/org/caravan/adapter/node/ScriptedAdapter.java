package org.caravan.adapter.node;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.Capability;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyCommand;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.CopyUsage;
import org.caravan.adapter.HostUsage;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedHost;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.SuppliedSecret;
import org.caravan.application.Endpoint;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.infrastructure.Host;
import org.caravan.ssh.Shell;
import org.caravan.transfer.ImageDelivery;
import org.caravan.transfer.Priority;
import org.caravan.unit.Bytes;

/**
 * An adapter each of whose calls is one script on the host. What makes one kind of copy different from another is in the
 * scripts and in {@link #ensure}; nothing of ours is installed on the host, and nothing is remembered here.
 */
public abstract class ScriptedAdapter implements CloudAdapter {

    /** Calls that are many and say little; secrets stay out of a shell that is kept. */
    private static final Set<String> ATTENDED = Set.of("ensure", "ready", "route", "connections", "destroy");

    private final Shell shell;
    private final Attendants attendants;
    private final NodeScripts scripts;
    private final ScriptSettings settings;
    private final ImageDelivery images;
    private final ImageKind kind;

    /**
     * The shell and the delivery stay the caller's: others may use them too, and {@link #close} leaves them open.
     *
     * @param kind of images that copies are started from
     */
    protected ScriptedAdapter(Shell shell, ScriptSettings settings, ImageDelivery images, ImageKind kind) {
        this.shell = shell;
        this.attendants = new Attendants(shell);
        this.scripts = new NodeScripts(getClass());
        this.settings = settings;
        this.images = images;
        this.kind = kind;
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
    public void tidy(Host host) {
        run(host, "tidy", new HashMap<>());
    }

    /** What the host starts under this name. */
    protected final ImageManifest image(Host host, String name) {
        return images.manifest(host, name, kind);
    }

    @Override
    public ObservedHost inspect(Host host) {
        return NodeFacts.read(host.id(), run(host, "inspect", new HashMap<>())).host();
    }

    @Override
    public List<ObservedCopy> observe(Host host) {
        return ObservedCopies.read(host.id(), run(host, "observe", new HashMap<>()));
    }

    @Override
    public void supply(Host host, CopyId id, List<SuppliedSecret> secrets) {
        if (!capabilities().contains(Capability.SECRETS)) {
            CloudAdapter.super.supply(host, id, secrets);
            return;
        }
        Map<String, String> variables = CopyVariables.of(id);
        variables.put("SECRETS", CopyVariables.secrets(secrets));
        run(host, "supply", variables);
    }

    @Override
    public Optional<String> whyNotReady(Host host, CopyId id, Endpoint endpoint) {
        Map<String, String> variables = CopyVariables.of(id);
        variables.putAll(CopyVariables.of(endpoint));
        return Optional.of(run(host, "ready", variables).strip()).filter(reason -> !reason.isEmpty());
    }

    @Override
    public void route(Host host, CopyId id, List<PeerRoute> routes) {
        Map<String, String> variables = CopyVariables.of(id);
        variables.put("ROUTES", CopyVariables.routes(routes));
        RoutingCopy.port(run(host, "route", variables)).ifPresent(port -> serve(host, id, port, routes));
    }

    /** To be called when a copy was made, or found: a router's servers are the peers of its routes. */
    protected final void routed(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes) {
        RoutingCopy.port(RoutingCopy.fact(spec)).ifPresent(port -> serve(host, id, port, routes));
    }

    private void serve(Host host, CopyId id, int port, List<PeerRoute> routes) {
        RoutingCopy.serve(port, routes, command -> {
            Map<String, String> variables = CopyVariables.of(id);
            variables.put("COMMAND", command);
            return run(host, "control", variables).strip();
        }, id.label());
    }

    @Override
    public int openConnections(Host host, CopyId id) {
        return Integer.parseInt(run(host, "connections", CopyVariables.of(id)).strip());
    }

    @Override
    public void destroy(Host host, CopyId id) {
        runPatiently(host, "destroy", CopyVariables.of(id));
    }

    @Override
    public List<String> log(Host host, CopyId id, int lines) {
        Map<String, String> variables = CopyVariables.of(id);
        variables.put("LINES_WANTED", Integer.toString(Math.max(0, lines)));
        return run(host, "log", variables).lines().map(String::stripTrailing).toList();
    }

    @Override
    public CopyUsage usage(Host host, CopyId id) {
        NodeFacts facts = NodeFacts.read(host.id(), run(host, "usage", CopyVariables.of(id)));
        return new CopyUsage(facts.number("cpu"), new Bytes(Math.max(0, facts.number("memory"))));
    }

    @Override
    public CopyCommand.Outcome exec(Host host, CopyId id, CopyCommand command) {
        if (!capabilities().contains(Capability.EXEC)) {
            return CloudAdapter.super.exec(host, id, command);
        }
        return CommandInside.outcome(run(host, "exec", CommandInside.variables(id, command), command.limit().plus(settings.callTimeout())));
    }

    @Override
    public HostUsage usage(Host host) {
        return UsageLines.read(run(host, "usages", Map.of()));
    }

    /** A virtual machine is all of its machine: nothing of that kind runs here. */
    protected final void requireNoScripts(Host host, CopyId id, CopySpec spec) {
        if (spec.scripts().isPresent()) {
            throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                    "The adapter (%s) of host (%s) cannot make the virtual machine (%s): the host is no machine of its own.\nMaybe rent machines for it at a provider."
                            .formatted(provider(), host.id(), id.label()));
        }
    }

    /** What every script that makes a copy needs; the adapter adds what its kind is made of. */
    protected final Map<String, String> variables(CopyId id, CopySpec spec, ImageManifest image, List<PeerRoute> routes) {
        Map<String, String> variables = variables(id, spec, routes);
        variables.put("IMAGE", image.name());
        variables.put("LAYERS", image.layerNames());
        return variables;
    }

    /** The same for a copy that no layers are brought for. */
    protected final Map<String, String> variables(CopyId id, CopySpec spec, List<PeerRoute> routes) {
        Map<String, String> variables = CopyVariables.of(id);
        variables.put("IMAGE", spec.image());
        variables.put("LAYERS", "");
        variables.put("SPEC", spec.digest());
        variables.put("FACTS", CopyVariables.facts(spec));
        variables.put("ROUTES", CopyVariables.routes(routes));
        variables.put("HARDWARE_ADDRESS", CopyVariables.hardwareAddress(id, spec));
        variables.put("CPU_QUOTA_US", Long.toString(settings.cpuQuotaMicros(spec)));
        variables.put("CPU_MILLIS", Long.toString(spec.cpu().value()));
        variables.put("MEMORY", Long.toString(spec.mostMemory().value()));
        variables.put("MEMORY_RESERVED", Long.toString(spec.memory().value()));
        variables.put("NEEDS_SECRETS", spec.secrets().isEmpty() ? "" : "yes");
        return variables;
    }

    /**
     * For calls during which a copy may have to end.
     *
     * @return what the script wrote
     */
    protected final String runPatiently(Host host, String call, Map<String, String> variables) {
        return run(host, call, variables, settings.callTimeout().plus(settings.grace()));
    }

    private String run(Host host, String call, Map<String, String> variables) {
        return run(host, call, variables, settings.callTimeout());
    }

    private String run(Host host, String call, Map<String, String> variables, Duration timeout) {
        Map<String, String> all = new HashMap<>(variables);
        all.put("HOST", host.id());
        all.put("PROVIDER", provider());
        all.put("BRIDGE", settings.bridge());
        all.put("GRACE", Long.toString(settings.grace().toSeconds()));
        Node node = new Node(shell, host);
        return ATTENDED.contains(call) ? node.run(call, attendants, scripts.attended(call, all), timeout)
                : node.run(call, scripts.of(call, all), timeout);
    }

    @Override
    public void close() {
        attendants.close();
    }
}
