package org.caravan.dsl;

import java.util.Optional;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.diagnostic.Diagnostic.Severity;
import org.caravan.dsl.syntax.SyntaxMessages;

/**
 * Parentheses or blocks in one another, deeper than any model needs: the parser would end in a stack overflow, or recover from each of thousands of
 * blocks by reading the rest again (4.3 s for 330 kB), so they are refused before it.
 */
final class Nesting {

    /** Far above what is read by people, far below what a thread's stack holds. */
    private static final int DEEPEST = 100;

    private Nesting() {}

    /** Where it is too deep; empty where it is not. Parentheses in texts and comments count: a hundred of them in a row are none of a model. */
    static Optional<Diagnostic> tooDeep(String fileName, String text) {
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
                return Optional.of(new Diagnostic(Severity.ERROR, SyntaxMessages.CODE, "More than " + DEEPEST + (formula ? " parentheses" : " blocks") + " are open here.",
                        Optional.of(formula ? "close some, or give parts of the formula names as metrics." : "close some: a } is missing for each {."),
                        Optional.of(new Location(fileName, line, i - lineStart + 1, 1))));
            }
        }
        return Optional.empty();
    }
}
