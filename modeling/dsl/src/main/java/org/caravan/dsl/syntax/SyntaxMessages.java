package org.caravan.dsl.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.antlr.runtime.MismatchedTokenException;
import org.antlr.runtime.RecognitionException;
import org.antlr.runtime.Token;
import org.caravan.dsl.wording.Suggestion;
import org.caravan.text.TextRule;
import org.eclipse.xtext.nodemodel.SyntaxErrorMessage;
import org.eclipse.xtext.parser.antlr.ISyntaxErrorMessageProvider;

/** Creates messages for syntax errors: what was found and what is allowed there, in terms of the language. Their code is {@code syntax}. */
public class SyntaxMessages implements ISyntaxErrorMessageProvider {

    /** Code of every syntax error. */
    public static final String CODE = "syntax";

    /** Code of a syntax error outside all braces, where the parser often ends up after an earlier error. */
    public static final String OUTERMOST = "syntax-outermost";

    private static final int SHOWN = 30;

    @Override
    public SyntaxErrorMessage getSyntaxErrorMessage(IParserErrorContext context) {
        RecognitionException problem = context.getRecognitionException();
        if (problem == null) {
            return unreadable(context.getDefaultMessage());
        }
        Token found = problem.token;
        boolean ends = found == null || found.getType() == Token.EOF;
        String text = ends ? "" : found.getText();
        Optional<String> part = Expectation.partAt(context.getCurrentNode());
        Set<String> expected = expected(context, problem);
        String subject = (ends ? "The text ends" : "Found " + shown(text)) + part.map(name -> " in " + name).orElse("");
        String may = expected.size() == 1 ? " must stand." : " may stand.";
        String message = subject + ", where " + listed(expected) + may;
        return new SyntaxErrorMessage(message, part.isEmpty() ? OUTERMOST : CODE,
                Suggestion.data(suggestion(text), ends ? List.of() : List.copyOf(expected)));
    }

    @Override
    public SyntaxErrorMessage getSyntaxErrorMessage(IValueConverterErrorContext context) {
        String text = context.getCurrentNode() == null ? "" : context.getCurrentNode().getText().strip();
        return message("Found " + shown(text) + ", which cannot be read.", "write a plain text in quotes.");
    }

    /** Text that is not a token of the language; the lexer supplies only its own message. */
    private static SyntaxErrorMessage unreadable(String lexerMessage) {
        return lexerMessage != null && lexerMessage.contains("'*'")
                ? message("A comment starts here and does not end.", "end it with */.")
                : message("A text in quotes does not end on its line.", "end it with a quote; write \\\" for a quote inside.");
    }

    private static Set<String> expected(IParserErrorContext context, RecognitionException problem) {
        Set<String> expected = Expectation.after(context.getCurrentNode());
        if (expected.isEmpty() && problem instanceof MismatchedTokenException mismatch && mismatch.expecting > 0) {
            return Set.of(Expectation.ofToken(context.getTokenNames()[mismatch.expecting]));
        }
        return expected.isEmpty() ? Set.of("application", "infrastructure") : expected;
    }

    /** If the text continues, {@link VerifiedProposals} tries the allowed tokens. */
    private static String suggestion(String found) {
        return found.isEmpty() ? "a closing } is missing, or the text is truncated." : "remove it.";
    }

    private static String listed(Set<String> expected) {
        List<String> words = new ArrayList<>(expected);
        String last = words.remove(words.size() - 1);
        return words.isEmpty() ? last : String.join(", ", words) + " or " + last;
    }

    private static String shown(String text) {
        String line = text.lines().findFirst().orElse("");
        return "`" + TextRule.excerpt(line, SHOWN) + "`";
    }

    private static SyntaxErrorMessage message(String message, String suggestion) {
        return new SyntaxErrorMessage(message, CODE, new String[] {suggestion});
    }
}
