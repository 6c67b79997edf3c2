package org.caravan.adapter.simulated;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A line-based file shared by several processes, for servers that reach the same simulated hosts. Changes of other processes are
 * read before each look-up. Concurrent writes are not synchronised, because only one server leads at a time.
 */
final class SharedLines<T> {

    private final StateLines<T> lines;
    private final Optional<Path> file;
    private String seen = "";

    SharedLines(StateLines<T> lines, Optional<Path> file) {
        this.lines = lines;
        this.file = file;
    }

    /** The content of the file, if it has changed since this process last read or wrote it. */
    Optional<List<T>> changed() {
        String now = stamp();
        if (file.isEmpty() || now.equals(seen)) {
            return Optional.empty();
        }
        seen = now;
        return file.map(lines::read);
    }

    void write(Collection<T> all) {
        file.ifPresent(path -> {
            lines.write(path, all);
            seen = stamp();
        });
    }

    /** Each write creates a new file with a different file key. */
    private String stamp() {
        try {
            if (file.isEmpty()) {
                return "";
            }
            BasicFileAttributes attributes = Files.readAttributes(file.get(), BasicFileAttributes.class);
            return attributes.fileKey() + " " + attributes.lastModifiedTime();
        } catch (NoSuchFileException e) {
            return "none";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
