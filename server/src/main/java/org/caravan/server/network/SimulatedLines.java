package org.caravan.server.network;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.caravan.measure.PathId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Simulates worse lines: a file in the data folder has lines {@code SITE MILLIS}, which are added to the round-trip time of all paths
 * from and to the site, or {@code SITE cut}. Without the file, all lines are as usual.
 */
final class SimulatedLines {

    private static final Logger LOG = LoggerFactory.getLogger(SimulatedLines.class);

    private final Path file;

    SimulatedLines(Path file) {
        this.file = file;
    }

    /** Milliseconds added to the round-trip time of paths as the file says now; infinite if they are cut. Reads the file once. */
    ToDoubleFunction<PathId> now() {
        Map<String, Double> worse = read();
        return path -> worse.getOrDefault(path.from().siteId(), 0.0) + worse.getOrDefault(path.to().siteId(), 0.0);
    }

    /** A file that cannot be read as a whole is not used, so that no site is left out without a word. */
    private Map<String, Double> read() {
        Map<String, Double> worse = new HashMap<>();
        try {
            for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
                String[] words = line.strip().split(" +");
                if (words.length == 2) {
                    worse.put(words[0], words[1].equals("cut") ? Double.POSITIVE_INFINITY : millis(words[1]));
                } else if (!line.isBlank()) {
                    throw new IllegalArgumentException("a line is SITE MILLIS or SITE cut, not " + line.strip());
                }
            }
            return worse;
        } catch (IOException | IllegalArgumentException unreadable) {
            LOG.warn("{} is not used: {}. Maybe write one line per site: bergen 40, or bergen cut.", file, unreadable.getMessage());
            return Map.of();
        }
    }

    private static double millis(String word) {
        double millis = Double.parseDouble(word);
        if (!(millis >= 0 && millis < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a number of milliseconds is 0 or more, not " + word);
        }
        return millis;
    }
}
