package org.caravan.importers.yaml;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.importers.draft.Findings;
import org.caravan.importers.draft.SourceFile;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.reader.ReaderException;

/** Parses YAML documents. Only nodes are read; tags never instantiate objects. */
public final class YamlText {

    private static final int DEEPEST = 40;
    private static final int MOST_ALIASES = 500;

    /** Start of a placeholder in Helm charts. Before rendering, charts are not valid YAML or parse as maps with maps as keys. */
    private static final String TEMPLATE = "{{";
    static final String RENDER = "import what the chart becomes, if this is a template of one: helm template CHART > shop.yaml";

    private YamlText() {}

    /** Readable documents; unreadable parts are errors with their line. */
    public static List<YamlNode> documents(SourceFile source, Findings findings) {
        LoaderOptions options = new LoaderOptions();
        options.setNestingDepthLimit(DEEPEST);
        options.setMaxAliasesForCollections(MOST_ALIASES);
        List<YamlNode> documents = new ArrayList<>();
        try {
            for (Node node : new Yaml(options).composeAll(new StringReader(source.text()))) {
                new KeyCheck(source.name(), findings).check(node);
                documents.add(new YamlNode(source.name(), node));
            }
        } catch (YAMLException e) {
            findings.error("syntax", place(source, e), "This is no YAML: " + problem(e) + ".", source.text().contains(TEMPLATE)
                    ? RENDER : "look at the indentation and quotes of this line.");
        }
        return documents;
    }

    private static String problem(YAMLException fault) {
        if (fault instanceof MarkedYAMLException marked && marked.getProblem() != null) {
            return marked.getProblem();
        }
        return fault instanceof ReaderException ? "it has a character that YAML forbids"
                : String.valueOf(fault.getMessage()).lines().findFirst().orElse("");
    }

    private static Location place(SourceFile source, YAMLException fault) {
        if (fault instanceof MarkedYAMLException marked) {
            Mark mark = marked.getProblemMark() == null ? marked.getContextMark() : marked.getProblemMark();
            if (mark != null) {
                return new Location(source.name(), mark.getLine() + 1, mark.getColumn() + 1, 1);
            }
        }
        int offset = fault instanceof ReaderException unreadable ? Math.max(0, Math.min(unreadable.getPosition(), source.text().length()))
                : 0;
        long line = source.text().substring(0, offset).chars().filter(character -> character == '\n').count();
        return new Location(source.name(), (int) line + 1, 1, 1);
    }

    /** Checks that keys are texts and unique: real files contain duplicate keys, of which most parsers use the last. */
    private static final class KeyCheck {

        private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        private final String file;
        private final Findings findings;

        KeyCheck(String file, Findings findings) {
            this.file = file;
            this.findings = findings;
        }

        void check(Node node) {
            if (!seen.add(node)) {
                return;
            }
            if (node instanceof SequenceNode list) {
                list.getValue().forEach(this::check);
            } else if (node instanceof MappingNode map) {
                Set<String> keys = new HashSet<>();
                map.getValue().forEach(field -> check(field, keys));
            }
        }

        private void check(NodeTuple field, Set<String> keys) {
            Node key = field.getKeyNode();
            Location at = new Location(file, key.getStartMark().getLine() + 1, key.getStartMark().getColumn() + 1, 1);
            if (!(key instanceof ScalarNode name)) {
                findings.error("key-invalid", at, "A list or map stands where a key is expected.", key instanceof MappingNode
                        ? YamlText.RENDER
                        : "put a name and a colon before it.");
            } else if (!YamlNode.merges(field) && !keys.add(name.getValue())) {
                findings.doubt("duplicate-key", at, "Key " + name.getValue() + " stands twice in one map; the last one counts.",
                        "remove one of them.");
            }
            check(field.getValueNode());
        }
    }
}
