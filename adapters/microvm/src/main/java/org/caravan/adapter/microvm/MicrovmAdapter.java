package org.caravan.adapter.microvm;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.Capability;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.node.ScriptSettings;
import org.caravan.adapter.node.ScriptedAdapter;
import org.caravan.application.Form;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.infrastructure.Host;
import org.caravan.ssh.Shell;
import org.caravan.transfer.ImageDelivery;
import org.caravan.unit.Bytes;

/**
 * Adapter for unikernels under QEMU over SSH. It uses KVM if a test boot succeeds, and emulation otherwise. The host needs bash,
 * QEMU 6 or later, iproute2, nftables and util-linux, and a bridge on which the site's gateways answer. A copy is a process with its own
 * control group.
 */
public final class MicrovmAdapter extends ScriptedAdapter {

    /** Memory of QEMU in addition to its guest's; version 7.2 was measured with 13 MiB private and 12 MiB of shared libraries. */
    private static final Bytes OVERHEAD = Bytes.ofMebi(32);

    private static final Bytes SMALLEST_GUEST = new Bytes(Form.LEAST_OF_MICROVM.value() - OVERHEAD.value());
    private static final long MEBI = 1 << 20;

    public MicrovmAdapter(Shell shell, ScriptSettings settings, ImageDelivery images) {
        super(shell, settings, images, ImageKind.UNIKERNEL);
    }

    @Override
    public String provider() {
        return "microvm";
    }

    /**
     * Unikernels open no connections, so they need no routes; their responses leave from the address of the request. They have no
     * files.
     */
    @Override
    public Set<Capability> capabilities() {
        return EnumSet.complementOf(EnumSet.of(Capability.SOURCE_ROUTES, Capability.SECRETS, Capability.SCRIPTS, Capability.EXEC));
    }

    @Override
    public void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes) {
        ensure(host, id, spec, routes, Admitted.EVERYONE);
    }

    @Override
    public void ensure(Host host, CopyId id, CopySpec spec, List<PeerRoute> routes, Admitted admitted) {
        requireNoRoutes(id, routes);
        requireNoScripts(host, id, spec);
        requireNoGpu(id, spec);
        ImageManifest image = image(host, spec.image());
        Map<String, String> variables = variables(id, spec, image, routes);
        variables.putAll(filter(id, spec, admitted));
        variables.put("KERNEL", image.layerNames());
        variables.put("COMMAND_LINE", new CommandLine(spec, image).text());
        variables.put("GUEST_MEBIBYTES", Long.toString(guestMebibytes(id, spec)));
        runPatiently(host, "ensure", variables);
    }

    @Override
    protected boolean asksFromHost() {
        return true;
    }

    @Override
    public void route(Host host, CopyId id, List<PeerRoute> routes) {
        requireNoRoutes(id, routes);
        super.route(host, id, routes);
    }

    /** The language refuses it, too; a plan of another origin may ask for it. */
    private static void requireNoGpu(CopyId id, CopySpec spec) {
        if (spec.gpu().isPresent()) {
            throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                    "The copy (%s) asks for a GPU, which the adapter (microvm) cannot pass on.\nMaybe use form container or vm."
                            .formatted(id.label()));
        }
    }

    private static void requireNoRoutes(CopyId id, List<PeerRoute> routes) {
        if (!routes.isEmpty()) {
            throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                    ("The copy (%s) is a unikernel, which the adapter (microvm) cannot give a route to (%s).\nMaybe run what requires "
                            + "others in another form.")
                            .formatted(id.label(), routes.get(0).peer()));
        }
    }

    private static long guestMebibytes(CopyId id, CopySpec spec) {
        long guest = (spec.mostMemory().value() - OVERHEAD.value()) / MEBI;
        if (guest < SMALLEST_GUEST.value() / MEBI) {
            throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                    ("The copy (%s) has %s of memory, of which the adapter (microvm) needs %s for QEMU and %s for the guest.\nMaybe give "
                            + "it %s.")
                            .formatted(id.label(), spec.memory(), OVERHEAD, SMALLEST_GUEST, OVERHEAD.plus(SMALLEST_GUEST)));
        }
        return guest;
    }
}
