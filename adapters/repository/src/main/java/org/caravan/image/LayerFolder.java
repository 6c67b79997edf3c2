package org.caravan.image;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.caravan.durable.DurableFiles;
import org.caravan.image.tar.LayerCheck;
import org.caravan.image.tar.LayerContents;
import org.caravan.image.tar.LayerLimits;
import org.caravan.image.tar.LayerRefused;

/** Stores layers as files named by their content. A layer that is requested or stored is protected from collection for a while. */
public final class LayerFolder {

    private static final Pattern NAME = Pattern.compile("sha256-([0-9a-f]{64})\\.(?:tar\\.zst|kernel)");

    private final Path folder;
    private final Clock clock;
    private final LayerCheck check;
    /** Not persisted: a stored verdict would need to be trusted, and a backup could contain a forged one. */
    private final Map<ContentDigest, LayerContents> checked = new ConcurrentHashMap<>();

    LayerFolder(Path folder, Clock clock, LayerLimits limits) {
        this.folder = folder;
        this.clock = clock;
        this.check = new LayerCheck(limits);
    }

    /**
     * A stored layer file.
     *
     * @param claimedAt last time it was requested by {@link #claim} or stored
     */
    public record Kept(ContentDigest digest, long size, Instant claimedAt) {}

    /** The file of a layer of any kind. */
    public Optional<Path> find(ContentDigest digest) {
        return Stream.of(path(ImageKind.CONTAINER, digest), path(ImageKind.UNIKERNEL, digest)).filter(Files::isRegularFile)
                .findFirst();
    }

    /** @throws ImageFault of kind DAMAGED if the file is missing */
    public Path file(ImageManifest image, Layer layer) {
        Path file = path(image.kind(), layer.digest());
        if (!Files.isRegularFile(file)) {
            throw new ImageFault(ImageFault.Kind.DAMAGED,
                    "The image (%s) lacks its layer %s.\nMaybe build it again.".formatted(image.name(), file));
        }
        return file;
    }

    /** True if the layer exists. If so, it is protected from collection for another grace period. */
    public boolean claim(ContentDigest digest) {
        Optional<Path> file = find(digest);
        file.ifPresent(this::touch);
        return file.isPresent();
    }

    /**
     * Contents of a container's layer. Each layer is checked once per server process, before it is sent or becomes part of an
     * image.
     *
     * @throws ImageFault of kind REFUSED for a layer that no node may unpack; DAMAGED if it is missing or does not match its digest
     */
    public LayerContents contents(ContentDigest digest) {
        LayerContents known = checked.get(digest);
        if (known == null) {
            Path file = path(ImageKind.CONTAINER, digest);
            if (!Files.isRegularFile(file)) {
                throw new ImageFault(ImageFault.Kind.DAMAGED, "The layer (%s) is not there.\nMaybe build or import its image again."
                        .formatted(file));
            }
            known = check(file, digest);
        }
        return known;
    }

    /** Serialised, because a large layer needs tens of megabytes of memory. */
    private synchronized LayerContents check(Path file, ContentDigest digest) {
        LayerContents known = checked.get(digest);
        if (known != null) {
            return known;
        }
        try {
            LayerContents found = check.contents(file);
            if (!found.packedDigest().equals(digest.hex())) {
                throw new ImageFault(ImageFault.Kind.DAMAGED,
                        "The layer (%s) has the digest sha256:%s.\nMaybe the disk is failing: build or import its image again."
                        .formatted(digest, found.packedDigest()));
            }
            checked.put(digest, found);
            return found;
        } catch (LayerRefused refused) {
            throw new ImageFault(ImageFault.Kind.REFUSED,
                    "The layer (%s) is refused: %s.\nMaybe %s".formatted(digest, refused.getMessage(), refused.wayOut()), refused);
        } catch (IOException e) {
            throw new ImageFault(ImageFault.Kind.DAMAGED, "The layer (%s) cannot be read: %s.\nMaybe check the disk of the server."
                    .formatted(digest, e.getMessage()), e);
        }
    }

    /**
     * Moves a complete file of the same file system to its place. A container layer is checked first.
     *
     * @throws ImageFault of kind REFUSED for a layer that no node may unpack; nothing is stored then
     */
    public void keep(Path staged, ImageKind kind, ContentDigest digest) {
        if (kind == ImageKind.CONTAINER) {
            check(staged, digest);
        }
        try {
            DurableFiles.createFolders(folder);
            DurableFiles.move(staged, path(kind, digest));
            touch(path(kind, digest));
        } catch (IOException e) {
            throw new ImageFault(ImageFault.Kind.DAMAGED,
                    "The layer (%s) cannot be kept in %s.\nMaybe the disk is full.".formatted(digest, folder), e);
        }
    }

    /** All layers, sorted by digest. */
    public List<Kept> all() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.flatMap(file -> kept(file).stream()).sorted(Comparator.comparing(Kept::digest)).toList();
        } catch (IOException e) {
            throw new ImageFault(ImageFault.Kind.DAMAGED,
                    "The layers in " + folder + " cannot be listed.\nMaybe the folder may not be read.", e);
        }
    }

    private static Optional<Kept> kept(Path file) {
        Matcher name = NAME.matcher(file.getFileName().toString());
        if (!name.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Kept(new ContentDigest(name.group(1)), Files.size(file), Files.getLastModifiedTime(file).toInstant()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new ImageFault(ImageFault.Kind.DAMAGED, "The layer " + file
                    + " cannot be read.\nMaybe the permissions of the folder are wrong.", e);
        }
    }

    /**
     * Deletes layers that are not in {@code named} and were not claimed since the given time.
     *
     * @return the deleted layers
     */
    public List<Kept> collect(Set<ContentDigest> named, Instant since) {
        List<Kept> gone = all().stream().filter(layer -> !named.contains(layer.digest()) && layer.claimedAt().isBefore(since)).toList();
        delete(gone.stream().map(Kept::digest).toList());
        return gone;
    }

    private void delete(Collection<ContentDigest> digests) {
        for (ContentDigest digest : digests) {
            checked.remove(digest);
            for (ImageKind kind : ImageKind.values()) {
                try {
                    Files.deleteIfExists(path(kind, digest));
                } catch (IOException e) {
                    throw new ImageFault(ImageFault.Kind.DAMAGED,
                            "The layer (%s) cannot be deleted from %s.\nMaybe the folder may not be written.".formatted(digest, folder), e);
                }
            }
        }
    }

    private void touch(Path file) {
        try {
            Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
        } catch (IOException e) {
            throw new ImageFault(ImageFault.Kind.DAMAGED, "The layer " + file + " cannot be claimed.\nMaybe the folder may not be written.",
                    e);
        }
    }

    private Path path(ImageKind kind, ContentDigest digest) {
        return folder.resolve("sha256-" + digest.hex() + (kind == ImageKind.UNIKERNEL ? ".kernel" : ".tar.zst"));
    }
}
