package org.caravan.text;

/** The one place where a text becomes a word of a POSIX shell (POSIX.1-2017, Shell Command Language, 2.2.2). */
public final class ShellWord {

    private ShellWord() {}

    /**
     * In single quotes, within which no character has a meaning.
     *
     * @throws IllegalArgumentException if {@link TextRule#LINES} does not allow the text: a shell drops NULs, and bytes of other characters depend on its locale
     */
    public static String quoted(String text) {
        TextRule.LINES.checked(text, "a text for a shell");
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
