package org.caravan.image.archive;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageFault;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.image.ImageRepository;
import org.caravan.image.Layer;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes a container image as an OCI archive that {@code docker load} also accepts: one tar with both descriptions of the same
 * files. The output is deterministic. Layers use gzip, because Docker before version 23 supports no other compression.
 */
public final class ImageExport {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String MEDIA = "application/vnd.oci.image.";

    private final ImageRepository repository;
    private final Path scratch;

    /** @param scratch folder for layers during conversion */
    public ImageExport(ImageRepository repository, Path scratch) {
        this.repository = repository;
        this.scratch = scratch;
    }

    private record Blob(ContentDigest digest, long size, Path file) {}

    private record Converted(Blob blob, ContentDigest tar) {}

    /**
     * @param reference name and tag in the archive: {@code shop/web:latest}
     * @throws ImageFault of kind REFUSED for a unikernel; DAMAGED if a layer cannot be read
     */
    public void write(ImageManifest image, String reference, OutputStream target) throws IOException {
        if (image.kind() != ImageKind.CONTAINER) {
            throw new ImageFault(ImageFault.Kind.REFUSED,
                    "The image (%s) is a %s, which OCI archives do not support.\nMaybe take its layer as it is."
                    .formatted(image.name(), image.kind()));
        }
        Files.createDirectories(scratch);
        Path work = Files.createTempDirectory(scratch, "export");
        List<Converted> layers = new ArrayList<>();
        try {
            for (Layer layer : image.layers()) {
                repository.layers().contents(layer.digest()); // checked first, because the library below tolerates damage
                layers.add(converted(repository.layers().file(image, layer), work.resolve(layers.size() + ".tar.gz")));
            }
            write(image, reference, layers, target);
        } finally {
            for (int number = 0; number < image.layers().size(); number++) {
                Files.deleteIfExists(work.resolve(number + ".tar.gz"));
            }
            Files.deleteIfExists(work);
        }
    }

    private static Converted converted(Path layer, Path file) throws IOException {
        var packedSum = ContentDigest.newSum();
        var tarSum = ContentDigest.newSum();
        try (TarArchiveInputStream from = new TarArchiveInputStream(
                new BufferedInputStream(new ZstdInputStream(Files.newInputStream(layer))), "UTF-8");
                TarArchiveOutputStream to = LayerWriter.tar(new DigestOutputStream(new BufferedOutputStream(new GZIPOutputStream(
                        new DigestOutputStream(Files.newOutputStream(file), packedSum))), tarSum))) {
            for (TarArchiveEntry entry = from.getNextEntry(); entry != null; entry = from.getNextEntry()) {
                boolean deletion = entry.isCharacterDevice() && entry.getDevMajor() == 0 && entry.getDevMinor() == 0;
                to.putArchiveEntry(deletion ? whiteout(entry.getName()) : entry);
                if (!deletion && entry.isFile()) {
                    from.transferTo(to);
                }
                to.closeArchiveEntry();
            }
        }
        return new Converted(new Blob(ContentDigest.of(packedSum), Files.size(file), file), ContentDigest.of(tarSum));
    }

    private static TarArchiveEntry whiteout(String name) {
        int file = name.lastIndexOf('/') + 1;
        TarArchiveEntry entry = new TarArchiveEntry(name.substring(0, file) + ".wh." + name.substring(file), TarConstants.LF_NORMAL);
        entry.setModTime(0L);
        entry.setSize(0);
        return entry;
    }

    private static void write(ImageManifest image, String reference, List<Converted> layers, OutputStream target) throws IOException {
        byte[] config = json(config(image, layers));
        ContentDigest configDigest = sum(config);
        List<Object> descriptors = new ArrayList<>();
        layers.forEach(layer -> descriptors.add(descriptor("layer.v1.tar+gzip", layer.blob().digest(), layer.blob().size())));
        Map<String, Object> manifest = new LinkedHashMap<>();
        manifest.put("schemaVersion", 2);
        manifest.put("mediaType", MEDIA + "manifest.v1+json");
        manifest.put("config", descriptor("config.v1+json", configDigest, config.length));
        manifest.put("layers", descriptors);
        byte[] manifestText = json(manifest);
        Map<String, Object> inIndex = descriptor("manifest.v1+json", sum(manifestText), manifestText.length);
        inIndex.put("platform", new TreeMap<>(Map.of("architecture", image.architecture().toString(), "os", "linux")));
        inIndex.put("annotations", new TreeMap<>(Map.of("io.containerd.image.name", reference,
                "org.opencontainers.image.ref.name", reference.substring(reference.lastIndexOf(':') + 1))));
        try (TarArchiveOutputStream tar = LayerWriter.tar(target)) {
            file(tar, "oci-layout", json(Map.of("imageLayoutVersion", "1.0.0")));
            file(tar, "index.json", json(new TreeMap<>(Map.of("schemaVersion", 2, "manifests", List.of(inIndex)))));
            file(tar, "manifest.json", json(List.of(docker(reference, configDigest, layers))));
            file(tar, path(configDigest), config);
            file(tar, path(sum(manifestText)), manifestText);
            for (Converted layer : layers.stream().distinct().toList()) {
                tar.putArchiveEntry(entry(path(layer.blob().digest()), layer.blob().size()));
                Files.copy(layer.blob().file(), tar);
                tar.closeArchiveEntry();
            }
        }
    }

    private static Map<String, Object> config(ImageManifest image, List<Converted> layers) {
        Map<String, Object> inner = new LinkedHashMap<>();
        inner.put("Env", image.environment().entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue()).toList());
        inner.put("Entrypoint", image.start());
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("architecture", image.architecture().toString());
        config.put("os", "linux");
        config.put("config", inner);
        Map<String, Object> rootfs = new LinkedHashMap<>();
        rootfs.put("type", "layers");
        rootfs.put("diff_ids", layers.stream().map(layer -> layer.tar().toString()).toList());
        config.put("rootfs", rootfs);
        config.put("history", List.of());
        return config;
    }

    private static Map<String, Object> docker(String reference, ContentDigest config, List<Converted> layers) {
        Map<String, Object> manifest = new LinkedHashMap<>();
        manifest.put("Config", path(config));
        manifest.put("RepoTags", List.of(reference));
        manifest.put("Layers", layers.stream().map(layer -> path(layer.blob().digest())).toList());
        return manifest;
    }

    private static Map<String, Object> descriptor(String media, ContentDigest digest, long size) {
        Map<String, Object> descriptor = new LinkedHashMap<>();
        descriptor.put("mediaType", MEDIA + media);
        descriptor.put("digest", digest.toString());
        descriptor.put("size", size);
        return descriptor;
    }

    private static String path(ContentDigest digest) {
        return "blobs/sha256/" + digest.hex();
    }

    private static ContentDigest sum(byte[] content) {
        return new ContentDigest(org.caravan.canonical.Digest.of(content));
    }

    private static byte[] json(Object value) {
        return JSON.writeValueAsString(value).getBytes(StandardCharsets.UTF_8);
    }

    private static void file(TarArchiveOutputStream tar, String name, byte[] content) throws IOException {
        tar.putArchiveEntry(entry(name, content.length));
        tar.write(content);
        tar.closeArchiveEntry();
    }

    private static TarArchiveEntry entry(String name, long size) {
        TarArchiveEntry entry = new TarArchiveEntry(name, TarConstants.LF_NORMAL);
        entry.setSize(size);
        entry.setModTime(0L);
        entry.setMode(0100644);
        return entry;
    }
}
