package org.caravan.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/** What all tests of a process share, as it is dear to make, ends with the process, the last begun first; its folders are gone then. */
public final class Shared {

    private static final Deque<AutoCloseable> BEGUN = new ArrayDeque<>();

    private Shared() {}

    /** A new folder among the temporary ones, which goes after all that is handed over later has ended. */
    public static Path folder(String prefix) {
        try {
            Path folder = Files.createTempDirectory(prefix);
            endsWithProcess(() -> delete(folder));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param shared which is closed before whatever was handed over earlier @return itself */
    public static <T extends AutoCloseable> T endsWithProcess(T shared) {
        synchronized (BEGUN) {
            if (BEGUN.isEmpty()) {
                Runtime.getRuntime().addShutdownHook(new Thread(Shared::end, "end of what tests share"));
            }
            BEGUN.push(shared);
        }
        return shared;
    }

    private static void end() {
        synchronized (BEGUN) {
            while (!BEGUN.isEmpty()) {
                try {
                    BEGUN.pop().close();
                } catch (Exception e) {
                    // The others end all the same.
                    System.err.println("What tests share did not end well: " + e);
                }
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) {
            Files.deleteIfExists(file);
        }
    }
}
