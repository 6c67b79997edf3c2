package org.caravan.dsl.reader;

import java.util.Optional;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.diagnostic.Diagnostic.Severity;
import org.caravan.dsl.syntax.SyntaxMessages;

/**
 * Rejects texts with excessively nested parentheses or blocks before parsing. Otherwise the parser would overflow its stack, or recover
 * from each of thousands of blocks by reading the rest again (4.3 s for 330 kB).
 */
public final class Nesting {

    /** Far above the depth of readable models, far below the depth that a thread's stack supports. */
    private static final int DEEPEST = 100;

    private Nesting() {}

    /**
     * Position of the first excess; empty if there is none. Parentheses in texts and comments also count, because no real model has a
     * hundred of them in a row.
     */
    public static Optional<Diagnostic> tooDeep(String fileName, String text) {
        int depth = 0;
        int blocks = 0;
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == '\n') {
                line++;
                lineStart = i + 1;
            }
            depth += character == '(' ? 1 : character == ')' && depth > 0 ? -1 : 0;
            blocks += character == '{' ? 1 : character == '}' && blocks > 0 ? -1 : 0;
            if (depth > DEEPEST || blocks > DEEPEST) {
                boolean formula = depth > DEEPEST;
                return Optional.of(new Diagnostic(Severity.ERROR, SyntaxMessages.CODE, "More than " + DEEPEST
                        + (formula ? " parentheses" : " blocks") + " are open here.",
                        Optional.of(formula ? "close some, or give parts of the formula names as metrics."
                                : "close some: a } is missing for each {."),
                        Optional.of(new Location(fileName, line, i - lineStart + 1, 1))));
            }
        }
        return Optional.empty();
    }
}
