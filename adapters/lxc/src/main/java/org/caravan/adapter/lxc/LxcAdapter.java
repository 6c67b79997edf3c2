package org.caravan.adapter.lxc;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.adapter.Capability;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.CopyUsage;
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
 * LXC over SSH. Each call is one script on the host; the host needs bash, LXC 4 or later, iproute2, util-linux and zstd,
 * and a bridge on which the site's gateways answer. A copy is a container named after its label.
 */
public final class LxcAdapter implements CloudAdapter {

    private final Shell shell;
    private final LxcSettings settings;
    private final ImageDelivery images;

    /** The shell and the delivery stay the caller's: others may use them too, and {@link #close} leaves them open. */
    public LxcAdapter(Shell shell, LxcSettings settings, ImageDelivery images) {
        this.shell = shell;
        this.settings = settings;
        this.images = images;
    }

    @Override
    public String provider() {
        return "lxc";
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.allOf(Capability.class);
    }

    @Override
    public ObservedHost inspect(Host host) {
        return NodeFacts.read(host.id(), run(host, "inspect", Map.of("BRIDGE", settings.bridge()))).host();
    }

    @Override
    public List<ObservedCopy> observe(Host host) {
        return ObservedCopies.read(host.id(), run(host, "observe", Map.of()));
    }

    @Override
    public void ensureImage(Host host, String image) {
        images.deliver(host, image, ImageKind.CONTAINER, Priority.DEPLOYMENT);
    }

    @Override
    public void prefetchImage(Host host, String image) {
        images.deliver(host, image, ImageKind.CONTAINER, Priority.PREFETCH);
    }

    @Override
    public Set<String> layers(Host host) {
        return images.layers(host).stream().map(ContentDigest::toString).collect(Collectors.toSet());
    }

    @Override
    public void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes) {
        ImageManifest image = images.manifest(host, spec.image(), ImageKind.CONTAINER);
        ContainerConfig config = new ContainerConfig(id, spec, image, settings);
        Map<String, String> variables = CopyVariables.of(id, settings);
        variables.put("IMAGE", image.name());
        variables.put("LAYERS", image.layerNames());
        variables.put("SPEC", spec.digest());
        variables.put("FACTS", CopyVariables.facts(spec));
        variables.put("ROUTES", CopyVariables.routes(routes));
        variables.put("CONFIG", config.text());
        variables.put("START", config.startScript());
        variables.put("NETWORK", NodeScript.resource("network.sh"));
        // A copy in its place may have to end first.
        run(host, "ensure", variables, settings.callTimeout().plus(settings.grace()));
    }

    @Override
    public void supply(Host host, CopyId id, List<SuppliedSecret> secrets) {
        Map<String, String> variables = CopyVariables.of(id, settings);
        variables.put("SECRETS", CopyVariables.secrets(secrets));
        run(host, "supply", variables);
    }

    @Override
    public Optional<String> whyNotReady(Host host, CopyId id, Endpoint endpoint) {
        Map<String, String> variables = CopyVariables.of(id, settings);
        variables.putAll(CopyVariables.of(endpoint));
        return Optional.of(run(host, "ready", variables).strip()).filter(reason -> !reason.isEmpty());
    }

    @Override
    public void route(Host host, CopyId id, List<PeerRoute> routes) {
        Map<String, String> variables = CopyVariables.of(id, settings);
        variables.put("ROUTES", CopyVariables.routes(routes));
        run(host, "route", variables);
    }

    @Override
    public int openConnections(Host host, CopyId id) {
        return Integer.parseInt(run(host, "connections", CopyVariables.of(id, settings)).strip());
    }

    @Override
    public void destroy(Host host, CopyId id) {
        run(host, "destroy", CopyVariables.of(id, settings), settings.callTimeout().plus(settings.grace()));
    }

    @Override
    public List<String> log(Host host, CopyId id, int lines) {
        Map<String, String> variables = CopyVariables.of(id, settings);
        variables.put("LINES_WANTED", Integer.toString(Math.max(0, lines)));
        return run(host, "log", variables).lines().map(String::stripTrailing).toList();
    }

    @Override
    public CopyUsage usage(Host host, CopyId id) {
        NodeFacts facts = NodeFacts.read(host.id(), run(host, "usage", CopyVariables.of(id, settings)));
        return new CopyUsage(facts.number("cpu"), new Bytes(Math.max(0, facts.number("memory"))));
    }

    private String run(Host host, String call, Map<String, String> variables) {
        return run(host, call, variables, settings.callTimeout());
    }

    private String run(Host host, String call, Map<String, String> variables, Duration timeout) {
        return new Node(shell, host).run(call, variables, timeout);
    }

    @Override
    public void close() {
        // nothing is kept here: neither connections, which are the shell's, nor copies, which are the hosts'
    }
}
