package org.caravan.dsl.stage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** Which stages honour which construct: the content of {@code stages.properties}. */
public final class Honours {

    private static final String WARNED = "warned";

    private static final Map<String, List<Honour>> ALL = read();

    private Honours() {}

    /** By construct: a feature of a rule ({@code ComponentDeclaration.replicas}), or a rule for all its features that have no line of their own. */
    public static Map<String, List<Honour>> all() {
        return ALL;
    }

    /** @return none where nobody said anything of the construct, which a test forbids */
    public static List<Honour> of(String rule, String feature) {
        return ALL.getOrDefault(rule + "." + feature, ofRule(rule));
    }

    /** @return none where each feature of the rule is said on its own */
    public static List<Honour> ofRule(String rule) {
        return ALL.getOrDefault(rule, List.of());
    }

    private static Map<String, List<Honour>> read() {
        Properties lines = new Properties();
        try (InputStream stream = Honours.class.getResourceAsStream("stages.properties")) {
            lines.load(stream);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read stages.properties", e);
        }
        Map<String, List<Honour>> honours = new TreeMap<>();
        lines.stringPropertyNames().forEach(construct -> honours.put(construct,
                Arrays.stream(lines.getProperty(construct).split(", ")).map(Honours::honour).toList()));
        return Collections.unmodifiableMap(honours);
    }

    private static Honour honour(String text) {
        String[] words = text.trim().split(" ");
        boolean warned = words[0].equals(WARNED);
        return new Honour(Stage.valueOf(words[warned ? 1 : 0].toUpperCase(Locale.ROOT)), warned, warned || words.length < 2 ? "" : words[1]);
    }
}
