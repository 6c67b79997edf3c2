package org.caravan.adapter;

import java.util.Map;
import java.util.TreeMap;
import org.caravan.text.ShellWord;
import org.caravan.text.TextRule;

/** Values for a script on a host. They come from models and images, so the rule for texts is applied again here, whoever let them in. */
public final class ScriptVariables {

    private ScriptVariables() {}

    /**
     * An assignment for each variable, a line each, sorted by name.
     *
     * @throws AdapterFault of kind UNSUPPORTED for a value that no shell can be given; the message names the variable, and not its value
     */
    public static String assignments(Map<String, String> variables) {
        StringBuilder script = new StringBuilder();
        new TreeMap<>(variables).forEach((name, value) -> script.append(name).append('=').append(quoted(value, name)).append('\n'));
        return script.toString();
    }

    /**
     * A word for a shell on a host.
     *
     * @param what the text is and whose
     * @throws AdapterFault of kind UNSUPPORTED for a text that no shell can be given
     */
    public static String quoted(String text, String what) {
        try {
            return ShellWord.quoted(text);
        } catch (IllegalArgumentException e) {
            throw refused(TextRule.LINES, text, what);
        }
    }

    /**
     * The text, if it is of one line and has no control characters: for files whose lines have a meaning.
     *
     * @throws AdapterFault of kind UNSUPPORTED for any other
     */
    public static String line(String text, String what) {
        if (TextRule.LINE.violation(text).isPresent()) {
            throw refused(TextRule.LINE, text, what);
        }
        return text;
    }

    private static AdapterFault refused(TextRule rule, String text, String what) {
        return new AdapterFault(AdapterFault.Kind.UNSUPPORTED, "The text (%s) for a host has a control character, which cannot be passed on: %s.\nMaybe remove it from the image or the model, or put the text into a file of the image."
                .formatted(what, rule.violation(text).orElse("")));
    }
}
