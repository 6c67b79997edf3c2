package org.caravan.dsl;

import java.util.ArrayList;
import java.util.List;

/** Line diff of two texts that differ in one contiguous region. */
final class LineDiff {

    private static final int CONTEXT = 2;

    private LineDiff() {}

    static String of(String fileName, String before, String after) {
        List<String> old = before.lines().toList();
        List<String> now = after.lines().toList();
        int shorter = Math.min(old.size(), now.size());
        int head = 0;
        while (head < shorter && old.get(head).equals(now.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < shorter - head && old.get(old.size() - 1 - tail).equals(now.get(now.size() - 1 - tail))) {
            tail++;
        }
        if (head == old.size() && head == now.size()) {
            return "";
        }
        List<String> lines = new ArrayList<>(List.of(fileName + " line " + (head + 1)));
        old.subList(Math.max(0, head - CONTEXT), head).forEach(line -> lines.add("  " + line));
        old.subList(head, old.size() - tail).forEach(line -> lines.add("- " + line));
        now.subList(head, now.size() - tail).forEach(line -> lines.add("+ " + line));
        now.subList(now.size() - tail, Math.min(now.size(), now.size() - tail + CONTEXT)).forEach(line -> lines.add("  " + line));
        return String.join("\n", lines) + "\n";
    }
}
