package org.caravan.writer;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.stream.Collectors;
import org.caravan.text.TextRule;

/** Names, texts and numbers in the syntax of the language; rejects values that the language cannot express. */
final class Words {

    /** Maximum length of a number that the language reads. */
    private static final int LONGEST_NUMBER = 18;

    private Words() {}

    static String name(String name) {
        if (!name.matches("[A-Za-z_][A-Za-z0-9_-]*")) {
            throw new IllegalArgumentException("the language has no way to write the name \"" + name + "\"");
        }
        return name;
    }

    static String names(Collection<String> names) {
        return names.stream().map(Words::name).collect(Collectors.joining(", "));
    }

    static String quoted(String text) {
        if (TextRule.LINE.violation(text).isPresent()) {
            throw new IllegalArgumentException("the language has no way to write a control character in a text");
        }
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** Shortest decimal number that parses to this value. */
    static String number(double value) {
        return number(new BigDecimal(Double.toString(value)));
    }

    static String percent(double share) {
        return number(new BigDecimal(Double.toString(share)).movePointRight(2)) + " %";
    }

    private static String number(BigDecimal value) {
        String written = value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
        if (written.length() > LONGEST_NUMBER) {
            throw new IllegalArgumentException("the language has no way to write the number " + written);
        }
        return written;
    }
}
