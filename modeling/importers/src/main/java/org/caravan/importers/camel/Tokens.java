package org.caravan.importers.camel;

import java.util.ArrayList;
import java.util.List;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.importers.camel.Token.Kind;
import org.caravan.importers.draft.Findings;
import org.caravan.importers.draft.SourceFile;

/** Splits a text into tokens. Texts use either kind of quote and may span lines; comments are as in Java. */
final class Tokens {

    private static final String SYMBOLS = "{}[](),:;<>=";

    private final SourceFile source;
    private final String text;
    private final Findings findings;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int line = 1;
    private int lineStart;

    private Tokens(SourceFile source, Findings findings) {
        this.source = source;
        this.text = source.text();
        this.findings = findings;
    }

    static List<Token> of(SourceFile source, Findings findings) {
        Tokens reading = new Tokens(source, findings);
        while (reading.at < reading.text.length()) {
            reading.next();
        }
        return reading.tokens;
    }

    private void next() {
        char character = text.charAt(at);
        if (Character.isWhitespace(character) || character == '\uFEFF') {
            advance(1);
        } else if (text.startsWith("//", at)) {
            int end = text.indexOf('\n', at);
            advance((end < 0 ? text.length() : end) - at);
        } else if (text.startsWith("/*", at)) {
            enclosed("*/", 2, "comment");
        } else if (character == '"' || character == '\'') {
            quoted(character);
        } else if (SYMBOLS.indexOf(character) >= 0) {
            tokens.add(new Token(Kind.SYMBOL, String.valueOf(character), place()));
            advance(1);
        } else {
            word();
        }
    }

    private void enclosed(String closing, int opening, String what) {
        int end = text.indexOf(closing, at + opening);
        if (end < 0) {
            unclosed(what);
            return;
        }
        advance(end + closing.length() - at);
    }

    private void quoted(char quote) {
        Location start = place();
        int end = at + 1;
        while (end < text.length() && text.charAt(end) != quote) {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        if (end >= text.length()) {
            unclosed("text in quotes");
            return;
        }
        tokens.add(new Token(Kind.TEXT, text.substring(at + 1, end), start));
        advance(end + 1 - at);
    }

    private void unclosed(String what) {
        findings.error("syntax", place(), "A " + what + " begins here and never ends.", "close it.");
        at = text.length();
    }

    private void word() {
        Location start = place();
        int end = at;
        while (end < text.length() && !Character.isWhitespace(text.charAt(end)) && SYMBOLS.indexOf(text.charAt(end)) < 0
                && text.charAt(end) != '"' && text.charAt(end) != '\'') {
            end++;
        }
        // A caret allows a name that equals a keyword.
        tokens.add(new Token(Kind.WORD, text.substring(at, end).replaceAll("^\\^(?=[A-Za-z_])", ""), start));
        advance(end - at);
    }

    private Location place() {
        return new Location(source.name(), line, at - lineStart + 1, 1);
    }

    private void advance(int characters) {
        for (int end = at + characters; at < end; at++) {
            if (text.charAt(at) == '\n') {
                line++;
                lineStart = at + 1;
            }
        }
    }
}
