package org.caravan.adapter.rented.vm;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.Capability;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.ScriptVariables;
import org.caravan.adapter.node.CopyVariables;
import org.caravan.adapter.node.ScriptSettings;
import org.caravan.adapter.node.ScriptedAdapter;
import org.caravan.application.Script;
import org.caravan.application.Scripts;
import org.caravan.image.ImageKind;
import org.caravan.infrastructure.Host;
import org.caravan.ssh.Shell;
import org.caravan.transfer.ImageDelivery;

/**
 * Adapter for copies that use a whole machine: its system is the image, its network is the copy's, and scripts of the model
 * install, start and stop the copy. The machine needs bash, perl, iproute2 and util-linux, and root over SSH.
 */
public final class VmAdapter extends ScriptedAdapter {

    /**
     * The shell and the delivery belong to the caller. No image is transferred, because the machine is provisioned with its image.
     */
    public VmAdapter(Shell shell, ScriptSettings settings, ImageDelivery images) {
        super(shell, settings, images, ImageKind.CONTAINER);
    }

    @Override
    public String provider() {
        return "vm";
    }

    /** The machine limits processor and memory. Its provider filters; the copy stores what it was given to admit. */
    @Override
    public Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(Capability.CPU_LIMIT, Capability.MEMORY_LIMIT, Capability.BANDWIDTH,
                Capability.CAPTURE));
    }

    @Override
    public boolean usesMachine(Host host, CopyId id) {
        return true;
    }

    @Override
    public void ensureImage(Host host, String image) {
        // the machine is provisioned with it
    }

    @Override
    public void prefetchImage(Host host, String image) {
        // the machine will be provisioned with it
    }

    @Override
    public void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes) {
        ensure(host, id, spec, routes, Admitted.EVERYONE);
    }

    /** Starts the preparation if necessary; {@link #whyNotMade} reports its progress. */
    @Override
    public void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes, Admitted admitted) {
        Scripts scripts = spec.scripts().orElseThrow(() -> new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                "The copy (%s) for host (%s) has no scripts, which the adapter (vm) requires.\nMaybe plan again."
                        .formatted(id.label(), host.id())));
        Map<String, String> variables = variables(id, spec, routes);
        variables.put("ADMITTED", lines(admitted));
        variables.put("ENVIRONMENT", environment(spec));
        variables.put("INSTALL_SCRIPT", coded(scripts.install()));
        variables.put("START_SCRIPT", coded(Optional.of(scripts.start())));
        variables.put("STOP_SCRIPT", coded(scripts.stop()));
        // Uses the longer time limit, because a copy of another version may have to end first.
        runPatiently(host, "make", variables);
    }

    @Override
    public Optional<String> whyNotMade(Host host, CopyId id) {
        return Optional.of(runPatiently(host, "made", CopyVariables.of(id)).strip()).filter(reason -> !reason.isEmpty());
    }

    /** The note that {@link #observe} reports; the provider's firewall enforces it. */
    @Override
    public void admit(Host host, CopyId id, CopySpec spec, Admitted admitted) {
        Map<String, String> variables = CopyVariables.of(id);
        variables.put("ADMITTED", lines(admitted));
        runPatiently(host, "admit", variables);
    }

    /** One admission per line after a line {@code on}, which tells a copy that admits nobody from one without a filter. */
    private static String lines(Admitted admitted) {
        return admitted.everyone() ? "" : "on\n" + admitted.admissions().stream().map(one -> one.source() + " " + one.port() + "\n")
                .collect(Collectors.joining());
    }

    private static String environment(CopySpec spec) {
        return new TreeMap<>(spec.environment()).entrySet().stream()
                .map(entry -> "export " + entry.getKey() + "=" + ScriptVariables.quoted(entry.getValue(), "variable " + entry.getKey())
                        + "\n").collect(Collectors.joining());
    }

    /** Base64, so that a script may contain any bytes; empty if there is none. */
    private static String coded(Optional<Script> script) {
        return script.map(one -> Base64.getEncoder().encodeToString(one.text().getBytes(StandardCharsets.UTF_8))).orElse("");
    }
}
