package org.caravan.image.archive;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarFile;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageFault;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A tar with images: an OCI image layout (image-layout.md, image-index.md, manifest.md of the OCI image specification 1.1), or else
 * manifest.json as written by {@code docker save}.
 */
final class Archive implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int LARGEST_JSON = 4 << 20;
    private static final int MOST_IMAGES = 64;
    /** Limit over all indexes. An index can name another many times, and so on recursively. */
    private static final int MOST_DESCRIPTORS = 1000;
    /** Archives in practice contain at most an index of indexes. */
    private static final int DEEPEST = 4;
    /** Docker's limit. */
    static final int MOST_LAYERS = 127;
    private static final int MOST_ENTRIES = 20_000;
    private static final Set<String> KNOWN = Set.of("amd64", "arm64");
    private static final String NAME = "org.opencontainers.image.ref.name";
    private static final String FULL_NAME = "io.containerd.image.name";

    private final TarFile tar;
    private final Optional<Path> unpacked;
    private final Map<String, TarArchiveEntry> entries = new HashMap<>();
    private int descriptors;

    private Archive(TarFile tar, Optional<Path> unpacked) {
        this.tar = tar;
        this.unpacked = unpacked;
        tar.getEntries().forEach(entry -> entries.put(entry.getName().replaceFirst("^\\./", ""), entry));
    }

    static Archive open(Path file, Path scratch, long limit) throws IOException {
        Files.createDirectories(scratch);
        Path plain = Files.createTempFile(scratch, "archive", ".tar");
        try (InputStream packed = Files.newInputStream(file); InputStream content = Packing.unpacked(packed)) {
            if (content instanceof BufferedInputStream) {
                Files.delete(plain);
                return new Archive(opened(file), Optional.empty());
            }
            try (InputStream bounded = new Bounded(content, limit)) {
                Files.copy(bounded, plain, StandardCopyOption.REPLACE_EXISTING);
            }
            return new Archive(opened(plain), Optional.of(plain));
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(plain);
            throw e;
        }
    }

    /** Counts the entries before {@code TarFile} loads all of them into memory. */
    private static TarFile opened(Path file) throws IOException {
        try (ForeignTar tar = new ForeignTar(new BufferedInputStream(Files.newInputStream(file)), MOST_ENTRIES)) {
            while (tar.getNextEntry() != null) {
                // ForeignTar enforces the limit.
            }
        }
        return new TarFile(file);
    }

    List<ArchivedImage> images() throws IOException {
        List<ArchivedImage> images = new ArrayList<>();
        if (entries.containsKey("index.json")) {
            index(json(new ArchivedImage.Part("index.json", Optional.empty())), Optional.empty(), images, 1);
        } else {
            docker(json(new ArchivedImage.Part("manifest.json", Optional.empty())), images);
        }
        if (images.isEmpty()) {
            throw new ImageFault(ImageFault.Kind.REFUSED,
                    "The archive has no image for linux on any of %s.\nMaybe save the image of another platform."
                    .formatted(KNOWN.stream().sorted().toList()));
        }
        return images;
    }

    private void index(JsonNode index, Optional<String> outerName, List<ArchivedImage> images, int depth) throws IOException {
        for (JsonNode descriptor : index.path("manifests")) {
            if (++descriptors > MOST_DESCRIPTORS || depth > DEEPEST) {
                throw new ImageFault(ImageFault.Kind.REFUSED,
                        "The archive has more than %d indexes within each other, or names more than %d images.\nMaybe save fewer at once."
                        .formatted(DEEPEST, MOST_DESCRIPTORS));
            }
            Optional<String> name = name(descriptor).or(() -> outerName);
            JsonNode platform = descriptor.path("platform");
            if (images.size() >= MOST_IMAGES || platform.isObject() && !KNOWN.contains(platform.path("architecture").asString(""))) {
                continue; // attestations have the platform "unknown"
            }
            JsonNode content = json(part(descriptor));
            if (content.path("manifests").isArray()) {
                index(content, name, images, depth + 1);
            } else {
                add(json(part(content.path("config"))), content.path("layers").valueStream().map(Archive::part).toList(), name, images);
            }
        }
    }

    private void docker(JsonNode manifests, List<ArchivedImage> images) throws IOException {
        for (JsonNode manifest : manifests) {
            Optional<String> name = manifest.path("RepoTags").valueStream().findFirst()
                    .flatMap(tag -> ArchivedImage.nameOf(tag.asString()));
            List<ArchivedImage.Part> layers = manifest.path("Layers").valueStream()
                    .map(path -> new ArchivedImage.Part(path.asString(), Optional.empty())).toList();
            add(json(new ArchivedImage.Part(manifest.path("Config").asString(""), Optional.empty())), layers, name, images);
        }
    }

    private static void add(JsonNode config, List<ArchivedImage.Part> layers, Optional<String> name, List<ArchivedImage> images) {
        if (layers.size() > MOST_LAYERS) {
            throw new ImageFault(ImageFault.Kind.REFUSED,
                    "An image of the archive has %d layers; at most %d can be shown over each other.\nMaybe build it with fewer."
                    .formatted(layers.size(), MOST_LAYERS));
        }
        if (images.size() < MOST_IMAGES && KNOWN.contains(config.path("architecture").asString(""))
                && config.path("os").asString("linux").equals("linux")) {
            images.add(new ArchivedImage(name, config, layers));
        }
    }

    private static Optional<String> name(JsonNode descriptor) {
        JsonNode annotations = descriptor.path("annotations");
        String full = annotations.path(FULL_NAME).asString("");
        String name = annotations.path(NAME).asString("");
        // By convention, a single word is a tag, not a name.
        return !full.isEmpty() ? ArchivedImage.nameOf(full)
                : name.contains("/") || name.contains(":") ? ArchivedImage.nameOf(name) : Optional.empty();
    }

    private static ArchivedImage.Part part(JsonNode descriptor) {
        ContentDigest digest = ContentDigest.parse(descriptor.path("digest").asString(""));
        return new ArchivedImage.Part("blobs/sha256/" + digest.hex(), Optional.of(digest));
    }

    private JsonNode json(ArchivedImage.Part part) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (InputStream content = new Bounded(open(part), LARGEST_JSON)) {
            content.transferTo(text);
            return JSON.readTree(text.toByteArray());
        } catch (JacksonException e) {
            throw new IOException(part.path() + " is not JSON", e);
        }
    }

    /** Opens a file of the archive. Its digest is checked at the end of the stream. */
    InputStream open(ArchivedImage.Part part) throws IOException {
        TarArchiveEntry entry = entries.get(part.path());
        if (entry != null && entry.isSymbolicLink()) {
            entry = entries.get(Path.of(part.path()).resolveSibling(entry.getLinkName()).normalize().toString());
        }
        if (entry == null) {
            throw new FileNotFoundException("the archive has no file " + part.path());
        }
        InputStream content = tar.getInputStream(entry);
        return part.digest().isPresent() ? new DigestCheckedStream(content, part.digest().get()) : content;
    }

    @Override
    public void close() throws IOException {
        tar.close();
        if (unpacked.isPresent()) {
            Files.deleteIfExists(unpacked.get());
        }
    }
}
