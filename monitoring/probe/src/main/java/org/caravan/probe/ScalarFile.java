package org.caravan.probe;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A complete scalar file of NetPerfMeter. Example of a line: {@code scalar "netPerfMeter.passive.flow[0]" "Received Bytes" 14484400}.
 *
 * @param values by object and name, joined by a slash
 */
record ScalarFile(SortedMap<String, Double> values) {

    private static final Pattern SCALAR = Pattern.compile("scalar\\s+\"([^\"]+)\"\\s+\"([^\"]+)\"\\s+(\\S+)");

    ScalarFile {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    /** Throws IllegalArgumentException that quotes the first invalid line. */
    static ScalarFile parse(String text) {
        SortedMap<String, Double> values = new TreeMap<>();
        text.lines().filter(line -> !line.isBlank()).forEach(line -> {
            Matcher scalar = SCALAR.matcher(line.strip());
            if (!scalar.matches()) {
                throw new IllegalArgumentException("not a line of a scalar file: " + line);
            }
            values.put(scalar.group(1) + "/" + scalar.group(2), Double.valueOf(scalar.group(3)));
        });
        return new ScalarFile(values);
    }

    Optional<Double> value(String object, String name) {
        return Optional.ofNullable(values.get(object + "/" + name));
    }
}
