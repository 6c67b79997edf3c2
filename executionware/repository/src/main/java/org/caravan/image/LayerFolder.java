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
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.caravan.durable.DurableFiles;

/** Layers as files named by their content. Whoever asks for one or keeps one keeps it from being collected for a while. */
public final class LayerFolder {

    private static final Pattern NAME = Pattern.compile("sha256-([0-9a-f]{64})\\.(?:tar\\.zst|kernel)");

    private final Path folder;
    private final Clock clock;

    LayerFolder(Path folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
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

    /** Moves a finished file, on the same file system, to its place. Its digest is the caller's word. */
    public void keep(Path staged, ImageKind kind, ContentDigest digest) {
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
