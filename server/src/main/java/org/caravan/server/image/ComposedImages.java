package org.caravan.server.image;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.canonical.Digest;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageIndex;
import org.caravan.image.ImageManifest;
import org.caravan.image.ImageRepository;
import org.caravan.image.archive.ImageImport;
import org.caravan.image.archive.Incoming;
import org.caravan.server.Settings;
import org.caravan.server.organisation.OrganisationScope;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Images of one layer on the layers of another image, for packages that make layers themselves. */
@Component
public class ComposedImages {

    private final ImageRepository repository;
    private final ImageImport importer;
    private final ImageOwners owners;
    private final ImageUses uses;
    private final long limit;

    @Autowired
    ComposedImages(ImageRepository repository, ImageImport importer, ImageOwners owners, ImageUses uses, Settings settings) {
        this(repository, importer, owners, uses, settings.imageLimit().toBytes());
    }

    /** @param limit of a layer and of the image, in bytes */
    ComposedImages(ImageRepository repository, ImageImport importer, ImageOwners owners, ImageUses uses, long limit) {
        this.repository = repository;
        this.importer = importer;
        this.owners = owners;
        this.uses = uses;
        this.limit = limit;
    }

    /** Whether there is this image, and the caller may build on it. */
    public boolean canBuildOn(String base, OrganisationScope reach) {
        return owners.mayBuildOn(reach, base) && repository.find(base).isPresent();
    }

    /** Applications within the caller's scope that use the image, sorted. */
    public List<String> users(String image) {
        return uses.of(image);
    }

    /**
     * Image as composed, and what it replaced.
     *
     * @param architectures sorted
     * @param before image of this name before; empty if there was none
     */
    public record Composed(String name, List<String> architectures, Optional<ImageIndex> before) {}

    /**
     * Replaces an image of this name. If it fails, the image and its owner are as before.
     *
     * @param layer tar, compressed or not
     * @throws org.caravan.image.ImageFault if the layer is no tar or too large
     * @throws org.caravan.server.rest.ProblemException with code name-taken if another organisation owns the name
     */
    public Composed compose(Path layer, String name, String base, OrganisationScope reach) {
        Optional<ImageIndex> before = repository.find(name);
        ImageIndex below = repository.index(base);
        owners.claim(name, reach);
        try {
            Incoming incoming = new Incoming(layer, Optional.of(name), Optional.empty(), List.of(), Map.of(), limit);
            List<ImageManifest> images = importer.onBase(incoming, below).images();
            if (repository.index(name).manifests().size() > images.size()) {
                // The engine has no longer all architectures of the image before, whose upload would run on them.
                repository.restore(new ImageIndex(name, images));
            }
            images.forEach(image -> owners.brought(image, reach));
            return new Composed(name, architectures(images), before);
        } catch (RuntimeException | Error e) {
            try {
                restore(name, before);
            } catch (RuntimeException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    /** First 12 hexadecimal digits of the SHA-256 of this layer and of the contents of the image below it. */
    public String version(Path layer, String base) throws IOException {
        String below = digests(repository.index(base)).stream().map(ContentDigest::hex).collect(Collectors.joining("\n"));
        return Digest.abbreviated(Digest.of(below + "\n" + ContentDigest.of(layer).hex()));
    }

    /** Whether there are both images, and they have the same layers, start and environment for the same architectures. */
    public boolean same(String image, String other) {
        Optional<List<ContentDigest>> contents = repository.find(image).map(ComposedImages::digests);
        return contents.isPresent() && contents.equals(repository.find(other).map(ComposedImages::digests));
    }

    private static List<ContentDigest> digests(ImageIndex image) {
        return image.manifests().stream().map(ImageManifest::digest).toList();
    }

    /** Architectures of the image, sorted; empty if there is no such image. */
    public List<String> architectures(String image) {
        return repository.find(image).map(ImageIndex::manifests).map(ComposedImages::architectures).orElse(List.of());
    }

    private static List<String> architectures(List<ImageManifest> images) {
        return images.stream().map(image -> image.architecture().toString()).sorted().toList();
    }

    /** Makes the image and its owner what they were before. No application may use the image. */
    public void undo(Composed image) {
        restore(image.name(), image.before());
    }

    private void restore(String name, Optional<ImageIndex> before) {
        if (before.isPresent()) {
            repository.restore(before.get());
            return;
        }
        if (repository.find(name).isPresent()) {
            repository.remove(name);
        }
        owners.release(name);
    }
}
