package org.caravan.dsl.syntax;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.diagnostic.DidYouMean;

/**
 * Text change that may correct a syntax error. Only parsing shows whether it does.
 *
 * @param advice the rest of a line that starts with "Maybe"
 * @param start start index of the replaced text
 * @param end end index of the replaced text, exclusive
 * @param replacement new text
 */
record Repair(String advice, int start, int end, String replacement) {

    private static final Pattern WORD = Pattern.compile("[a-zA-Z0-9]+");
    private static final Pattern EXAMPLE = Pattern.compile(" such as (\\S++)\\z");
    private static final Pattern EXPONENT = Pattern.compile("[eE]([0-9]{1,2})");
    private static final Pattern NUMBER_BEFORE = Pattern.compile("(?<![0-9])[0-9]++(\\.[0-9]++)?\\s*+$");
    private static final Pattern NUMBER_AFTER = Pattern.compile("^\\s*[0-9]+(\\.[0-9]+)?");

    private static final Pattern CPU_BEFORE = Pattern.compile("\\bcpu\\s{1,9}([0-9]{1,6}(?:\\.[0-9]{1,6})?)\\s{0,9}$");
    private static final Pattern PATH_AFTER = Pattern.compile("(GET\\s{1,9}\"[^\"\\n]{0,200}\")(?:\\s{1,9}is\\s{1,9}[0-9]{3})?");

    /** Letters that Unicode decomposition does not convert to ASCII. */
    private static final Map<String, String> PLAIN = Map.of("ß", "ss", "ø", "o", "Ø", "O", "æ", "ae", "Æ", "AE", "ł", "l", "Ł", "L", "đ",
            "d", "ı", "i");

    /** Text after the change. */
    String applied(String text) {
        return text.substring(0, start) + replacement + text.substring(end);
    }

    /**
     * Candidate repairs in order of trial; the first one that parses is proposed.
     *
     * @param offset offset of the unexpected token
     * @param length length of the unexpected token
     * @param expected allowed tokens, in the words of {@link Expectation}
     */
    static List<Repair> candidates(String text, int offset, int length, List<String> expected) {
        String found = text.substring(offset, offset + length);
        List<Repair> all = new ArrayList<>();
        name(text, offset).ifPresent(all::add);
        number(text, offset, found).ifPresent(all::add);
        percentage(text, offset, found).ifPresent(all::add);
        arrow(text, offset, found).ifPresent(all::add);
        alternative(offset, found, expected).ifPresent(all::add);
        readiness(text, offset, found).ifPresent(all::add);
        if (expected.size() == 1) {
            single(expected.get(0), offset, found).forEach(all::add);
        }
        within(text, offset).ifPresent(all::add);
        before(text, offset, found).ifPresent(all::add);
        return all;
    }

    /** Replacements of the token by one expected word each, most similar word first. */
    static List<Repair> words(int offset, int length, String found, List<String> expected) {
        List<String> words = expected.stream().filter(word -> WORD.matcher(word).matches()).toList();
        return DidYouMean.of(found, words).stream().map(word -> new Repair(word, offset, offset + length, word)).toList();
    }

    /** Removes the token. */
    static Repair removal(int offset, int length) {
        return new Repair("remove it.", offset, offset + length, "");
    }

    /** For a letter that is not allowed in names: the whole word without accents. */
    private static Optional<Repair> name(String text, int offset) {
        if (!strangeLetter(text, offset)) {
            return Optional.empty();
        }
        String word = word(text, offset);
        String plain = Normalizer.normalize(word, Normalizer.Form.NFD).codePoints().mapToObj(Character::toString)
                .map(letter -> PLAIN.getOrDefault(letter, letter)).reduce("", String::concat).replaceAll("[^A-Za-z0-9_-]", "")
                .replaceFirst("^[^A-Za-z_]+", "").replaceFirst("(?<!-)-+$", "");
        int start = wordStart(text, offset);
        return plain.isEmpty() ? Optional.empty() : Optional.of(new Repair("write " + plain + ".", start, start + word.length(), plain));
    }

    static boolean strangeLetter(String text, int offset) {
        return offset < text.length() && text.codePointAt(offset) > 127 && Character.isLetter(text.codePointAt(offset));
    }

    /** Word around a position, with letters of any script. */
    static String word(String text, int offset) {
        int start = wordStart(text, offset);
        int end = offset;
        while (end < text.length() && ofWord(text.charAt(end))) {
            end++;
        }
        return text.substring(start, end);
    }

    private static int wordStart(String text, int offset) {
        int start = offset;
        while (start > 0 && ofWord(text.charAt(start - 1))) {
            start--;
        }
        return start;
    }

    private static boolean ofWord(char character) {
        return Character.isLetterOrDigit(character) || Character.isSurrogate(character)
                || Character.getType(character) == Character.NON_SPACING_MARK || character == '_' || character == '-';
    }

    /** Numbers in notations of other languages: {@code 500m}, {@code 1,5}, {@code 1e3}, {@code -1}, {@code 256-512}. */
    private static Optional<Repair> number(String text, int offset, String found) {
        Matcher before = NUMBER_BEFORE.matcher(text.substring(Math.max(0, offset - 40), offset));
        Matcher after = NUMBER_AFTER.matcher(text.substring(offset + found.length(),
                Math.min(text.length(), offset + found.length() + 40)));
        boolean follows = after.find();
        int next = offset + found.length() + (follows ? after.end() : 0);
        if (!before.find()) {
            return found.equals("-") && follows ? Optional.of(new Repair("write " + after.group().strip() + ", a number without a sign.",
                    offset, next, after.group().strip())) : Optional.empty();
        }
        String number = before.group().strip();
        int start = offset - before.group().length();
        boolean adjacent = before.group().equals(number);
        Matcher exponent = EXPONENT.matcher(found);
        if (found.equals("m") && adjacent && !number.contains(".")) {
            String cores = new java.math.BigDecimal(number).movePointLeft(3).stripTrailingZeros().toPlainString();
            return Optional.of(new Repair("write " + cores + ": cpu is a number of cores without a unit.", start, offset + 1, cores));
        }
        if (exponent.matches() && adjacent) {
            String plain = new java.math.BigDecimal(number + "E" + exponent.group(1)).toPlainString();
            return Optional.of(new Repair("write " + plain + ".", start, offset + found.length(), plain));
        }
        if (found.equals(",") && follows && !number.contains(".")) {
            String point = number + "." + after.group().strip();
            return Optional.of(new Repair("write " + point + ".", start, next, point));
        }
        if (found.equals("-") && follows) {
            String range = number + ".." + after.group().strip();
            return Optional.of(new Repair("write " + range + ".", start, next, range));
        }
        return WORD.matcher(found).matches() && !Character.isDigit(found.charAt(0))
                ? Optional.of(new Repair("leave " + found + " out: " + number + " has no unit here.",
                        offset - (before.group().length() - number.length()), offset + found.length(), ""))
                : Optional.empty();
    }

    /** Share of a processor; without the sign it would be as many cores as percent. */
    private static Optional<Repair> percentage(String text, int offset, String found) {
        Matcher share = found.equals("%") ? CPU_BEFORE.matcher(text.substring(Math.max(0, offset - 40), offset)) : null;
        if (share == null || !share.find()) {
            return Optional.empty();
        }
        String cores = new java.math.BigDecimal(share.group(1)).movePointLeft(2).stripTrailingZeros().toPlainString();
        return Optional.of(new Repair("write " + cores + ": cpu is a number of cores without a unit.",
                offset - share.group().length() + share.start(1) - share.start(), offset + 1, cores));
    }

    /** Choices are separated by a bar, not by a comma. */
    private static Optional<Repair> alternative(int offset, String found, List<String> expected) {
        return found.equals(",") && expected.contains("|")
                ? Optional.of(new Repair("write | between the choices.", offset, offset + 1, "|"))
                : Optional.empty();
    }

    /** {@code ready GET "/health"}, whose words {@code when} and {@code is 200} are missing. */
    private static Optional<Repair> readiness(String text, int offset, String found) {
        Matcher path = PATH_AFTER.matcher(text.substring(offset, Math.min(text.length(), offset + 300)));
        return found.equals("GET") && path.lookingAt() ? Optional.of(new Repair("write when " + path.group(1) + " is 200.",
                offset, offset + path.end(), "when " + path.group(1) + " is 200")) : Optional.empty();
    }

    /** The lexer reads a dash directly after a name as part of the name. */
    private static Optional<Repair> arrow(String text, int offset, String found) {
        int dash = found.equals(">") ? offset - 1 : offset + found.length() - 1;
        return dash > 0 && text.startsWith("->", dash) ? Optional.of(new Repair("put a space before ->.", dash, dash, " "))
                : Optional.empty();
    }

    /** The only expected token, inserted before the unexpected token or in its place. */
    private static List<Repair> single(String expected, int offset, String found) {
        Matcher example = EXAMPLE.matcher(expected);
        String written = example.find() ? example.group(1)
                : switch (expected) {
                    case "a text in quotes" -> "\"" + found.replaceAll("[\"\\\\\\p{Cntrl}]", "") + "\"";
                    case "a number" -> "1";
                    case "a name" -> "name";
                    default -> expected;
                };
        String advice = "write " + expected + " here.";
        return List.of(new Repair(advice, offset, offset, written + " "), new Repair(advice, offset, offset + found.length(), written));
    }

    /** Moves a property from before the braces into them. */
    private static Optional<Repair> within(String text, int offset) {
        int line = text.indexOf('\n', offset);
        int brace = text.indexOf('{', offset);
        if (brace < 0 || line >= 0 && brace > line) {
            return Optional.empty();
        }
        String words = text.substring(offset, brace).strip();
        return words.isEmpty() || words.contains("}") ? Optional.empty()
                : Optional.of(new Repair("write it within the braces: { " + words + ".", offset, brace + 1, "{ " + words));
    }

    /** Moves {@code stateful} from the braces of a component before them. */
    private static Optional<Repair> before(String text, int offset, String found) {
        int brace = text.lastIndexOf('{', offset);
        if (!found.equals("stateful") || brace < 0) {
            return Optional.empty();
        }
        return Optional.of(new Repair("write it before the braces: stateful {.", brace, offset + found.length(),
                "stateful " + text.substring(brace, offset).stripTrailing()));
    }
}
