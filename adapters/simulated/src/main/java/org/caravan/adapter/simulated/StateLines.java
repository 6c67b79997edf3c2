package org.caravan.adapter.simulated;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** A file with one item per line, readable by people and easy to damage in tests. Replaced as a whole at each change. */
record StateLines<T>(String what, String header, Function<T, String> write, Function<String, T> read) {

    List<T> read(Path file) {
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            return Files.readAllLines(file).stream().filter(line -> !line.isBlank() && !line.startsWith("#")).map(read).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the state of the " + what + " cannot be read", e);
        } catch (RuntimeException e) {
            throw new IllegalStateException("The state of the " + what + " in " + file + " is damaged.\nMaybe delete the file.", e);
        }
    }

    void write(Path file, Collection<T> things) {
        List<String> lines = new ArrayList<>(List.of(header));
        things.forEach(thing -> lines.add(write.apply(thing)));
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Path staged = file.resolveSibling(file.getFileName() + ".new");
            Files.write(staged, lines);
            Files.move(staged, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("the state of the " + what + " cannot be written", e);
        }
    }

    /** Items of a field with several values. */
    static List<String> items(String text) {
        return text.isEmpty() ? List.of() : Arrays.asList(text.split(","));
    }
}
