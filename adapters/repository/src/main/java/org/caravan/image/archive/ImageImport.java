package org.caravan.image.archive;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageFault;
import org.caravan.image.ImageIndex;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.image.ImageRepository;
import org.caravan.image.Layer;
import org.caravan.infrastructure.Architecture;

/** Imports files into the repository as images. All methods throw {@link ImageFault}; no image is changed then. */
public final class ImageImport {

    private static final int ELF_MACHINE_AT = 18;

    private final ImageRepository repository;
    private final Path scratch;

    /** @param scratch folder for temporary files, on the repository's file system */
    public ImageImport(ImageRepository repository, Path scratch) {
        this.repository = repository;
        this.scratch = scratch;
    }

    /** Imports an OCI image layout in a tar, or the output of {@code docker save}, for all supported architectures. */
    public Imported archive(Incoming incoming) {
        return reading(incoming, () -> {
            try (Archive archive = Archive.open(incoming.file(), scratch, incoming.limit())) {
                List<ImageManifest> images = new ArrayList<>();
                List<String> notes = new ArrayList<>();
                Budget written = new Budget(incoming.limit());
                for (ArchivedImage found : archive.images()) {
                    images.add(image(archive, found, incoming, written, notes));
                }
                images.forEach(repository::publish);
                return new Imported(images, notes);
            }
        });
    }

    private ImageManifest image(Archive archive, ArchivedImage found, Incoming incoming, Budget written, List<String> notes)
            throws IOException {
        LayerConversion conversion = new LayerConversion(repository, scratch);
        List<Layer> layers = new ArrayList<>();
        for (ArchivedImage.Part part : found.layers()) {
            layers.add(conversion.convert(() -> new Bounded(Packing.unpacked(archive.open(part)), incoming.limit()), written));
        }
        String name = incoming.name().or(found::name).orElseThrow(() -> new ImageFault(ImageFault.Kind.REFUSED,
                "The archive does not contain the name of its image.\nMaybe pass a name: --name shop/web."));
        notes.addAll(conversion.notes());
        return found.manifest(name, layers, incoming, conversion.names(), notes);
    }

    /** Imports a tar of a whole file tree, compressed by gzip or Zstandard, or uncompressed. */
    public Imported rootfs(Incoming incoming) {
        return reading(incoming, () -> {
            LayerConversion conversion = new LayerConversion(repository, scratch);
            Layer layer = layer(conversion, incoming);
            ImageManifest image = new ImageManifest(required(incoming.name(), "name"), ImageKind.CONTAINER,
                    required(incoming.architecture(), "arch"), List.of(layer), incoming.start(), incoming.environment());
            repository.publish(image);
            return new Imported(List.of(image), conversion.notes());
        });
    }

    /**
     * Imports a tar as the topmost layer on the layers of another image, for all of its architectures or for that of the file. Deletions
     * in the tar have no effect. An empty start command is that of the base; variables are added to those of the base.
     */
    public Imported onBase(Incoming incoming, ImageIndex base) {
        return reading(incoming, () -> {
            String name = required(incoming.name(), "name");
            if (base.kind() != ImageKind.CONTAINER) {
                throw new ImageFault(ImageFault.Kind.REFUSED, "The base (%s) is a %s; only containers have layers.\nMaybe use another base."
                        .formatted(base.name(), base.kind()));
            }
            List<ImageManifest> below = base.manifests().stream()
                    .filter(one -> incoming.architecture().filter(wanted -> wanted != one.architecture()).isEmpty()).toList();
            if (below.isEmpty()) {
                throw new ImageFault(ImageFault.Kind.REFUSED, ("The base (%s) is for %s.\nMaybe omit the architecture, or build the base "
                        + "for it.").formatted(base.name(), base.architectures()));
            }
            if (below.stream().anyMatch(one -> one.layers().size() >= Archive.MOST_LAYERS)) {
                throw new ImageFault(ImageFault.Kind.REFUSED, "The base (%s) already has %d layers.\nMaybe use the base that it stands on."
                        .formatted(base.name(), Archive.MOST_LAYERS));
            }
            LayerConversion conversion = new LayerConversion(repository, scratch);
            Layer layer = layer(conversion, incoming);
            List<ImageManifest> images = below.stream().map(one -> above(one, name, layer, incoming)).toList();
            images.forEach(repository::publish);
            return new Imported(images, conversion.notes());
        });
    }

    /** The tar of the file as one layer. */
    private static Layer layer(LayerConversion conversion, Incoming incoming) throws IOException {
        return conversion.convert(() -> new Bounded(Packing.unpacked(Files.newInputStream(incoming.file())), incoming.limit()),
                new Budget(incoming.limit()));
    }

    private static ImageManifest above(ImageManifest base, String name, Layer layer, Incoming incoming) {
        Map<String, String> environment = new TreeMap<>(base.environment());
        environment.putAll(incoming.environment());
        return new ImageManifest(name, ImageKind.CONTAINER, base.architecture(),
                Stream.concat(base.layers().stream(), Stream.of(layer)).toList(),
                incoming.start().isEmpty() ? base.start() : incoming.start(), environment);
    }

    /** Imports a bootable kernel. The architecture in an ELF header takes precedence. */
    public Imported unikernel(Incoming incoming) {
        return reading(incoming, () -> {
            Architecture architecture = elf(incoming.file()).or(incoming::architecture).orElseThrow(() -> missing("arch"));
            if (incoming.architecture().isPresent() && incoming.architecture().get() != architecture) {
                throw new ImageFault(ImageFault.Kind.REFUSED, "The kernel is for %s, not for %s.\nMaybe omit the architecture."
                        .formatted(architecture, incoming.architecture().get()));
            }
            ContentDigest digest = ContentDigest.of(incoming.file());
            Layer layer = new Layer(digest, Files.size(incoming.file()));
            Files.createDirectories(scratch);
            Path staged = Files.createTempFile(scratch, "kernel", "");
            Files.copy(incoming.file(), staged, StandardCopyOption.REPLACE_EXISTING);
            repository.layers().keep(staged, ImageKind.UNIKERNEL, digest);
            ImageManifest image = new ImageManifest(required(incoming.name(), "name"), ImageKind.UNIKERNEL, architecture,
                    List.of(layer), incoming.start(), incoming.environment());
            repository.publish(image);
            return new Imported(List.of(image), List.of());
        });
    }

    private static Optional<Architecture> elf(Path file) throws IOException {
        try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "r")) {
            if (content.length() < ELF_MACHINE_AT + 2 || content.readInt() != 0x7f454c46) {
                return Optional.empty();
            }
            content.seek(ELF_MACHINE_AT);
            return switch (Short.toUnsignedInt(Short.reverseBytes(content.readShort()))) {
                case 62, 3 -> Optional.of(Architecture.AMD64); // 3: PVH kernels start in 32-bit mode
                case 183 -> Optional.of(Architecture.ARM64);
                default -> throw new ImageFault(ImageFault.Kind.REFUSED,
                        "The kernel is for a processor that Caravan does not support.\nMaybe build it for one of %s."
                        .formatted(List.of(Architecture.values())));
            };
        }
    }

    private interface Reading {
        Imported read() throws IOException;
    }

    private static Imported reading(Incoming incoming, Reading reading) {
        try {
            return reading.read();
        } catch (IOException | IllegalArgumentException e) {
            throw new ImageFault(ImageFault.Kind.REFUSED,
                    "The file cannot be read as an image: %s.\nMaybe it was cut short, or is of another kind: rootfs, oci or unikernel."
                    .formatted(e.getMessage()), e);
        }
    }

    private static <T> T required(Optional<T> value, String what) {
        return value.orElseThrow(() -> missing(what));
    }

    private static ImageFault missing(String what) {
        return new ImageFault(ImageFault.Kind.REFUSED, "The file does not contain the image's %s.\nMaybe pass it: --%s."
                .formatted(what, what));
    }
}
