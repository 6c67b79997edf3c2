package org.caravan.execution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Kills by place, in which phase they were, and what became of them. */
final class CrashTable {

    private static final List<String> PHASES = List.of("move", "undo", "rollback", "cancelled", "recovery");
    private static final String HEAD = "%-40s %5s %5s %9s %9s %9s %6s %10s %8s %5s %8s%n";

    /** Of one place. */
    private static final class Row {
        final int[] kills = new int[PHASES.size()];
        int converged;
        CrashCount count = new CrashCount(0, 0, 0);

        int all() {
            return Arrays.stream(kills).sum();
        }
    }

    private final String world;
    private final Map<String, Row> rows = new TreeMap<>();

    CrashTable(String world) {
        this.world = world;
    }

    /** @param kill phase and place: {@code undo: within adapter destroy} */
    void killed(String kill) {
        row(kill).kills[phase(kill)]++;
    }

    void counted(String kill, CrashCount count) {
        row(kill).count = row(kill).count.plus(count);
    }

    void converged(String kill) {
        row(kill).converged++;
    }

    int kills() {
        return rows.values().stream().mapToInt(Row::all).sum();
    }

    /** @param kill phase and place */
    int kills(String kill) {
        return row(kill).kills[phase(kill)];
    }

    int converged() {
        return rows.values().stream().mapToInt(row -> row.converged).sum();
    }

    CrashCount counts() {
        return rows.values().stream().map(row -> row.count).reduce(new CrashCount(0, 0, 0), CrashCount::plus);
    }

    Set<String> places() {
        return rows.entrySet().stream().filter(row -> row.getValue().all() > 0).map(Map.Entry::getKey).collect(Collectors.toSet());
    }

    String text() {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, HEAD, "process ended (" + world + " hosts)", "move", "undo",
                "rollback", "cancelled", "recovery", "kills", "converged", "orphans", "lost", "doubled"));
        Row all = new Row();
        rows.forEach((place, row) -> {
            text.append(line(place, row));
            Arrays.setAll(all.kills, i -> all.kills[i] + row.kills[i]);
        });
        all.converged = converged();
        all.count = counts();
        return text.append(line("all", all)).toString();
    }

    private static String line(String place, Row row) {
        List<Object> values = new ArrayList<>(List.of(place));
        Arrays.stream(row.kills).mapToObj(kills -> kills == 0 ? "" : "" + kills).forEach(values::add);
        values.addAll(List.of(row.all(), row.converged, row.count.orphans(), row.count.lost(), row.count.doubled()));
        return String.format(Locale.ROOT, HEAD, values.toArray());
    }

    private static int phase(String kill) {
        return PHASES.indexOf(kill.substring(0, kill.indexOf(KillPoints.PHASE_ENDS)));
    }

    private Row row(String kill) {
        return rows.computeIfAbsent(kill.substring(kill.indexOf(KillPoints.PHASE_ENDS) + KillPoints.PHASE_ENDS.length()), any -> new Row());
    }
}
