package org.caravan.diagnostic;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * Error or warning about an input, worded so that its author can correct it.
 *
 * @param code stable, greppable name of the rule, for example {@code unknown-component}
 * @param message one sentence with the problem, the value and its owner
 * @param suggestion possible solution, shown on its own line after "Maybe "; empty if none is known
 * @param location position in the input; empty for input without lines
 */
public record Diagnostic(
        Severity severity, String code, String message, Optional<String> suggestion, Optional<Location> location) {

    public enum Severity {
        ERROR,
        WARNING
    }

    /** Start of a range. Lines and columns count from 1. */
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

    /** Text for users: {@code file:line:column: error: message [code]}, then the suggestion. */
    public String text() {
        String place = location.map(at -> at + ": ").orElse("");
        String way = suggestion.map(s -> "\n    Maybe " + s).orElse("");
        return place + severity.name().toLowerCase(Locale.ROOT) + ": " + message + " [" + code + "]" + way;
    }
}
