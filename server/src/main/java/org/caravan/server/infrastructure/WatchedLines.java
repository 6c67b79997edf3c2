package org.caravan.server.infrastructure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Lines of a file that people edit while the server runs. */
final class WatchedLines {

    private final Path file;
    private List<String> latest = List.of();

    WatchedLines(Path file) {
        this.file = file;
    }

    /**
     * Lines without surrounding white space, and without empty ones; none if there is no file; the former ones if it is incomplete or
     * unreadable.
     */
    synchronized List<String> read() {
        try {
            latest = Files.exists(file) ? Files.readAllLines(file).stream().map(String::strip).filter(line -> !line.isEmpty()).toList()
                    : List.of();
        } catch (IOException unreadable) {
            return latest;
        }
        return latest;
    }
}
