package org.caravan.service;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Change of a stored model to another image of its upload. All that people changed in the model stays.
 *
 * @param from name of the former image
 * @param to name of the new image
 * @param formerArchitectures of the former image, sorted; empty if they are unknown
 * @param architectures of the new image, sorted
 */
public record ImageChange(String from, String to, List<String> formerArchitectures, List<String> architectures) {

    private static final Pattern BETWEEN_BRACES = Pattern.compile("[^{}]++");
    private static final Pattern ARCHITECTURES = Pattern.compile("(\\barch\\s++)(\\w++(?:\\s*+\\|\\s*+\\w++){0,9}+)");

    /**
     * Replaces the image in all forms. A form that declares the former image's architectures gets those of the new image.
     *
     * @param files texts of the model, by name
     */
    public Map<String, String> applied(Map<String, String> files) {
        Map<String, String> changed = new TreeMap<>(files);
        changed.replaceAll((file, text) -> applied(text));
        return changed;
    }

    /** Whether the text declares the new image. */
    public boolean isIn(String text) {
        return image(to).matcher(text).find();
    }

    String applied(String text) {
        Pattern former = image(from);
        return BETWEEN_BRACES.matcher(text).replaceAll(found -> Matcher.quoteReplacement(inForm(former, found.group())));
    }

    /** @param form text between two braces */
    private String inForm(Pattern former, String form) {
        Matcher image = former.matcher(form);
        if (!image.find()) {
            return form;
        }
        String renamed = image.replaceAll("$1" + Matcher.quoteReplacement("\"" + to + "\""));
        if (formerArchitectures.equals(architectures)) {
            return renamed;
        }
        return ARCHITECTURES.matcher(renamed).replaceAll(found -> Matcher.quoteReplacement(found.group(1)
                + (declaresFormer(found) ? String.join(" | ", architectures) : found.group(2))));
    }

    private boolean declaresFormer(MatchResult form) {
        return Arrays.stream(form.group(2).split("\\|")).map(String::strip).sorted().toList().equals(formerArchitectures);
    }

    private static Pattern image(String name) {
        return Pattern.compile("(\\bimage\\s++)" + Pattern.quote("\"" + name + "\""));
    }

    /** Whether two texts differ in lines of comments only, which name uploads. */
    public static boolean sameApartFromComments(String text, String other) {
        return withoutComments(text).equals(withoutComments(other));
    }

    private static String withoutComments(String text) {
        return text.lines().filter(line -> !line.strip().startsWith("//")).collect(Collectors.joining("\n"));
    }
}
