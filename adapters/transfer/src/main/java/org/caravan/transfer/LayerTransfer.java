package org.caravan.transfer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.caravan.adapter.AdapterFault;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.image.ImageRepository;
import org.caravan.image.Layer;
import org.caravan.image.tar.LayerContents;
import org.caravan.infrastructure.Host;
import org.caravan.transfer.TransferProgress.State;

/** Transfer of one layer to one host. One thread sends; others that need the layer wait. */
final class LayerTransfer {

    private static final String INCOMING = "/var/lib/caravan/incoming/";
    /** A whole layer below this estimated time needs no difference, because creating one would take as long. */
    private static final double QUICK_SECONDS = 4;
    private static final double APPLIED_PER_SECOND = 20e6;

    private final HostCalls calls;
    private final Host host;
    private final ImageRepository repository;
    private final Differences differences;
    private final TransferSettings settings;
    private final TransferRate pace;
    private final TransferListener listener;
    private final LineSpeed speed;
    private final AtomicInteger deploymentsWaiting = new AtomicInteger();

    LayerTransfer(HostCalls calls, Host host, ImageRepository repository, Differences differences, TransferSettings settings,
            TransferRate pace, TransferListener listener, LineSpeed speed) {
        this.calls = calls;
        this.host = host;
        this.repository = repository;
        this.differences = differences;
        this.settings = settings;
        this.pace = pace;
        this.listener = listener;
        this.speed = speed;
    }

    /** Data to send: the layer itself or a difference, with the name under which it arrives. */
    private record Parcel(Path file, String part, ContentDigest sum, long size, Optional<Difference> difference) {}

    /** Contents of the layer after its check; unchecked layers are never sent. A kernel is a single file. */
    private LayerContents contents(ImageManifest image, Layer layer) {
        return image.kind() == ImageKind.CONTAINER ? ImageDelivery.failing(() -> repository.layers().contents(layer.digest()))
                : new LayerContents(layer.digest().hex(), layer.digest().hex(), layer.size(), layer.size(), 1, 0);
    }

    /** The layer with measured sizes and digests instead of those in its manifest. */
    private static Layer known(ImageManifest image, Layer layer, LayerContents contents) {
        return image.kind() == ImageKind.UNIKERNEL ? layer
                : new Layer(layer.digest(), layer.size(),
                        Optional.of(new Layer.Unpacked(new ContentDigest(contents.tarDigest()), contents.tarBytes())));
    }

    void ensure(ImageManifest image, Layer layer, Priority priority) {
        if (priority == Priority.DEPLOYMENT) {
            deploymentsWaiting.incrementAndGet(); // also speeds up a prefetch that holds the lock below
        }
        try {
            synchronized (this) {
                HostLayers holdings = HostLayers.read(calls.answer("holdings", Map.of(), settings.call()));
                if (!holdings.layers().contains(layer.digest())) {
                    LayerContents contents = contents(image, layer);
                    Layer known = known(image, layer, contents);
                    send(image, known, parcel(image, known, holdings), holdings, contents);
                }
            }
        } finally {
            if (priority == Priority.DEPLOYMENT) {
                deploymentsWaiting.decrementAndGet();
            }
        }
    }

    private Parcel parcel(ImageManifest image, Layer layer, HostLayers holdings) {
        Path whole = ImageDelivery.failing(() -> repository.layers().file(image, layer));
        long missing = layer.size() - holdings.parts().getOrDefault(layer.digest().hex(), 0L);
        Optional<Difference> difference = settings.differences() && speed.seconds(missing) > QUICK_SECONDS
                ? differences.smallest(image, layer, holdings.packed()).filter(smaller -> pays(layer, missing - smaller.size()))
                : Optional.empty();
        return difference
                .map(made -> new Parcel(made.file(), layer.digest().hex() + "-from-" + made.from().hex(), made.digest(), made.size(),
                        difference))
                .orElseGet(() -> new Parcel(whole, layer.digest().hex(), layer.digest(), whole.toFile().length(), Optional.empty()));
    }

    /**
     * True if the saved transfer time exceeds the time for applying the difference, which is about that of reading and writing the
     * tar.
     */
    private boolean pays(Layer layer, long saved) {
        return speed.seconds(saved) > layer.unpacked().orElseThrow().size() / APPLIED_PER_SECOND;
    }

    private void send(ImageManifest image, Layer layer, Parcel parcel, HostLayers holdings, LayerContents contents) {
        requireRoom(image, layer, holdings, contents);
        // A part longer than the whole does not belong to this file; it is overwritten, and the digest is checked.
        long there = holdings.parts().getOrDefault(parcel.part(), 0L);
        long begun = there > parcel.size() ? 0 : there;
        Telling telling = new Telling(image, layer, parcel, begun);
        telling.tell(begun, State.SENDING);
        try {
            new Upload(calls, settings, this::bytesPerSecond, onHost -> telling.tell(onHost, State.SENDING), speed)
                    .send(parcel.file(), INCOMING + parcel.part(), begun);
            telling.tell(parcel.size(), State.UNPACKING);
            unpack(image, layer, parcel, contents);
            telling.tell(parcel.size(), State.DONE);
        } catch (AdapterFault fault) {
            telling.tell(telling.last, State.FAILED);
            throw fault;
        } catch (IOException e) {
            telling.tell(telling.last, State.FAILED);
            throw new AdapterFault(AdapterFault.Kind.FAILED,
                    "The layer (%s) of the image (%s) cannot be read.\nMaybe it was removed from the repository."
                    .formatted(layer.digest(), image.name()), e);
        }
    }

    private void unpack(ImageManifest image, Layer layer, Parcel parcel, LayerContents contents) {
        Map<String, String> variables = new HashMap<>();
        variables.put("LAYER", layer.digest().hex());
        variables.put("KIND", image.kind().toString());
        variables.put("PART", parcel.part());
        variables.put("SUM", parcel.sum().hex());
        variables.put("FROM", parcel.difference().map(made -> made.from().hex()).orElse(""));
        variables.put("TAR", contents.tarDigest());
        variables.put("TAR_BYTES", Long.toString(contents.tarBytes()));
        variables.put("DISK_BYTES", Long.toString(contents.diskBytes()));
        variables.put("ENTRIES", Integer.toString(contents.entries()));
        calls.run("unpack", variables, settings.unpacking());
    }

    private long bytesPerSecond() {
        return pace.bytesPerSecond(host, deploymentsWaiting.get() > 0 ? Priority.DEPLOYMENT : Priority.PREFETCH);
    }

    private void requireRoom(ImageManifest image, Layer layer, HostLayers holdings, LayerContents contents) {
        long needed = layer.size() + contents.diskBytes();
        if (holdings.freeBytes() < needed) {
            throw new AdapterFault(AdapterFault.Kind.NO_CAPACITY,
                    ("The disk of the host (%s) has %d MB free; the image (%s) needs %d MB for its layer %s.\n"
                    + "Maybe remove unused images: caravan image gc.").formatted(host.id(), holdings.freeBytes() / 1_000_000,
                    image.name(), needed / 1_000_000 + 1, layer.digest()));
        }
    }

    private final class Telling {

        private final ImageManifest image;
        private final Layer layer;
        private final Parcel parcel;
        private final long begun;
        private long last;

        Telling(ImageManifest image, Layer layer, Parcel parcel, long begun) {
            this.image = image;
            this.layer = layer;
            this.parcel = parcel;
            this.begun = begun;
            this.last = begun;
        }

        void tell(long onHost, State state) {
            last = onHost;
            listener.onProgress(new TransferProgress(host.id(), image.name(), layer.digest(),
                    deploymentsWaiting.get() > 0 ? Priority.DEPLOYMENT : Priority.PREFETCH, onHost, parcel.size(), onHost - begun,
                    parcel.difference().isPresent(), state));
        }
    }
}
