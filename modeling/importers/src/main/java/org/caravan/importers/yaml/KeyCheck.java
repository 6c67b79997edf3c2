package org.caravan.importers.yaml;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.importers.draft.Findings;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Checks that keys are texts and unique: real files contain duplicate keys, of which most parsers use the last. */
final class KeyCheck {

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
            findings.error("key-invalid", at, "A list or map stands where a key is expected.", key instanceof MappingNode ? YamlText.RENDER
                    : "put a name and a colon before it.");
        } else if (!YamlNode.merges(field) && !keys.add(name.getValue())) {
            findings.doubt("duplicate-key", at, "Key " + name.getValue() + " stands twice in one map; the last one counts.",
                    "remove one of them.");
        }
        check(field.getValueNode());
    }
}
