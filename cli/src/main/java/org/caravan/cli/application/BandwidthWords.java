package org.caravan.cli.application;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Parses bandwidth as the modelling language writes it: {@code min 20Mbit/s max 50 Mbit/s share 3}. */
final class BandwidthWords {

    private static final Pattern PART = Pattern.compile(
            "(?<word>min|max|share) (?<number>[0-9]{1,9}(\\.[0-9]{1,3})?) ?(?<unit>[kMG]?bit/s)?(?: |$)");
    private static final Map<String, Double> UNITS = Map.of("bit/s", 1.0, "kbit/s", 1e3, "Mbit/s", 1e6, "Gbit/s", 1e9);

    private BandwidthWords() {}

    /**
     * @return body of the request
     * @throws ParameterException for other words, a word twice, or a rate without its unit
     */
    static Map<String, Object> read(List<String> words, CommandSpec command) {
        String text = String.join(" ", words);
        Map<String, Object> body = new LinkedHashMap<>();
        Matcher part = PART.matcher(text);
        int end = 0;
        while (end < text.length()) {
            if (!part.find(end) || part.start() != end) {
                throw wrong("There is no bandwidth (" + text.substring(end) + ").", command);
            }
            String word = part.group("word");
            boolean rate = !word.equals("share");
            if (rate != (part.group("unit") != null)) {
                throw wrong(rate ? "The " + word + " (" + part.group("number") + ") has no unit." : "A share has no unit.", command);
            }
            double number = Double.parseDouble(part.group("number"));
            String field = rate ? word + "BitsPerSecond" : word;
            if (body.put(field, rate ? (Object) Math.round(number * UNITS.get(part.group("unit"))) : (Object) number) != null) {
                throw wrong(String.format(Locale.ROOT, "There are two words (%s).", word), command);
            }
            end = part.end();
        }
        return body;
    }

    private static ParameterException wrong(String message, CommandSpec command) {
        return new ParameterException(command.commandLine(), message + "\n    Maybe write it as in: min 20Mbit/s max 50Mbit/s share 3");
    }
}
