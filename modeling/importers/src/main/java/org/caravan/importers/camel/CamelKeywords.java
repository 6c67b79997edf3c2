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
 * Keywords that start statements, by kind of block; CAMEL has no other separator of statements. An unknown block or keyword is harmless:
 * text up to the next known keyword or brace belongs to the preceding statement.
 */
final class CamelKeywords {

    /** Keywords without argument, so that the next word may be a keyword again. */
    private static final Set<String> ALONE = Set.of("longLived", "coInstanceHosting", "continuous-deployment", "current-config",
            "on candidates", "isPush",
            "push", "external", "64os", "on-event", "minimise", "violation", "relaxed", "public", "saas", "paas", "iaas", "every-resource",
                    "every-service", "every-data",
            "every-software", "isAssignable", "ascending", "implemented");

    /** Keywords whose argument references a declaration elsewhere. */
    private static final Set<String> REFERRING = Set.of("requirements", "requirement set", "global requirements", "resource",
            "horizontal scale",
            "vertical scale", "provider", "image", "os", "location", "security", "paas", "template", "metric", "sensor", "schedule",
                    "window",
            "object context", "component", "source", "constraint", "variable", "context", "event", "left event", "right event", "timer",
                    "metric condition", "software");

    /** Keywords whose arguments in brackets are references too. */
    private static final Set<String> LISTING = Set.of("composing contexts", "actions", "controls");

    /** Keywords that declare a name even without braces. */
    private static final Set<String> DECLARING = new HashSet<>();

    private static final Map<String, List<String[]>> BY_BLOCK = new HashMap<>();

    static {
        declared("camel", "application", "import", "attribute", "feature", "description");
        declared("application", "version", "owner", "description");
        declared("deployment", "software", "internal component", "vm requirement set", "vm", "container", "paas", "platform",
                "serverless component", "communication",
                "coupling", "location coupling", "requirements", "requirement set", "hosting", "data source", "sequence", "parallel",
                        "switch", "conditional", "precedes");
        begins("deployment", "global requirements", "global requirement set");
        declared("software", "required host", "required hosting", "provided host", "provided hosting", "provided communication",
                "required communication",
                "script configuration", "container configuration", "serverless configuration", "cluster configuration",
                        "paas configuration", "configuration",
                "attribute", "feature");
        begins("software", "requirements", "requirement set", "generates data", "consumes data", "data source", "longLived",
                "coInstanceHosting", "description", "order", "version");
        begins("configuration", "download", "upload", "install", "configure", "start", "stop", "update", "requirements", "os", "image",
                "docker image", "registry",
                "devops tool", "attribute", "feature", "binary code URL", "build configuration", "event configuration",
                        "continuous-deployment", "parameters");
        begins("set", "resource", "horizontal scale", "vertical scale", "provider", "image", "os", "location", "security", "paas",
                "optimisation", "quantitative hardware",
                "qualitative hardware");
        declared("requirement", "horizontal scale requirement", "vertical scale requirement", "slo", "service level objective",
                "requirement group");
        declared("resource", "feature", "attribute");
        begins("location requirement", "locations");
        declared("location", "region", "cloud location", "country", "geographical region");
        begins("place", "name", "alternative names", "parents", "parent regions", "parent", "latitude", "longitude", "geographical region",
                "sub-locations");
        begins("optimisation requirement", "minimise", "context", "variable", "priority", "function", "metric", "component");
        declared("security requirement", "attribute", "feature");
        begins("security requirement", "controls");
        declared("metric", "measurable attribute", "quality attribute", "sensor", "template", "raw metric context",
                "composite metric context", "attribute context",
                "raw metric", "composite metric", "schedule", "window", "object context", "variable", "function", "metric variable",
                        "attribute", "property", "condition context",
                "metric condition", "property condition");
        begins("metric part", "template", "metric", "sensor", "schedule", "window", "object context", "objectContext", "context",
                "component", "attribute", "feature", "unit",
                "value type", "formula", "grouping", "composing contexts", "current-config", "on candidates", "interval", "time unit",
                        "type", "size type", "time size",
                "measurement size", "isPush", "push", "config", "configuration", "direction", "data", "quantifier", "communication",
                        "start", "end", "repetitions", "output",
                "description", "requirement set", "provided communication", "required communication", "expression", "arguments",
                        "processing", "window type", "value direction",
                "layer", "property", "metric formula", "domain", "criterion", "ranking", "custom", "ascending");
        declared("scalability", "scalability rule", "rule", "horizontal scaling action", "horizontal scaling", "vertical scaling action",
                "vertical scaling", "timer",
                "binary event pattern", "unary event pattern", "single event", "functional event", "non-functional event",
                        "nonfunctional event", "functional", "nonfunctional");
        begins("scalability part", "event", "actions", "scale requirements", "constraint", "metric condition", "violation", "type",
                "component", "internal component", "software",
                "vm", "count", "operator", "left event", "right event", "timer", "time value", "max occurrence num", "unit", "description",
                        "attribute", "feature");
        begins("constraint", "then", "else");
        declared("security", "security control", "domain", "security attribute", "certifiable", "raw security metric",
                "composite security metric", "security SLO",
                "security requirement");
        begins("security part", "name", "domain", "sub-domain", "specification", "properties", "raw metrics", "composite metrics",
                "attribute", "feature", "description",
                "sub-domains", "template", "formula", "controls");
        declared("data", "data source", "data");
        begins("data part", "source", "component", "external", "feature", "attribute", "includes", "size");
        declared("organisation", "organisation", "provider", "user", "role assignment", "role", "user group", "external identifier",
                "permission", "model resource filter",
                "service resource filter", "data resource filter", "software resource filter", "data centre", "data center",
                        "cloud credentials");
        begins("organisation", "security level", "description");
        declared("organisation part", "cloud credentials", "external identifier", "attribute", "feature");
        begins("organisation part", "first name", "last name", "email", "www", "postal address", "platform credentials",
                "paasage credentials", "provider name", "username",
                "password", "security group", "public SSH key", "private SSH key", "requirement models", "deployment models",
                        "metric models", "scalability models", "user group",
                "user", "role", "assignment time", "start", "end", "action", "resource filter", "identifier", "description", "public",
                        "saas", "paas", "iaas", "pattern", "path",
                "URL", "data", "locations", "software", "every-resource", "every-service", "every-data", "every-software", "code name",
                        "location", "provider model");
        BY_BLOCK.values().forEach(list -> list.sort(Comparator.comparingInt((String[] words) -> words.length).reversed()));
    }

    private static final Map<String, String> BLOCKS = Map.ofEntries(Map.entry("camel model", "camel"), Map.entry("software", "software"),
            Map.entry("vm", "software"),
            Map.entry("internal component", "software"), Map.entry("requirements", "set"), Map.entry("requirement set", "set"),
                    Map.entry("vm requirement set", "set"),
            Map.entry("application", "application"), Map.entry("feature", "resource"), Map.entry("attribute", "resource"),
                    Map.entry("region", "place"),
            Map.entry("country", "place"), Map.entry("cloud location", "place"), Map.entry("geographical region", "place"),
                    Map.entry("data", "data part"),
            Map.entry("data source", "data part"), Map.entry("location requirement", "location requirement"),
                    Map.entry("container", "software"),
            Map.entry("platform", "software"), Map.entry("serverless component", "software"),
                    Map.entry("optimisation requirement", "optimisation requirement"),
            Map.entry("security requirement", "security requirement"));

    /** Models in which all statements have parts with the same keywords. */
    private static final Set<String> PARTED = Set.of("metric", "scalability", "security", "organisation");

    private CamelKeywords() {}

    /** Number of tokens of the keyword at an index; 0 if there is none. */
    static int at(List<Token> tokens, int index, String block) {
        if (!tokens.get(index).word()) {
            return 0;
        }
        int suffix = suffixed(tokens, index, block);
        return suffix > 0 ? suffix : BY_BLOCK.getOrDefault(block, List.of()).stream().filter(words -> matches(tokens, index, words))
                .findFirst().map(words -> words.length).orElse(0);
    }

    /**
     * Blocks whose statements are identified by a later word: {@code metric type model}, {@code os requirement}, {@code logical
     * constraint}.
     */
    private static int suffixed(List<Token> tokens, int index, String block) {
        if (block.equals("file") || block.equals("camel")) {
            boolean instance = word(tokens, index + 1, "type") || word(tokens, index + 1, "instance");
            return word(tokens, index + 1, "model") ? 2 : instance && word(tokens, index + 2, "model") ? 3 : 0;
        }
        boolean kinds = block.equals("requirement") && word(tokens, index + 1, "requirement") || block.equals("constraint")
                && word(tokens, index + 1, "constraint")
                || block.equals("scalability") && word(tokens, index + 1, "event") && !word(tokens, index + 2, "pattern");
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

    /** Whether it references several names in brackets. */
    static boolean lists(String phrase) {
        return LISTING.contains(phrase);
    }

    /** Whether the argument is a new name even without braces; in another block the same keyword may be a reference. */
    static boolean declares(String phrase, String block) {
        return DECLARING.contains(block + "/" + phrase) || Set.of("requirement", "constraint").contains(block)
                && phrase.endsWith(" " + block)
                || block.equals("scalability") && phrase.endsWith(" event");
    }

    /** Kind of the block that a statement opens. */
    static String blockOf(String phrase, String outer) {
        if (phrase.endsWith(" model") && !phrase.equals("camel model")) {
            String kind = phrase.substring(0, phrase.indexOf(' '));
            return kind.equals("organization") ? "organisation" : kind;
        }
        if (phrase.endsWith("configuration")) {
            return "configuration";
        }
        if (PARTED.contains(outer) || outer.endsWith(" part") && !outer.equals("data part")) {
            return outer.endsWith(" part") ? outer : outer + " part";
        }
        if (outer.equals("constraint")) {
            return outer;
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
