package org.caravan.cli.application;

import java.util.List;
import java.util.function.Consumer;

/** Computes the new lines between two reads of the end of a log, each limited to the same number of lines. */
final class LogTail {

    /** Marker for lines that were written and displaced between two reads. */
    static final String GAP = "… lines are missing here: the instance wrote more than one query returns";

    private final List<String> before;
    private final List<String> now;

    LogTail(List<String> before, List<String> now) {
        this.before = before;
        this.now = now;
    }

    void forEach(Consumer<String> printer) {
        int known = overlap();
        if (known == 0 && !before.isEmpty() && !now.isEmpty()) {
            printer.accept(GAP);
        }
        now.subList(known, now.size()).forEach(printer);
    }

    /** Length of the longest prefix of the new lines that is a suffix of the previous lines. */
    private int overlap() {
        for (int length = Math.min(before.size(), now.size()); length > 0; length--) {
            if (now.subList(0, length).equals(before.subList(before.size() - length, before.size()))) {
                return length;
            }
        }
        return 0;
    }
}
