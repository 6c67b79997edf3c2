package org.caravan.image;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.infrastructure.Architecture;

/**
 * All images of one name, at most one per architecture.
 *
 * @param manifests sorted by architecture; at least one, all with the name of the index and of one kind
 */
public record ImageIndex(String name, List<ImageManifest> manifests) {

    public ImageIndex {
        manifests = manifests.stream().sorted(Comparator.comparing(ImageManifest::architecture)).toList();
        if (manifests.isEmpty()) {
            throw new IllegalArgumentException("the image " + name + " is for no architecture");
        }
        if (manifests.stream().map(ImageManifest::architecture).distinct().count() != manifests.size()) {
            throw new IllegalArgumentException("the image " + name + " is there twice for one architecture");
        }
        if (manifests.stream().map(ImageManifest::kind).distinct().count() != 1) {
            throw new IllegalArgumentException("the image " + name + " is a container and a unikernel");
        }
        for (ImageManifest manifest : manifests) {
            if (!manifest.name().equals(name)) {
                throw new IllegalArgumentException("the image " + manifest.name() + " is stored under the name " + name);
            }
        }
    }

    public ImageKind kind() {
        return manifests.get(0).kind();
    }

    public List<Architecture> architectures() {
        return manifests.stream().map(ImageManifest::architecture).toList();
    }

    public Optional<ImageManifest> manifest(Architecture architecture) {
        return manifests.stream().filter(manifest -> manifest.architecture() == architecture).findFirst();
    }

    /** Replaces the manifest of the same architecture; all others stay. */
    ImageIndex with(ImageManifest manifest) {
        return new ImageIndex(name, Stream.concat(Stream.of(manifest),
                manifests.stream().filter(other -> other.architecture() != manifest.architecture())).toList());
    }
}
