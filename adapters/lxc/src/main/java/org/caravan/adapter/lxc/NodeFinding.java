package org.caravan.adapter.lxc;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A finding of the preparation about one subject of a machine.
 *
 * @param subject for example {@code kernel CONFIG_USER_NS}; unique within one check
 * @param what the current state, or the change that is planned or made, as text for the user
 * @param wayOut suggestion; empty if there is no problem
 */
public record NodeFinding(Verdict verdict, String subject, String what, String wayOut) {

    /** From good to bad; the script writes these words in lower case. */
    public enum Verdict {
        /** No action needed. */
        OK,
        /** Fit, but slower or weaker without it. */
        ADVICE,
        /** The preparation made the change. */
        CHANGED,
        /** The preparation would make the change. */
        CHANGE,
        /** Done, but effective only after a reboot of the machine. */
        REBOOT,
        /** The preparation tried and failed. */
        FAILED,
        /** Required, and only the operator can provide it. */
        MISSING
    }

    /** Maximum findings of one answer; the script writes about 50. */
    private static final int MOST = 200;
    /** Maximum characters of a field; the script's longest field names 14 packages. */
    private static final int LONGEST = 500;

    /**
     * Parses the output of the script and ignores lines of other programs. The node is untrusted: fields are truncated to 500
     * characters, and characters that control a terminal or reorder text become U+FFFD. If there are more than 200 findings, one is
     * added that makes the node unfit.
     */
    public static List<NodeFinding> read(String text) {
        List<NodeFinding> found = text.lines().map(line -> line.split("\t", 5)).filter(fields -> fields.length == 4)
                .flatMap(fields -> verdict(fields[0])
                        .map(verdict -> new NodeFinding(verdict, shown(fields[1]), shown(fields[2]), shown(fields[3]))).stream())
                .limit(MOST + 1L).toList();
        return found.size() <= MOST ? found : Stream.concat(found.stream().limit(MOST), Stream.of(new NodeFinding(Verdict.FAILED, "answer",
                "the node writes more than " + MOST + " findings; the others are left out",
                        "check the start files of its login shell with ssh"))).toList();
    }

    /** Sanitises text for display: truncates it and replaces characters that control a terminal. */
    static String shown(String text) {
        String start = text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
        StringBuilder shown = new StringBuilder(start.length());
        start.codePoints().forEach(point -> shown.appendCodePoint(obeyed(point) ? 0xFFFD : point));
        return shown.toString();
    }

    /** True for control characters, line separators, bidirectional overrides and isolates (CVE-2021-42574), and surrogates. */
    private static boolean obeyed(int point) {
        return Character.isISOControl(point) || point == 0x2028 || point == 0x2029
                || point >= 0x202A && point <= 0x202E || point >= 0x2066 && point <= 0x2069
                || point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }

    private static Optional<Verdict> verdict(String word) {
        return Arrays.stream(Verdict.values()).filter(verdict -> verdict.name().toLowerCase(Locale.ROOT).equals(word)).findFirst();
    }

    /** True if copies can run without further action on this finding. */
    public boolean fit() {
        return verdict.compareTo(Verdict.CHANGED) <= 0;
    }
}
