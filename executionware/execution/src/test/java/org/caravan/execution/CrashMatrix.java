package org.caravan.execution;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Kills one process after the other and counts what became of it. Each is killed at one moment; the next one goes on,
 * looks whether everything is whole, and is killed at the next moment.
 */
final class CrashMatrix {

    /** Kills of one kind, and how many of them were mended by the next start. */
    static final class Row {
        int kills;
        int converged;
    }

    private final Path folder;
    private final String world;
    private final Map<String, Row> rows = new TreeMap<>();
    private final List<String> broken = new ArrayList<>();
    private String pending = "";
    private int recoveries;

    CrashMatrix(Path folder, String world) {
        this.folder = folder;
        this.world = world;
    }

    /**
     * Kills at every stride-th moment of one move, from the first on, until the move ends before the kill.
     *
     * @param most kills at most
     */
    void killThrough(long seed, int first, int stride, int most) throws IOException, InterruptedException {
        for (int moment = first; kills() < most; moment += stride) {
            // Every fourth time the recovery is killed, too, at another of its moments each time.
            int inRecovery = !pending.isEmpty() && ++recoveries % 4 == 0 ? recoveries / 4 % 23 : -1;
            if (live(seed, moment, inRecovery)) {
                return;
            }
        }
    }

    /** Lets the last one that was killed be mended. */
    void settle() throws IOException, InterruptedException {
        live(0, -1, -1);
    }

    /** Whether the life ended by itself. */
    private boolean live(long seed, int moment, int inRecovery) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-Xmx128m", "-XX:TieredStopAtLevel=1", "-Xshare:auto",
                "-cp", System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                CrashChild.class.getName(), folder.toString(), world, "" + seed, "" + moment, "" + inRecovery))
                .redirectError(folder.resolve("errors.log").toFile()).start();
        boolean ended = false;
        try (BufferedReader said = process.inputReader()) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                ended |= line.startsWith(CrashChild.END);
                hear(line);
            }
        }
        int exitCode = process.waitFor();
        if (exitCode != 0 && exitCode != KillPoints.EXIT_CODE) {
            broken.add("exit code " + exitCode + " at moment " + moment + " of seed " + seed + ", after " + pending);
            pending = "";
        }
        if (!broken.isEmpty()) {
            throw new AssertionError(String.join("\n", broken) + "\n" + table());
        }
        return ended || moment < 0;
    }

    private void hear(String line) {
        if (line.startsWith(KillPoints.KILLED)) {
            String kind = line.substring(KillPoints.KILLED.length());
            rows.computeIfAbsent(kind, unused -> new Row()).kills++;
            // A recovery that is killed is mended together with what it was about to mend.
            pending += (pending.isEmpty() ? "" : "\n") + kind;
        } else if (line.equals(CrashChild.CONVERGED)) {
            pending.lines().forEach(kind -> rows.get(kind).converged++);
            pending = "";
        } else if (line.startsWith("BROKEN ")) {
            broken.add(line + ", after " + pending);
        }
    }

    int kills() {
        return rows.values().stream().mapToInt(row -> row.kills).sum();
    }

    int converged() {
        return rows.values().stream().mapToInt(row -> row.converged).sum();
    }

    String table() {
        StringBuilder table = new StringBuilder(String.format(Locale.ROOT, "%-48s %6s %10s%n", "killed (" + world + ")", "kills", "converged"));
        rows.forEach((kind, row) -> table.append(String.format(Locale.ROOT, "%-48s %6d %10d%n", kind, row.kills, row.converged)));
        return table.append(String.format(Locale.ROOT, "%-48s %6d %10d%n", "all", kills(), converged())).toString();
    }
}
