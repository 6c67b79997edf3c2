package org.caravan.image;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.durable.DurableFiles;
import org.caravan.image.tar.LayerLimits;
import org.caravan.infrastructure.Architecture;
import org.caravan.text.TextRule;

/**
 * The folder of images: {@code manifests/<name>.json} and {@code layers/sha256-<hex>.tar.zst} (or {@code .kernel}). A manifest
 * appears atomically after its layers, so readers never see an incomplete image. Thread-safe; image-build may write to the folder
 * concurrently. All methods throw {@link ImageFault}.
 */
public final class ImageRepository {

    private static final String SUFFIX = ".json";

    private final Path manifests;
    private final LayerFolder layers;

    public ImageRepository(Path folder, Clock clock) {
        this(folder, clock, LayerLimits.USUAL);
    }

    /** @param limits limits of a container layer */
    public ImageRepository(Path folder, Clock clock, LayerLimits limits) {
        this.manifests = folder.resolve("manifests");
        this.layers = new LayerFolder(folder.resolve("layers"), clock, limits);
    }

    public LayerFolder layers() {
        return layers;
    }

    /** All readable images, sorted by name. Images with damaged manifests are omitted, so that they do not hide the others. */
    public List<ImageIndex> all() {
        return names().stream().flatMap(name -> readable(name).stream()).toList();
    }

    /** All images, sorted by name; throws DAMAGED if a manifest cannot be read. */
    public List<ImageIndex> requireAll() {
        return names().stream().flatMap(name -> find(name).stream()).toList();
    }

    private List<String> names() {
        if (!Files.isDirectory(manifests)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(manifests)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX)).map(this::nameOf).sorted().toList();
        } catch (IOException | UncheckedIOException e) {
            throw new ImageFault(ImageFault.Kind.DAMAGED,
                    "The images in " + manifests + " cannot be listed.\nMaybe the folder may not be read.", e);
        }
    }

    private String nameOf(Path file) {
        String relative = manifests.relativize(file).toString();
        return relative.substring(0, relative.length() - SUFFIX.length());
    }

    private Optional<ImageIndex> readable(String name) {
        try {
            return find(name);
        } catch (ImageFault damaged) {
            return Optional.empty();
        }
    }

    public Optional<ImageIndex> find(String name) {
        if (!ImageName.isValid(name)) {
            return Optional.empty();
        }
        try {
            return Optional.of(ManifestText.read(name, Files.readString(file(name))));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            throw new ImageFault(ImageFault.Kind.DAMAGED, "The manifest of the image (%s) is damaged: %s: %s.\nMaybe build it again."
                    .formatted(name, file(name), TextRule.excerpt(e.getMessage(), 300)), e);
        } catch (IOException e) {
            throw new ImageFault(ImageFault.Kind.DAMAGED, "The manifest of the image (%s) is damaged: %s.\nMaybe build it again."
                    .formatted(name, file(name)), e);
        }
    }

    public ImageIndex index(String name) {
        return find(name).orElseThrow(() -> new ImageFault(ImageFault.Kind.UNKNOWN, ImageName.isValid(name)
                ? "The image (%s) is not in the repository of the server.\nMaybe import it: caravan image import FILE --name %s.".formatted(
                        name, name)
                : "The image (%s) does not exist: this is not a valid image name.\nMaybe write it as in sock-shop/front-end."
                        .formatted(name)));
    }

    public ImageManifest manifest(String name, Architecture architecture) {
        ImageIndex index = index(name);
        return index.manifest(architecture).orElseThrow(() -> new ImageFault(ImageFault.Kind.UNKNOWN,
                "The image (%s) is for %s, not for %s.\nMaybe build the image for %s."
                        .formatted(name, index.architectures(), architecture, architecture)));
    }

    /** Makes the image visible and replaces an earlier one of the same name and architecture. */
    public synchronized ImageIndex publish(ImageManifest manifest) {
        ImageName.check(manifest.name());
        for (Layer layer : manifest.layers()) {
            layers.file(manifest, layer);
        }
        return write(replaced(manifest));
    }

    /**
     * Replaces the image of this name, for all architectures, by the given one.
     *
     * @throws ImageFault if a layer was removed since
     */
    public synchronized void restore(ImageIndex image) {
        image.manifests().forEach(manifest -> manifest.layers().forEach(layer -> layers.file(manifest, layer)));
        write(image);
    }

    private ImageIndex write(ImageIndex index) {
        Path file = file(index.name());
        try {
            DurableFiles.createFolders(file.getParent());
            DurableFiles.write(file, ManifestText.write(index));
            return index;
        } catch (IOException e) {
            throw new ImageFault(ImageFault.Kind.DAMAGED, "The manifest of the image (%s) cannot be written to %s.\nMaybe the disk is full."
                    .formatted(index.name(), file), e);
        }
    }

    private ImageIndex replaced(ImageManifest manifest) {
        Optional<ImageIndex> before = readable(manifest.name());
        if (before.isPresent() && before.get().kind() != manifest.kind()) {
            throw new ImageFault(ImageFault.Kind.REFUSED,
                    "The image (%s) is a %s, so it cannot become a %s.\nMaybe remove it first, or choose another name."
                    .formatted(manifest.name(), before.get().kind(), manifest.kind()));
        }
        return before.map(index -> index.with(manifest))
                .orElseGet(() -> new ImageIndex(manifest.name(), List.of(manifest)));
    }

    /** Removes the image. Its layers stay until they are collected, because other images may use them. */
    public synchronized void remove(String name) {
        index(name);
        try {
            DurableFiles.delete(file(name));
        } catch (IOException e) {
            throw new ImageFault(ImageFault.Kind.DAMAGED,
                    "The image (%s) cannot be removed from %s.\nMaybe the folder may not be written.".formatted(name, manifests), e);
        }
    }

    private Path file(String name) {
        return manifests.resolve(name + SUFFIX);
    }
}
