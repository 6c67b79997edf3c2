package org.caravan.cli;

import java.util.List;
import java.util.function.Consumer;

/** Of two looks at the end of a log, at as many lines each, what the second one has that the first had not. */
final class NewLines {

    /** Stands for lines that came and went between two looks. */
    static final String GAP = "… lines are missing here: more was written than is asked for at once";

    private final List<String> before;
    private final List<String> now;

    NewLines(List<String> before, List<String> now) {
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

    /** How many of the first lines now are the last ones of before: as many as can be. */
    private int overlap() {
        for (int length = Math.min(before.size(), now.size()); length > 0; length--) {
            if (now.subList(0, length).equals(before.subList(before.size() - length, before.size()))) {
                return length;
            }
        }
        return 0;
    }
}
