package org.caravan.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.diagnostic.Diagnostic.Severity;
import org.caravan.text.TextRule;

/** Collects what is wrong with an upload. Of many faults, the first ones are kept: one cause often has many. */
final class Faults {

    private static final int MOST = 20;

    private final List<Diagnostic> found = new ArrayList<>();

    void error(String code, String message, String suggestion) {
        add(Severity.ERROR, code, message, suggestion, Optional.empty());
    }

    /** @param column of the fault, from 1 */
    void error(String code, String file, int line, int column, String message, String suggestion) {
        add(Severity.ERROR, code, message, suggestion, Optional.of(new Location(TextRule.LINE.cleaned(file), line, column, 1)));
    }

    void warning(String code, String message, String suggestion) {
        add(Severity.WARNING, code, message, suggestion, Optional.empty());
    }

    /** @param column of the fault, from 1 */
    void warning(String code, String file, int line, int column, String message, String suggestion) {
        add(Severity.WARNING, code, message, suggestion, Optional.of(new Location(TextRule.LINE.cleaned(file), line, column, 1)));
    }

    boolean any() {
        return errors() > 0;
    }

    /** Number of errors that are kept. */
    long errors() {
        return found.stream().filter(one -> one.severity() == Severity.ERROR).count();
    }

    List<Diagnostic> all() {
        return List.copyOf(found);
    }

    private void add(Severity severity, String code, String message, String suggestion, Optional<Location> at) {
        if (found.size() < MOST) {
            found.add(new Diagnostic(severity, code, TextRule.LINE.cleaned(message), Optional.of(TextRule.LINE.cleaned(suggestion)),
                    at));
        }
    }
}
