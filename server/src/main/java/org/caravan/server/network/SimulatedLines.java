package org.caravan.server.network;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /** Added to the round-trip time of a path, in ms; infinite if it is cut. */
    double added(PathId path) {
        Map<String, Double> worse = read();
        return worse.getOrDefault(path.from().siteId(), 0.0) + worse.getOrDefault(path.to().siteId(), 0.0);
    }

    private Map<String, Double> read() {
        Map<String, Double> worse = new HashMap<>();
        try {
            for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
                String[] words = line.strip().split(" +");
                if (words.length == 2) {
                    worse.put(words[0], words[1].equals("cut") ? Double.POSITIVE_INFINITY : Math.max(0, Double.parseDouble(words[1])));
                }
            }
        } catch (IOException | NumberFormatException unreadable) {
            LOG.warn("{} is not used: {}", file, unreadable.getMessage());
        }
        return worse;
    }
}
