package org.caravan.execution;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Kills one process after the other and counts what became of it. Each is killed at one moment; the next one goes on,
 * looks whether everything is whole, and is killed at the next moment.
 */
final class CrashMatrix {

    /** The first moments of a recovery are each of another kind; later ones are looks and steps. */
    private static final List<Integer> IN_RECOVERY = List.of(0, 1, 2, 3, 5, 8, 13, 21, 34);

    private final Path folder;
    private final String world;
    final CrashTable table;
    private final List<String> broken = new ArrayList<>();
    private final List<String> passed = new ArrayList<>();
    private Path lives;
    private List<String> pending = new ArrayList<>();
    private int recoveries;

    CrashMatrix(Path folder, String world) throws IOException {
        this.folder = folder;
        this.world = world;
        this.table = new CrashTable(world);
        this.lives = Files.createDirectories(folder.resolve("lives-0"));
    }

    /**
     * Kills in one move, after it was seen whole once: at moments where the fewest were killed before.
     *
     * @param most kills in this move at most
     */
    void killThrough(long seed, int most) throws IOException, InterruptedException {
        passed.clear();
        live(-1, "" + seed, "nowhere", "0");
        List<String> places = List.copyOf(passed);
        for (int moment : moments(places, most)) {
            // Every fourth time the recovery is killed, too, at another of its moments each time.
            int inRecovery = !pending.isEmpty() && ++recoveries % 4 == 0 ? IN_RECOVERY.get((recoveries / 4 - 1) % IN_RECOVERY.size()) : -1;
            String place = places.get(moment);
            live(inRecovery, "" + seed, place, "" + Collections.frequency(places.subList(0, moment), place));
        }
    }

    private List<Integer> moments(List<String> places, int most) {
        List<Integer> left = new ArrayList<>(IntStream.range(0, places.size()).boxed().toList());
        Collections.shuffle(left, new Random(places.size()));
        Map<String, Integer> killed = new TreeMap<>();
        places.forEach(place -> killed.put(place, table.kills(place)));
        List<Integer> chosen = new ArrayList<>();
        while (chosen.size() < most && !left.isEmpty()) {
            Integer next = Collections.min(left, Comparator.comparing(moment -> killed.get(places.get(moment))));
            left.remove(next);
            killed.merge(places.get(next), 1, Integer::sum);
            chosen.add(next);
        }
        return chosen;
    }

    /** Lets the recovery of the last killed process end. */
    void settle() throws IOException, InterruptedException {
        live(-1);
    }

    /** What did not converge, a sentence each. */
    List<String> broken() {
        return broken;
    }

    private void live(int inRecovery, String... move) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC", "-Xmx128m", "-XX:TieredStopAtLevel=1", "-Xshare:auto",
                "-cp", System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                CrashChild.class.getName(), lives.toString(), world, "" + inRecovery));
        command.addAll(List.of(move));
        Process process = new ProcessBuilder(command).redirectError(folder.resolve("errors.log").toFile()).start();
        boolean whole = true;
        try (BufferedReader said = process.inputReader()) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                whole &= !line.startsWith(CrashChild.BROKEN);
                hear(line);
            }
        }
        int exitCode = process.waitFor();
        if (exitCode != 0 && exitCode != KillPoints.EXIT_CODE) {
            leave(whole, exitCode + " at " + List.of(move));
        }
    }

    /** What is broken stays for whoever wants to look; simulated hosts begin anew, real ones cannot. */
    private void leave(boolean unexpectedly, String where) throws IOException {
        if (unexpectedly) {
            broken.add("exit code " + where + ", after " + pending + ": " + Files.readString(folder.resolve("errors.log")));
        }
        if (!world.equals("simulated") || broken.size() > 20) {
            throw new AssertionError(String.join("\n", broken) + "\n" + table.text());
        }
        pending = new ArrayList<>();
        lives = Files.createDirectories(folder.resolve("lives-" + broken.size()));
    }

    private void hear(String line) {
        if (line.startsWith(CrashChild.PASSED)) {
            passed.add(line.substring(CrashChild.PASSED.length()));
        } else if (line.startsWith(KillPoints.KILLED)) {
            String kind = line.substring(KillPoints.KILLED.length());
            table.killed(kind);
            // A recovery that is killed is mended together with what it was about to mend.
            pending.add(kind);
        } else if (line.startsWith(CrashCount.COUNTED) && !pending.isEmpty()) {
            table.counted(pending.get(pending.size() - 1), CrashCount.read(line));
        } else if (line.equals(CrashChild.CONVERGED)) {
            pending.forEach(table::converged);
            pending = new ArrayList<>();
        } else if (line.startsWith(CrashChild.BROKEN)) {
            broken.add(line + ", after " + pending);
        }
    }
}
