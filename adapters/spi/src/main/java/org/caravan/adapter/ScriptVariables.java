package org.caravan.adapter;

import java.util.Map;
import java.util.TreeMap;
import org.caravan.text.ShellWord;
import org.caravan.text.TextRule;

/** Encodes values for a script on a host. The values come from models and images, so the text rule is applied again here. */
public final class ScriptVariables {

    private ScriptVariables() {}

    /**
     * One assignment per variable and line, sorted by name.
     *
     * @throws AdapterFault of kind UNSUPPORTED for a value that cannot be passed to a shell; the message names the variable and
     *     omits its value
     */
    public static String assignments(Map<String, String> variables) {
        StringBuilder script = new StringBuilder();
        new TreeMap<>(variables).forEach((name, value) -> script.append(name).append('=').append(quoted(value, name)).append('\n'));
        return script.toString();
    }

    /**
     * Quotes a word for a shell on a host.
     *
     * @param what description of the text and its owner
     * @throws AdapterFault of kind UNSUPPORTED for a text that cannot be passed to a shell
     */
    public static String quoted(String text, String what) {
        try {
            return ShellWord.quoted(text);
        } catch (IllegalArgumentException e) {
            throw refused(TextRule.LINES, text, what);
        }
    }

    /**
     * Returns the text if it has one line and no control characters; for files with line-based formats.
     *
     * @throws AdapterFault of kind UNSUPPORTED otherwise
     */
    public static String line(String text, String what) {
        if (TextRule.LINE.violation(text).isPresent()) {
            throw refused(TextRule.LINE, text, what);
        }
        return text;
    }

    private static AdapterFault refused(TextRule rule, String text, String what) {
        return new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                ("The text (%s) for a host has a control character, which cannot be sent: %s.\nMaybe remove it from the image or the "
                + "model, or put the text into a file of the image.")
                .formatted(what, rule.violation(text).orElse("")));
    }
}
