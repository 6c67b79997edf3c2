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

/** Layers as files named by their content. Whoever asks for one or keeps one keeps it from being collected for a while. */
public final class LayerFolder {

    private static final Pattern NAME = Pattern.compile("sha256-([0-9a-f]{64})\\.(?:tar\\.zst|kernel)");

    private final Path folder;
    private final Clock clock;
    private final LayerCheck check;
    /** Not kept on disk: a verdict there would be one more thing to trust, and a backup could bring a forged one. */
    private final Map<ContentDigest, LayerContents> checked = new ConcurrentHashMap<>();

    LayerFolder(Path folder, Clock clock, LayerLimits limits) {
        this.folder = folder;
        this.clock = clock;
        this.check = new LayerCheck(limits);
    }

    /** A layer file that is there, with the moment it was last asked for by {@link #claim} or kept. */
    public record Kept(ContentDigest digest, long size, Instant claimedAt) {}

    /** The file of a layer, whatever it is for. */
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

    /** Whether a layer is there; if so it will not be collected before a grace has passed again. */
    public boolean claim(ContentDigest digest) {
        Optional<Path> file = find(digest);
        file.ifPresent(this::touch);
        return file.isPresent();
    }

    /**
     * What a container's layer holds. Each is checked once in the life of this server, before it is sent or taken as an image's.
     *
     * @throws ImageFault of kind REFUSED for a layer that no node may unpack, DAMAGED if it is not there or is not what its name says
     */
    public LayerContents contents(ContentDigest digest) {
        LayerContents known = checked.get(digest);
        if (known == null) {
            Path file = path(ImageKind.CONTAINER, digest);
            if (!Files.isRegularFile(file)) {
                throw new ImageFault(ImageFault.Kind.DAMAGED, "The layer (%s) is not there.\nMaybe build or import its image again.".formatted(file));
            }
            known = check(file, digest);
        }
        return known;
    }

    /** One at a time: a large layer takes tens of megabytes of memory. */
    private synchronized LayerContents check(Path file, ContentDigest digest) {
        LayerContents known = checked.get(digest);
        if (known != null) {
            return known;
        }
        try {
            LayerContents found = check.contents(file);
            if (!found.packedDigest().equals(digest.hex())) {
                throw new ImageFault(ImageFault.Kind.DAMAGED, "The layer (%s) has the digest sha256:%s.\nMaybe the disk is failing: build or import its image again."
                        .formatted(digest, found.packedDigest()));
            }
            checked.put(digest, found);
            return found;
        } catch (LayerRefused refused) {
            throw new ImageFault(ImageFault.Kind.REFUSED, "The layer (%s) is refused: %s.\nMaybe %s".formatted(digest, refused.getMessage(), refused.wayOut()), refused);
        } catch (IOException e) {
            throw new ImageFault(ImageFault.Kind.DAMAGED, "The layer (%s) cannot be read: %s.\nMaybe look at the disk of the server.".formatted(digest, e.getMessage()), e);
        }
    }

    /**
     * Moves a finished file, on the same file system, to its place; one of a container is checked before.
     *
     * @throws ImageFault of kind REFUSED for a layer that no node may unpack; then nothing is kept
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

    /** Every layer, sorted by digest. */
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
            throw new ImageFault(ImageFault.Kind.DAMAGED, "The layer " + file + " cannot be looked at.\nMaybe the folder may not be read.", e);
        }
    }

    /**
     * Deletes layers that are not named and were not claimed since.
     *
     * @return what was deleted
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
            throw new ImageFault(ImageFault.Kind.DAMAGED, "The layer " + file + " cannot be claimed.\nMaybe the folder may not be written.", e);
        }
    }

    private Path path(ImageKind kind, ContentDigest digest) {
        return folder.resolve("sha256-" + digest.hex() + (kind == ImageKind.UNIKERNEL ? ".kernel" : ".tar.zst"));
    }
}
