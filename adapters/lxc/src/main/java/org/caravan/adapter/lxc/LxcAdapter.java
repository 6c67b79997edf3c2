package org.caravan.adapter.lxc;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CallLimits;
import org.caravan.adapter.Capability;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.node.ScriptSettings;
import org.caravan.adapter.node.ScriptedAdapter;
import org.caravan.adapter.node.SeccompProfile;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.infrastructure.Host;
import org.caravan.ssh.Shell;
import org.caravan.transfer.ImageDelivery;

/**
 * Adapter for LXC over SSH. The host needs bash, perl, LXC 4 or later, iproute2, util-linux and zstd, ids for root in /etc/subuid
 * and /etc/subgid, and a bridge on which the site's gateways answer. A copy is an unprivileged container named after its label.
 */
public final class LxcAdapter extends ScriptedAdapter {

    /** A start waits alternately for the disk and for LXC, so four concurrent starts use a host with four cores well. */
    private static final CallLimits LIMITS = new CallLimits(4, 16, 8);

    private final ScriptSettings settings;

    /** The shell and the delivery belong to the caller; {@link #close} leaves them open, because others may use them. */
    public LxcAdapter(Shell shell, ScriptSettings settings, ImageDelivery images) {
        super(shell, settings, images, ImageKind.CONTAINER);
        this.settings = settings;
    }

    @Override
    public String provider() {
        return "lxc";
    }

    @Override
    public Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(Capability.SCRIPTS));
    }

    @Override
    public CallLimits callLimits() {
        return LIMITS;
    }

    @Override
    public void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes) {
        ensure(host, id, spec, routes, Admitted.EVERYONE);
    }

    @Override
    public void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes, Admitted admitted) {
        requireNoScripts(host, id, spec);
        ImageManifest image = image(host, spec.image());
        ContainerConfig config = new ContainerConfig(id, spec, image, settings);
        Map<String, String> variables = variables(id, spec, image, routes);
        variables.putAll(filter(id, spec, admitted));
        variables.put("CONFIG", config.text());
        variables.put("START", config.startScript());
        variables.put("LAYERS_SCRIPT", NodeScript.resource("layers.pl"));
        variables.put("SECCOMP", SeccompProfile.forLxc());
        // Uses the longer time limit, because a former copy may have to end first.
        runPatiently(host, "ensure", variables);
        routed(host, id, spec, routes);
    }
}
