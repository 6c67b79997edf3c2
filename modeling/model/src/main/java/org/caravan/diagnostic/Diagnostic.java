package org.caravan.diagnostic;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * One thing wrong (or doubtful) with an input, said so that its author can mend it.
 *
 * @param code stable, greppable name of the rule, for example {@code unknown-component}
 * @param message what is wrong, with the value and whose it is, one sentence
 * @param suggestion a way out, shown on its own line after "Maybe "; empty where none is known
 * @param location where in the input; empty for input without lines
 */
public record Diagnostic(
        Severity severity, String code, String message, Optional<String> suggestion, Optional<Location> location) {

    public enum Severity {
        ERROR,
        WARNING
    }

    /** A range starts at this place. Lines and columns count from 1. */
    public record Location(String file, int line, int column, int length) {

        @Override
        public String toString() {
            return file + ":" + line + ":" + column;
        }
    }

    public Diagnostic {
        Objects.requireNonNull(severity);
        Objects.requireNonNull(code);
        Objects.requireNonNull(message);
        Objects.requireNonNull(suggestion);
        Objects.requireNonNull(location);
    }

    public static Diagnostic error(String code, String message, String suggestion) {
        return new Diagnostic(Severity.ERROR, code, message, Optional.of(suggestion), Optional.empty());
    }

    /** As shown to a person: {@code file:line:column: error: message [code]}, then the suggestion. */
    public String text() {
        String place = location.map(at -> at + ": ").orElse("");
        String way = suggestion.map(s -> "\n    Maybe " + s).orElse("");
        return place + severity.name().toLowerCase(Locale.ROOT) + ": " + message + " [" + code + "]" + way;
    }
}
