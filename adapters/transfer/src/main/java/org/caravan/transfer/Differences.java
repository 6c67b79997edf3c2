package org.caravan.transfer;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.caravan.durable.DurableFiles;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageFault;
import org.caravan.image.ImageManifest;
import org.caravan.image.ImageRepository;
import org.caravan.image.Layer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates and caches differences between layers with `zstd --patch-from`. Without this command, whole layers are sent. */
final class Differences {

    private static final Logger LOG = LoggerFactory.getLogger(Differences.class);
    /**
     * Limits, in bytes. A smaller layer is as fast to send whole. For a larger tar, the window would exceed the free memory of a
     * Raspberry Pi.
     */
    private static final long SMALLEST = 256 << 10;
    private static final long LARGEST_TAR = 128L << 20;
    /** Maximum size relative to the layer; a larger difference is not worth the host's work. */
    private static final double WORTH = 0.7;
    private static final int CANDIDATES = 2;
    private static final long MINUTES = 5;

    private final ImageRepository repository;
    private final Path folder;

    Differences(ImageRepository repository, Path folder) {
        this.repository = repository;
        this.folder = folder;
    }

    /**
     * The smallest difference from a layer on the host, if one is worth sending. Only layers of similar size are tried, because a
     * new build of a layer differs little in size and layers of other programs differ much.
     */
    synchronized Optional<Difference> smallest(ImageManifest image, Layer wanted, Set<ContentDigest> packed) {
        if (wanted.size() < SMALLEST || wanted.unpacked().isEmpty() || wanted.unpacked().get().size() > LARGEST_TAR) {
            return Optional.empty();
        }
        return packed.stream().filter(from -> !from.equals(wanted.digest())).flatMap(from -> like(from, wanted).stream())
                .sorted(Comparator.comparingLong(from -> Math.abs(from.size() - wanted.size()))).limit(CANDIDATES)
                .flatMap(from -> difference(image, from.digest(), wanted).stream())
                .filter(difference -> difference.size() < WORTH * wanted.size())
                .min(Comparator.comparingLong(Difference::size));
    }

    private record Like(ContentDigest digest, long size) {}

    private Optional<Like> like(ContentDigest from, Layer wanted) {
        return repository.layers().find(from).flatMap(file -> {
            long size = file.toFile().length();
            return size > wanted.size() / 2 && size < wanted.size() * 2 ? Optional.of(new Like(from, size)) : Optional.empty();
        });
    }

    private Optional<Difference> difference(ImageManifest image, ContentDigest from, Layer wanted) {
        Path file = folder.resolve(from.hex() + "-" + wanted.digest().hex() + ".zst");
        try {
            if (!Files.isRegularFile(file)) {
                if (repository.layers().contents(from).tarBytes() > LARGEST_TAR) {
                    return Optional.empty();
                }
                make(repository.layers().find(from).orElseThrow(), repository.layers().file(image, wanted), file);
            }
            return Optional.of(new Difference(from, file, ContentDigest.of(file), Files.size(file)));
        } catch (IOException | ImageFault e) {
            LOG.info("no difference from layer {} to {}: {}", from, wanted.digest(), e.getMessage());
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private void make(Path from, Path wanted, Path target) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path work = Files.createTempDirectory(folder, ".work");
        try {
            Path before = work.resolve("before");
            Path after = work.resolve("after");
            zstd("-dq", from.toString(), "-o", before.toString());
            zstd("-dq", wanted.toString(), "-o", after.toString());
            zstd("-q", "-12", "-T1", "--long=27", "--patch-from=" + before, after.toString(), "-o", work.resolve("difference").toString());
            DurableFiles.move(work.resolve("difference"), target);
        } finally {
            for (Path left : listed(work)) {
                Files.deleteIfExists(left);
            }
            Files.deleteIfExists(work);
        }
    }

    private static List<Path> listed(Path work) throws IOException {
        try (Stream<Path> files = Files.list(work)) {
            return files.toList();
        }
    }

    private static void zstd(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("nice", "-n", "10", "zstd"));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectInput(new File("/dev/null"));
        Map<String, String> environment = builder.environment();
        environment.put("LC_ALL", "C");
        Process process = builder.start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException("zstd took longer than " + MINUTES + " minutes");
        }
        if (process.exitValue() != 0) {
            throw new IOException("zstd ended with exit code " + process.exitValue());
        }
    }

    /** Deletes differences from or to layers that are no longer stored. */
    synchronized void forget(Set<ContentDigest> kept) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        for (Path file : listed(folder)) {
            String[] ends = file.getFileName().toString().replace(".zst", "").split("-");
            if (ends.length == 2 && !(kept.contains(new ContentDigest(ends[0])) && kept.contains(new ContentDigest(ends[1])))) {
                Files.deleteIfExists(file);
            }
        }
    }
}
