package org.caravan.bench.reassignment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What others reached, from a table beside the instances ({@code NOTE.md}) with a row per instance and columns between bars: its
 * name, a lower bound, objectives that somebody reached (one or more, each the first number of its column), its initial cost.
 */
final class PublishedResults {

    private static final PublishedResults NONE = new PublishedResults(Map.of());
    private static final Pattern NAME = Pattern.compile("[ab]\\d?_\\d+");
    private static final Pattern NUMBER = Pattern.compile("\\s*(\\d+)\\b.*");

    /** @param best least objective that is published; @param initial cost of the assignment at the start */
    private record Row(OptionalLong best, OptionalLong initial) {}

    private final Map<String, Row> rows;

    private PublishedResults(Map<String, Row> rows) {
        this.rows = rows;
    }

    /** Empty where there is no such file. */
    static PublishedResults in(Path folder) {
        Path file = folder.resolve("NOTE.md");
        if (!Files.isRegularFile(file)) {
            return NONE;
        }
        Map<String, Row> rows = new TreeMap<>();
        try (Stream<String> lines = Files.lines(file)) {
            lines.map(line -> line.split("\\|")).filter(columns -> columns.length > 3 && NAME.matcher(columns[0].trim()).matches())
                    .forEach(columns -> rows.put(columns[0].trim(), row(columns)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new PublishedResults(rows);
    }

    private static Row row(String[] columns) {
        int last = columns.length - 1;
        OptionalLong best = Stream.of(columns).skip(2).limit(last - 2L).map(PublishedResults::number)
                .flatMapToLong(OptionalLong::stream).min();
        return new Row(best, number(columns[last]));
    }

    private static OptionalLong number(String column) {
        Matcher number = NUMBER.matcher(column);
        return number.matches() ? OptionalLong.of(Long.parseLong(number.group(1))) : OptionalLong.empty();
    }

    OptionalLong best(String instance) {
        return rows.containsKey(instance) ? rows.get(instance).best() : OptionalLong.empty();
    }

    OptionalLong initial(String instance) {
        return rows.containsKey(instance) ? rows.get(instance).initial() : OptionalLong.empty();
    }
}
