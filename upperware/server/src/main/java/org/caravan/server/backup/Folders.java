package org.caravan.server.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Folders of drafts. */
final class Folders {

    private Folders() {}

    static void delete(Path folder) throws IOException {
        if (Files.notExists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    static boolean isEmpty(Path folder) throws IOException {
        if (Files.notExists(folder)) {
            return true;
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.findAny().isEmpty();
        }
    }
}
