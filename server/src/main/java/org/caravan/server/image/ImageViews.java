package org.caravan.server.image;

import java.util.List;
import java.util.Optional;
import org.caravan.api.image.ImageTransferView;
import org.caravan.api.image.ImageView;
import org.caravan.api.image.ImageView.LayerView;
import org.caravan.api.image.ImageView.Manifest;
import org.caravan.image.ImageIndex;
import org.caravan.image.ImageManifest;
import org.caravan.image.Layer;
import org.caravan.transfer.TransferProgress;

/** Images and transfers as answers of REST. */
final class ImageViews {

    private ImageViews() {}

    static ImageView of(ImageIndex index, List<String> usedBy, Optional<List<String>> hosts) {
        return new ImageView(index.name(), index.kind().toString(), index.manifests().stream().map(ImageViews::manifest).toList(), usedBy,
                hosts);
    }

    private static Manifest manifest(ImageManifest image) {
        return new Manifest(image.architecture().toString(), image.digest().toString(), image.size().value(),
                image.layers().stream().map(ImageViews::layer).toList(), image.start(), image.environment());
    }

    private static LayerView layer(Layer layer) {
        return new LayerView(layer.digest().toString(), layer.size(), layer.unpacked().map(tar -> tar.digest().toString()),
                layer.unpacked().map(Layer.Unpacked::size));
    }

    static ImageTransferView of(TransferProgress progress) {
        return new ImageTransferView(progress.hostId(), progress.image(), progress.layer().toString(), progress.priority().name(),
                progress.onHost(), progress.total(), progress.difference(), progress.state().name());
    }
}
