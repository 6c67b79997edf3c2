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
 * A file of lines that several processes read and write, as several servers reach the same hosts: what another one wrote is read before
 * anything is looked up. Two that write in the same moment are not kept apart: one server at a time leads.
 */
final class SharedLines<T> {

    private final StateLines<T> lines;
    private final Optional<Path> file;
    private String seen = "";

    SharedLines(StateLines<T> lines, Optional<Path> file) {
        this.lines = lines;
        this.file = file;
    }

    /** What is in the file, if it has changed since it was last read or written here. */
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

    /** Each writing makes a new file, with another number. */
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
