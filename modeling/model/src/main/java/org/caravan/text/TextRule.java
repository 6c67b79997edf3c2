package org.caravan.text;

import java.util.Locale;
import java.util.Optional;

/**
 * Allowed characters of every text that enters Caravan and reaches a node, a log or a terminal. Not allowed are control characters (Unicode
 * category Cc: C0, DEL, C1), line and paragraph separators (U+2028, U+2029), unpaired surrogates and noncharacters. Bidirectional
 * embeddings, overrides and isolates (U+202A to U+202E, U+2066 to U+2069) are not allowed because they make text look different from its
 * content (CVE-2021-42574). Other text is allowed in every script. The directional marks U+061C, U+200E and U+200F are allowed because they
 * only affect adjacent characters.
 */
public enum TextRule {
    /** One line: names, addresses, labels. */
    LINE(""),
    /** Also tab and line feed: arguments of start commands, values of variables, scripts. */
    LINES("\t\n");

    /** Length of an excerpt in a message, in UTF-16 code units. */
    private static final int LONGEST_EXCERPT = 80;

    private final String controls;

    TextRule(String controls) {
        this.controls = controls;
    }

    /**
     * First character that the rule does not allow.
     *
     * @return for example {@code U+0000 at position 3}; positions count UTF-16 code units from 1
     */
    public Optional<String> violation(String text) {
        for (int at = 0; at < text.length(); ) {
            int point = text.codePointAt(at);
            if (!allows(point)) {
                return Optional.of(String.format(Locale.ROOT, "U+%04X at position %d", point, at + 1));
            }
            at += Character.charCount(point);
        }
        return Optional.empty();
    }

    /**
     * Returns the text if the rule allows it.
     *
     * @param what description of the text and its owner for the message: {@code start word 2 of the image (web)}
     * @throws IllegalArgumentException if the text has a character that the rule does not allow; the message does not repeat the text,
     * because it may be secret
     */
    public String checked(String text, String what) {
        violation(text).ifPresent(found -> {
            throw new IllegalArgumentException("%s has a character that no text of %s may have: %s"
                    .formatted(what, this == LINE ? "one line" : "several lines", found));
        });
        return text;
    }

    /** Text with a space in place of each character that the rule does not allow. */
    public String cleaned(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints().forEach(point -> clean.appendCodePoint(allows(point) ? point : ' '));
        return clean.toString();
    }

    private boolean allows(int point) {
        if (point < ' ') {
            return controls.indexOf(point) >= 0;
        }
        return !Character.isISOControl(point)
                && point != 0x2028 && point != 0x2029
                && !(point >= 0x202A && point <= 0x202E) && !(point >= 0x2066 && point <= 0x2069)
                && !(point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE)
                && !(point >= 0xFDD0 && point <= 0xFDEF) && (point & 0xFFFE) != 0xFFFE;
    }

    /**
     * Beginning of a text for a message or a log line: at most 80 characters; characters that {@link #LINE} does not allow are replaced by
     * U+FFFD.
     */
    public static String excerpt(String text) {
        return excerpt(text, LONGEST_EXCERPT);
    }

    /** As {@link #excerpt(String)}, with this maximum number of characters. */
    public static String excerpt(String text, int most) {
        String start = text.length() <= most ? text : text.substring(0, most) + "…";
        StringBuilder shown = new StringBuilder();
        start.codePoints().forEach(point -> shown.appendCodePoint(LINE.allows(point) ? point : 0xFFFD));
        return shown.toString();
    }
}
