package org.caravan.importers.camel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.importers.draft.Findings;
import org.caravan.importers.draft.SourceFile;

/** Groups tokens into nested statements. Only unbalanced braces are errors. */
final class Statements {

    private static final int DEEPEST = 60;

    private final List<Token> tokens;
    private final Findings findings;
    private int at;

    private Statements(List<Token> tokens, Findings findings) {
        this.tokens = tokens;
        this.findings = findings;
    }

    static List<Statement> of(SourceFile source, Findings findings) {
        Statements reading = new Statements(Tokens.of(source, findings), findings);
        List<Statement> found = reading.block("file", 0);
        if (reading.at < reading.tokens.size() && !findings.hasErrors()) {
            findings.error("syntax", reading.tokens.get(reading.at).at(), "A brace closes here that none opened.",
                    "remove it, or open it before.");
        }
        return found;
    }

    private List<Statement> block(String block, int depth) {
        List<Statement> found = new ArrayList<>();
        while (at < tokens.size() && !tokens.get(at).is("}") && !findings.hasErrors()) {
            found.add(statement(block, depth));
        }
        return found;
    }

    private Statement statement(String block, int depth) {
        int start = at;
        int words = CamelKeywords.at(tokens, at, block);
        String phrase = tokens.subList(at, at + words).stream().map(Token::text).collect(Collectors.joining(" "));
        at += words;
        List<Token> head = new ArrayList<>();
        if (words == 0 || !CamelKeywords.standsAlone(phrase)) {
            take(head);
        }
        while (at < tokens.size() && !brace() && CamelKeywords.at(tokens, at, block) == 0) {
            take(head);
        }
        Optional<List<Statement>> body = Optional.empty();
        if (at < tokens.size() && tokens.get(at).is("{")) {
            phrase = phrase.isEmpty() ? unknownPhrase(head) : phrase;
            body = Optional.of(braced(CamelKeywords.blockOf(phrase, block), depth));
        }
        return new Statement(phrase, head.isEmpty()
                && phrase.isEmpty() ? tokens.subList(start, start + 1) : head, CamelKeywords.declares(phrase, block),
                tokens.get(start).at(), body);
    }

    /** All words except the last, which counts as the name. */
    private static String unknownPhrase(List<Token> head) {
        List<String> words = new ArrayList<>(head.stream().filter(Token::word).map(Token::text).toList());
        if (words.size() < 2) {
            return "";
        }
        String phrase = String.join(" ", words.subList(0, words.size() - 1));
        head.removeIf(token -> token.word() && words.indexOf(token.text()) < words.size() - 1 && token != head.get(head.size() - 1));
        return phrase;
    }

    /**
     * Takes one token, or all tokens in square brackets. An opening bracket without a closing one before the next is only the lower bound
     * of a range.
     */
    private void take(List<Token> head) {
        if (at >= tokens.size() || brace()) {
            return;
        }
        int end = at + 1;
        if (tokens.get(at).is("[")) {
            int closing = at + 1;
            while (closing < tokens.size() && !tokens.get(closing).is("]") && !tokens.get(closing).is("[") && !tokens.get(closing).is("{")
                    && !tokens.get(closing).is("}")) {
                closing++;
            }
            end = closing < tokens.size() && tokens.get(closing).is("]") ? closing + 1 : end;
        }
        head.addAll(tokens.subList(at, end));
        at = end;
    }

    private List<Statement> braced(String block, int depth) {
        Token opening = tokens.get(at++);
        if (depth == DEEPEST) {
            findings.error("syntax", opening.at(), "Blocks are nested more than " + DEEPEST + " deep.", "close some of them before.");
            return List.of();
        }
        List<Statement> inner = block(block, depth + 1);
        if (at < tokens.size()) {
            at++;
        } else if (!findings.hasErrors()) {
            findings.error("syntax", opening.at(), "A brace opens here and never closes.", "add a closing one.");
        }
        return inner;
    }

    private boolean brace() {
        return tokens.get(at).is("{") || tokens.get(at).is("}");
    }
}
