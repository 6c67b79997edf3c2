package org.caravan.adapter.lxc;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

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

    /** Reads what the script writes; lines of other programs are left out. */
    public static List<NodeFinding> read(String text) {
        return text.lines().map(line -> line.split("\t", -1)).filter(fields -> fields.length == 4)
                .flatMap(fields -> verdict(fields[0]).map(verdict -> new NodeFinding(verdict, fields[1], fields[2], fields[3])).stream())
                .toList();
    }

    private static Optional<Verdict> verdict(String word) {
        return Arrays.stream(Verdict.values()).filter(verdict -> verdict.name().toLowerCase(Locale.ROOT).equals(word)).findFirst();
    }

    /** Whether copies can run without anything further being done about this. */
    public boolean fit() {
        return verdict.compareTo(Verdict.CHANGED) <= 0;
    }
}
