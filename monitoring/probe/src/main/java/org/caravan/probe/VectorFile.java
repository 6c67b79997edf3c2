package org.caravan.probe;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A complete vector file of NetPerfMeter 1.9, of a node or of a flow. A row of a node's file gives what a flow sent, received and lost
 * in an interval. A row of a flow's file gives a packet. The first line names the columns. Each row begins with its number, which has
 * no column name.
 *
 * @param columns column names as in the file
 * @param rows values by column, texts without their quotes
 */
record VectorFile(List<String> columns, List<SortedMap<String, String>> rows) {

    private static final Pattern CELL = Pattern.compile("\"([^\"]*)\"|(\\S+)");
    private static final String TIME = "RelTime";

    VectorFile {
        columns = List.copyOf(columns);
        rows = rows.stream().map(row -> Collections.unmodifiableSortedMap(new TreeMap<>(row))).toList();
    }

    /** Throws IllegalArgumentException that quotes the first invalid line. */
    static VectorFile parse(String text) {
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        List<String> columns = lines.isEmpty() ? List.of() : cells(lines.get(0));
        if (!columns.contains(TIME)) {
            throw new IllegalArgumentException("not the first line of a vector file: " + (lines.isEmpty() ? "" : lines.get(0)));
        }
        List<SortedMap<String, String>> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            List<String> cells = cells(line);
            if (cells.size() != columns.size() + 1 || !cells.get(0).matches("\\d+")) {
                throw new IllegalArgumentException("not a row of a vector file with " + columns.size() + " columns: " + line);
            }
            SortedMap<String, String> row = new TreeMap<>();
            for (int i = 0; i < columns.size(); i++) {
                row.put(columns.get(i), cells.get(i + 1));
            }
            rows.add(row);
        }
        return new VectorFile(columns, rows);
    }

    /**
     * Payload rate of a flow over the second half of its receiving time, bit/s; empty if that time is too short. Requires the file of
     * a node.
     */
    OptionalDouble secondHalfRate(int flowId) {
        List<SortedMap<String, String>> received = rows.stream()
                .filter(row -> Integer.toString(flowId).equals(row.get("FlowID")) && "Received".equals(row.get("Action")))
                .filter(row -> number(row, "RelBytes") > 0)
                .toList();
        // The flow covers the first and the last interval only in part.
        if (received.size() < 4) {
            return OptionalDouble.empty();
        }
        List<SortedMap<String, String>> whole = received.subList(1, received.size() - 1);
        List<SortedMap<String, String>> second = whole.subList(whole.size() / 2, whole.size());
        double bytes = second.stream().mapToDouble(row -> number(row, "RelBytes")).sum();
        double seconds = second.stream().mapToDouble(row -> number(row, "Interval")).sum();
        return OptionalDouble.of(bytes * 8 / seconds);
    }

    private static double number(SortedMap<String, String> row, String column) {
        return Double.parseDouble(row.getOrDefault(column, "0"));
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        Matcher cell = CELL.matcher(line);
        while (cell.find()) {
            cells.add(cell.group(1) == null ? cell.group(2) : cell.group(1));
        }
        return cells;
    }
}
