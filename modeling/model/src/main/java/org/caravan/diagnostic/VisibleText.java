package org.caravan.diagnostic;

/**
 * Escapes terminal control characters in untrusted text (from instances, nodes, models, other users): C0 except tab and line feed, DEL and
 * C1 (ECMA-48), the bidirectional controls (Unicode Standard Annex 9), and the line separators U+2028 and U+2029. Each becomes {@code
 * \}{@code u} and four hexadecimal digits, which JSON strings allow as well. A carriage return before a line feed stays.
 */
public final class VisibleText {

    private static final char DELETE = 0x7f;
    private static final char LAST_CONTROL = 0x9f;

    private VisibleText() {}

    /** Returns the same string if nothing needs escaping. */
    public static String of(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (obeyed(text, i)) {
                return escaped(text, i);
            }
        }
        return text;
    }

    private static String escaped(String text, int first) {
        StringBuilder visible = new StringBuilder(text.length() + 64).append(text, 0, first);
        for (int i = first; i < text.length(); i++) {
            char character = text.charAt(i);
            if (obeyed(text, i)) {
                visible.append(String.format("\\u%04x", (int) character));
            } else {
                visible.append(character);
            }
        }
        return visible.toString();
    }

    private static boolean obeyed(String text, int i) {
        char character = text.charAt(i);
        return character == '\r' ? i + 1 == text.length() || text.charAt(i + 1) != '\n' : obeyed(character);
    }

    private static boolean obeyed(char character) {
        if (character < ' ') {
            return character != '\t' && character != '\n';
        }
        return character >= DELETE && (character <= LAST_CONTROL || reorders(character));
    }

    private static boolean reorders(char character) {
        return character == '\u061c' || character == '\u200e' || character == '\u200f'
                || character >= '\u2028' && character <= '\u202e' || character >= '\u2066' && character <= '\u2069';
    }
}
