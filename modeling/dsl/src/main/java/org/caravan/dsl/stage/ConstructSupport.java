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

/** Stages that support each language construct: the content of {@code stages.properties}. */
public final class ConstructSupport {

    private static final String WARNED = "warned";

    private static final Map<String, List<SupportedBy>> ALL = read();

    private ConstructSupport() {}

    /**
     * By construct: a feature of a grammar rule ({@code ComponentDeclaration.replicas}), or a grammar rule for all its features without an
     * entry of their own.
     */
    public static Map<String, List<SupportedBy>> all() {
        return ALL;
    }

    /** @return empty if the construct has no entry, which a test forbids */
    public static List<SupportedBy> of(String rule, String feature) {
        return ALL.getOrDefault(rule + "." + feature, ofRule(rule));
    }

    /** @return empty if each feature of the rule has its own entry */
    public static List<SupportedBy> ofRule(String rule) {
        return ALL.getOrDefault(rule, List.of());
    }

    private static Map<String, List<SupportedBy>> read() {
        Properties lines = new Properties();
        try (InputStream stream = ConstructSupport.class.getResourceAsStream("stages.properties")) {
            lines.load(stream);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read stages.properties", e);
        }
        Map<String, List<SupportedBy>> honours = new TreeMap<>();
        lines.stringPropertyNames().forEach(construct -> honours.put(construct,
                Arrays.stream(lines.getProperty(construct).split(", ")).map(ConstructSupport::honour).toList()));
        return Collections.unmodifiableMap(honours);
    }

    private static SupportedBy honour(String text) {
        String[] words = text.trim().split(" ");
        boolean warned = words[0].equals(WARNED);
        return new SupportedBy(Stage.valueOf(words[warned ? 1 : 0].toUpperCase(Locale.ROOT)), warned, warned
                || words.length < 2 ? "" : words[1]);
    }
}
