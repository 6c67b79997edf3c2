package org.caravan.server.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.caravan.durable.DurableFiles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.FileSystemUtils;

/**
 * Removes unfinished files of a killed server: drafts of files, layers during conversion, and upload announcements without a file. None
 * of them was acknowledged, and nothing else removes them. Only known places are searched, because other programs also write into the
 * folder.
 */
final class Leftovers {

    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

    /** Folders of a data folder in which drafts replace files. */
    private static final List<String> WRITTEN = List.of("secrets", "credentials", "rented", "lookouts");
    private static final int DEEPEST = 8;
    private static final String ANNOUNCED = "([0-9a-f]{12})[.](?:json|holder)";

    private final Duration youngest;

    /** @param youngest minimum age of files to remove, so that no other server still writes them; zero if only this server writes there */
    Leftovers(Duration youngest) {
        this.youngest = youngest;
    }

    /**
     * @param folders data folder, and the folder that several servers share; may be the same
     * @param images folder of images, inside or outside of the data folder
     */
    void remove(List<Path> folders, Path images) {
        try {
            List<Path> found = new ArrayList<>();
            for (Path folder : folders.stream().distinct().toList()) {
                found.addAll(drafts(folder, 1));
                for (String name : WRITTEN) {
                    found.addAll(drafts(folder.resolve(name), DEEPEST));
                }
            }
            found.addAll(drafts(images.resolve("manifests"), DEEPEST));
            found.addAll(drafts(images.resolve("layers"), DEEPEST));
            found.addAll(drafts(images.resolve(".uploads"), 1));
            found.addAll(list(images.resolve(".scratch")));
            found.addAll(announcements(images.resolve(".uploads")));
            long removed = 0;
            for (Path each : found) {
                if (isOld(each) && FileSystemUtils.deleteRecursively(each)) {
                    removed++;
                }
            }
            if (removed > 0) {
                LOG.info("{} files that an earlier server had not finished are removed", removed);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("What an earlier server left in (" + folders.get(0)
                    + ") cannot be removed.\nMaybe its disk fails, or the folder may not be written.", e);
        }
    }

    private static List<Path> drafts(Path folder, int deepest) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        return DurableFiles.below(folder, deepest).stream()
                .filter(each -> each.getFileName().toString().startsWith(DurableFiles.DRAFT)
                        && Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)).toList();
    }

    /** Announcements of uploads whose content is missing. */
    private static List<Path> announcements(Path uploads) throws IOException {
        return list(uploads).stream().filter(each -> each.getFileName().toString().matches(ANNOUNCED))
                .filter(each -> Files.notExists(each.resolveSibling(each.getFileName().toString().replaceFirst("[.].*", "")))).toList();
    }

    private static List<Path> list(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        }
    }

    private boolean isOld(Path each) throws IOException {
        try {
            return youngest.isZero() || Files.getLastModifiedTime(each, LinkOption.NOFOLLOW_LINKS).toInstant()
                    .isBefore(Instant.now().minus(youngest));
        } catch (NoSuchFileException gone) {
            return false;
        }
    }
}
