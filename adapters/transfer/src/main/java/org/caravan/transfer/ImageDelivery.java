package org.caravan.transfer;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.caravan.adapter.AdapterFault;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageFault;
import org.caravan.image.ImageIndex;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.image.ImageRepository;
import org.caravan.image.Layer;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.ssh.Shell;
import org.caravan.unit.Bytes;

/**
 * Transfers images to hosts. On a host, each layer is a folder {@code /var/lib/caravan/layers/<hex>}; the folder of a unikernel
 * contains one file {@code kernel}. Thread-safe; the shell belongs to the caller.
 */
public final class ImageDelivery {

    private final Shell shell;
    private final ImageRepository repository;
    private final TransferSettings settings;
    private final TransferRate pace;
    private final TransferListener listener;
    private final Differences differences;
    private final Map<String, LayerTransfer> underWay = new ConcurrentHashMap<>();
    private final Map<String, LineSpeed> speeds = new ConcurrentHashMap<>();
    private final Map<Host, Architecture> architectures = new ConcurrentHashMap<>();

    /** @param scratch folder for differences between layers */
    public ImageDelivery(Shell shell, ImageRepository repository, Path scratch, TransferSettings settings, TransferRate pace,
            TransferListener listener) {
        this.shell = shell;
        this.repository = repository;
        this.settings = settings;
        this.pace = pace;
        this.listener = listener;
        this.differences = new Differences(repository, scratch);
    }

    public ImageRepository repository() {
        return repository;
    }

    /**
     * The image of this name for a host.
     *
     * @throws AdapterFault FAILED if it is missing or damaged; UNSUPPORTED if it has another kind or architecture
     */
    public ImageManifest manifest(Host host, String name, ImageKind kind) {
        ImageIndex index = index(host, name, kind);
        return index.manifests().size() == 1 ? index.manifests().get(0)
                : manifest(host, index, architectures.computeIfAbsent(host, asked -> holdings(asked).architecture()));
    }

    /** The same for a host of this architecture, without contacting the host. */
    public ImageManifest manifest(Host host, Architecture architecture, String name, ImageKind kind) {
        return manifest(host, index(host, name, kind), architecture);
    }

    /**
     * Transfers the image to the host, complete and verified. Waits for transfers of the same layers in progress.
     *
     * @return the image on the host
     * @throws AdapterFault as {@link #manifest}, and for transfer failures; received data is kept for the next call
     */
    public ImageManifest deliver(Host host, String name, ImageKind kind, Priority priority) {
        ImageIndex index = index(host, name, kind);
        HostLayers holdings = holdings(host);
        architectures.put(host, holdings.architecture());
        ImageManifest image = manifest(host, index, holdings.architecture());
        for (Layer layer : image.layers()) {
            if (!holdings.layers().contains(layer.digest())) {
                deliver(host, image, layer, priority);
            }
        }
        return image;
    }

    /** Unpacked layers on a host, used or not. */
    public Set<ContentDigest> layers(Host host) {
        return holdings(host).layers();
    }

    /**
     * Removes layers that no copy on the host uses, whatever its form.
     *
     * @param kept layers that are kept even if unused
     * @param unusedFor layers that were received, or lost their last copy, more recently are kept too
     * @return number of bytes freed
     */
    public Bytes removeLayers(Host host, Set<ContentDigest> kept, Duration unusedFor) {
        Map<String, String> variables = Map.of("KEPT", kept.stream().map(ContentDigest::hex).sorted().collect(Collectors.joining(" ")),
                "MINUTES", Long.toString(Math.max(1, unusedFor.toMinutes())));
        return new Bytes(Long.parseLong(new HostCalls(shell, host).run("remove", variables, settings.call()).strip()));
    }

    private void deliver(Host host, ImageManifest image, Layer layer, Priority priority) {
        String key = host.id() + " " + layer.digest();
        // Two components with the same base would otherwise send it twice over a slow link.
        LayerTransfer sending = underWay.computeIfAbsent(key, none -> new LayerTransfer(new HostCalls(shell, host), host, repository,
                differences, settings, pace, listener, speeds.computeIfAbsent(host.id(), id -> new LineSpeed())));
        sending.ensure(image, layer, priority);
        underWay.remove(key, sending);
    }

    HostLayers holdings(Host host) {
        return HostLayers.read(new HostCalls(shell, host).answer("holdings", Map.of(), settings.call()));
    }

    private ImageIndex index(Host host, String name, ImageKind kind) {
        ImageIndex index = failing(() -> repository.index(name));
        if (index.kind() != kind) {
            throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                    "The image (%s) is a %s, but the model runs it as a %s on the host (%s).\nMaybe name another image for this form."
                    .formatted(name, index.kind(), kind, host.id()));
        }
        return index;
    }

    private static ImageManifest manifest(Host host, ImageIndex index, Architecture architecture) {
        return index.manifest(architecture).orElseThrow(() -> new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                ("The image (%s) is for %s, the host (%s) is %s.\nMaybe import it for that, too: caravan image import FILE --name %s "
                        + "--arch %s.").formatted(index.name(),
                        String.join(" and ", index.architectures().stream().map(Architecture::toString).toList()),
                        host.id(), architecture, index.name(), architecture)));
    }

    static <T> T failing(Supplier<T> call) {
        try {
            return call.get();
        } catch (ImageFault fault) {
            throw new AdapterFault(AdapterFault.Kind.FAILED, fault.getMessage(), fault);
        }
    }
}
