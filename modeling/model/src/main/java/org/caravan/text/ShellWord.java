package org.caravan.text;

/** Quotes text as a word of a POSIX shell (POSIX.1-2017, Shell Command Language, 2.2.2). All shell quoting uses this class. */
public final class ShellWord {

    private ShellWord() {}

    /**
     * Returns the text in single quotes, in which no character is special.
     *
     * @throws IllegalArgumentException if {@link TextRule#LINES} does not allow the text: shells drop NULs, and the bytes of other
     * characters depend on the locale
     */
    public static String quoted(String text) {
        TextRule.LINES.checked(text, "a text for a shell");
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
