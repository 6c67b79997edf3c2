package org.caravan.importers.camel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The words by which statements begin, per kind of block: CAMEL separates statements by nothing else. A block or beginning that
 * is not listed does no harm: what follows up to the next known beginning or brace counts to the statement before.
 */
final class Phrases {

    /** Beginnings that stand alone, so that the next word may be a beginning again. */
    private static final Set<String> ALONE = Set.of("longLived", "continuous-deployment", "current-config", "isPush", "external", "64os", "on-event");

    /** Their argument names something declared elsewhere. */
    private static final Set<String> REFERRING = Set.of("requirements", "requirement set", "global requirements", "resource", "horizontal scale",
            "vertical scale", "provider", "image", "os", "location", "security", "paas", "template", "metric", "sensor", "schedule", "window",
            "object context", "component", "source");

    /** Beginnings that declare a name even without braces. */
    private static final Set<String> DECLARING = new HashSet<>();

    private static final Map<String, List<String[]>> BY_BLOCK = new HashMap<>();

    static {
        declared("camel", "application", "import", "attribute", "feature", "description");
        declared("application", "version", "owner", "description");
        declared("deployment", "software", "internal component", "vm requirement set", "vm", "container", "paas", "platform", "serverless component", "communication",
                "coupling", "location coupling", "requirements", "requirement set", "hosting", "data source");
        begins("deployment", "global requirements", "global requirement set");
        declared("software", "required host", "required hosting", "provided host", "provided hosting", "provided communication", "required communication",
                "script configuration", "container configuration", "serverless configuration", "cluster configuration", "paas configuration", "configuration",
                "attribute", "feature");
        begins("software", "requirements", "requirement set", "generates data", "consumes data", "data source", "longLived", "description", "order", "version");
        begins("configuration", "download", "upload", "install", "configure", "start", "stop", "update", "requirements", "os", "image", "docker image", "registry",
                "devops tool", "attribute", "feature", "binary code URL", "build configuration", "event configuration", "continuous-deployment", "parameters");
        begins("set", "resource", "horizontal scale", "vertical scale", "provider", "image", "os", "location", "security", "paas", "optimisation", "quantitative hardware",
                "qualitative hardware");
        declared("requirement", "horizontal scale requirement", "vertical scale requirement", "slo", "service level objective", "requirement group");
        declared("resource", "feature", "attribute");
        begins("location requirement", "locations");
        declared("location", "region", "cloud location", "country", "geographical region");
        begins("place", "name", "alternative names", "parents", "parent regions", "parent", "latitude", "longitude", "geographical region", "sub-locations");
        declared("metric", "measurable attribute", "sensor", "template", "raw metric context", "composite metric context", "raw metric", "composite metric",
                "schedule", "window", "object context", "variable", "function", "metric variable", "attribute");
        begins("metric part", "template", "metric", "sensor", "schedule", "window", "object context", "component", "attribute", "unit", "value type", "formula",
                "grouping", "composing contexts", "current-config", "interval", "time unit", "type", "size type", "time size", "measurement size", "isPush", "config",
                "direction", "data", "quantifier", "communication", "start", "end", "repetitions", "output");
        declared("scalability", "scalability rule", "horizontal scaling", "vertical scaling", "timer", "binary event pattern", "unary event pattern",
                "single event", "functional event", "non-functional event");
        declared("data", "data source", "data");
        begins("data part", "source", "component", "external", "feature", "attribute", "includes", "size");
        declared("organisation", "organisation", "user", "role assignment", "role", "user group", "external identifier", "permission");
        BY_BLOCK.values().forEach(list -> list.sort(Comparator.comparingInt((String[] words) -> words.length).reversed()));
    }

    private static final Map<String, String> BLOCKS = Map.ofEntries(Map.entry("camel model", "camel"), Map.entry("software", "software"), Map.entry("vm", "software"),
            Map.entry("internal component", "software"), Map.entry("requirements", "set"), Map.entry("requirement set", "set"), Map.entry("vm requirement set", "set"),
            Map.entry("application", "application"), Map.entry("feature", "resource"), Map.entry("attribute", "resource"), Map.entry("region", "place"),
            Map.entry("country", "place"), Map.entry("cloud location", "place"), Map.entry("geographical region", "place"), Map.entry("data", "data part"),
            Map.entry("data source", "data part"), Map.entry("location requirement", "location requirement"), Map.entry("container", "software"),
            Map.entry("platform", "software"), Map.entry("serverless component", "software"));

    private Phrases() {}

    /** Number of tokens of the beginning at an index; 0 if none is known there. */
    static int at(List<Token> tokens, int index, String block) {
        if (!tokens.get(index).word()) {
            return 0;
        }
        int suffix = suffixed(tokens, index, block);
        return suffix > 0 ? suffix : BY_BLOCK.getOrDefault(block, List.of()).stream().filter(words -> matches(tokens, index, words)).findFirst().map(words -> words.length).orElse(0);
    }

    /** Blocks whose statements are told by a later word: {@code metric type model}, {@code os requirement}, {@code logical constraint}. */
    private static int suffixed(List<Token> tokens, int index, String block) {
        if (block.equals("file") || block.equals("camel")) {
            boolean instance = word(tokens, index + 1, "type") || word(tokens, index + 1, "instance");
            return word(tokens, index + 1, "model") ? 2 : instance && word(tokens, index + 2, "model") ? 3 : 0;
        }
        boolean kinds = block.equals("requirement") && word(tokens, index + 1, "requirement") || block.equals("constraint") && word(tokens, index + 1, "constraint")
                || block.equals("scalability") && word(tokens, index + 1, "event");
        return kinds ? 2 : 0;
    }

    private static boolean matches(List<Token> tokens, int index, String[] words) {
        for (int i = 0; i < words.length; i++) {
            if (!word(tokens, index + i, words[i])) {
                return false;
            }
        }
        return true;
    }

    private static boolean word(List<Token> tokens, int index, String text) {
        return index < tokens.size() && tokens.get(index).word() && tokens.get(index).text().equals(text);
    }

    static boolean standsAlone(String phrase) {
        return ALONE.contains(phrase);
    }

    static boolean refers(String phrase) {
        return REFERRING.contains(phrase);
    }

    /** Whether the argument is a new name even without braces; in another block the same words may refer to it. */
    static boolean declares(String phrase, String block) {
        return DECLARING.contains(block + "/" + phrase) || Set.of("requirement", "constraint").contains(block) && phrase.endsWith(" " + block)
                || block.equals("scalability") && phrase.endsWith(" event");
    }

    /** The kind of block that a statement opens. */
    static String blockOf(String phrase, String outer) {
        if (phrase.endsWith(" model") && !phrase.equals("camel model")) {
            String kind = phrase.substring(0, phrase.indexOf(' '));
            return kind.equals("organization") ? "organisation" : kind;
        }
        if (phrase.endsWith("configuration")) {
            return "configuration";
        }
        if (outer.equals("metric") || outer.equals("metric part")) {
            return "metric part";
        }
        return BLOCKS.getOrDefault(phrase, phrase.endsWith(" requirement") ? "resource" : "");
    }

    private static void declared(String block, String... phrases) {
        begins(block, phrases);
        Arrays.stream(phrases).forEach(phrase -> DECLARING.add(block + "/" + phrase));
    }

    private static void begins(String block, String... phrases) {
        Arrays.stream(phrases).forEach(phrase -> BY_BLOCK.computeIfAbsent(block, empty -> new ArrayList<>()).add(phrase.split(" ")));
    }
}
