package org.caravan.adapter.lxc;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the preparation found about one subject of a machine.
 *
 * @param subject for example {@code kernel CONFIG_USER_NS}; unique within one check
 * @param what is so, would be done or was done, in words for a person
 * @param wayOut what may help; empty where nothing is amiss
 */
public record NodeFinding(Verdict verdict, String subject, String what, String wayOut) {

    /** From good to bad; the words the script writes, in capitals. */
    public enum Verdict {
        /** Nothing to do. */
        OK,
        /** Slower or weaker without it, but fit. */
        ADVICE,
        /** The preparation did it. */
        CHANGED,
        /** The preparation would do it. */
        CHANGE,
        /** Done, but in force only after the machine's next start. */
        REBOOT,
        /** The preparation tried and could not. */
        FAILED,
        /** Needed, and only a person can bring it. */
        MISSING
    }

    /** Findings of one answer; the script writes about 50. */
    private static final int MOST = 200;
    /** Characters of a field; the script's longest names 14 packages. */
    private static final int LONGEST = 500;

    /**
     * Reads what the script writes; lines of other programs are left out. A node can be hostile: fields are cut to 500 characters, characters
     * that act on a terminal or reorder text become U+FFFD, and after 200 findings one follows that makes the node unfit.
     */
    public static List<NodeFinding> read(String text) {
        List<NodeFinding> found = text.lines().map(line -> line.split("\t", 5)).filter(fields -> fields.length == 4)
                .flatMap(fields -> verdict(fields[0]).map(verdict -> new NodeFinding(verdict, shown(fields[1]), shown(fields[2]), shown(fields[3]))).stream())
                .limit(MOST + 1L).toList();
        return found.size() <= MOST ? found : Stream.concat(found.stream().limit(MOST), Stream.of(new NodeFinding(Verdict.FAILED, "answer",
                "the node writes more than " + MOST + " findings; the others are left out", "look at its login shell's start files by ssh"))).toList();
    }

    /** For a person: bounded, and without characters that a terminal obeys. */
    static String shown(String text) {
        String start = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
        StringBuilder shown = new StringBuilder(start.length());
        start.codePoints().forEach(point -> shown.appendCodePoint(obeyed(point) ? 0xFFFD : point));
        return shown.toString();
    }

    /** Controls, line separators, bidirectional overrides and isolates (CVE-2021-42574), halves of characters. */
    private static boolean obeyed(int point) {
        return Character.isISOControl(point) || point == 0x2028 || point == 0x2029
                || point >= 0x202A && point <= 0x202E || point >= 0x2066 && point <= 0x2069
                || point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }

    private static Optional<Verdict> verdict(String word) {
        return Arrays.stream(Verdict.values()).filter(verdict -> verdict.name().toLowerCase(Locale.ROOT).equals(word)).findFirst();
    }

    /** Whether copies can run without anything further being done about this. */
    public boolean fit() {
        return verdict.compareTo(Verdict.CHANGED) <= 0;
    }
}
