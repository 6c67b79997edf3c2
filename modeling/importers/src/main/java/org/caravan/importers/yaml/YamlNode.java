package org.caravan.importers.yaml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.caravan.diagnostic.Diagnostic.Location;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * One value with its line. A map remembers which of its keys were asked for, so that the others can be listed: what an importer
 * does not know, it cannot lose. Nodes that anchors share are read anew wherever they are used; merged keys ({@code <<}) count
 * as the map's own.
 */
public final class YamlNode {

    private final String file;
    private final Node node;
    private final Node place;
    private final Set<String> asked = new HashSet<>();
    private Map<String, YamlNode> fields;

    YamlNode(String file, Node node) {
        this(file, node, node);
    }

    private YamlNode(String file, Node node, Node place) {
        this.file = file;
        this.node = node;
        this.place = place;
    }

    public boolean isMap() {
        return node instanceof MappingNode;
    }

    public boolean isList() {
        return node instanceof SequenceNode;
    }

    /** A single value other than null. */
    public boolean isText() {
        return node instanceof ScalarNode && !isNull();
    }

    public boolean isNull() {
        return node instanceof ScalarNode && Tag.NULL.equals(node.getTag());
    }

    /** A single value as it is written; empty for all else. */
    public String text() {
        return isText() ? ((ScalarNode) node).getValue() : "";
    }

    /** Its key, or where it starts itself. */
    public Location at() {
        return new Location(file, place.getStartMark().getLine() + 1, place.getStartMark().getColumn() + 1, 1);
    }

    /** The value of a key unless it is null or absent; the key counts as asked for. */
    public Optional<YamlNode> get(String key) {
        asked.add(key);
        return Optional.ofNullable(fields().get(key)).filter(value -> !value.isNull());
    }

    /** Several keys down. */
    public Optional<YamlNode> get(String key, String... more) {
        Optional<YamlNode> found = get(key);
        for (String next : more) {
            found = found.flatMap(value -> value.get(next));
        }
        return found;
    }

    /** The text of a key; empty if it has none. */
    public String text(String key) {
        return get(key).map(YamlNode::text).orElse("");
    }

    /** This value on top of another: maps key by key, lists after those of the other, else this one. */
    public YamlNode over(YamlNode base) {
        if (isMap() && base.isMap()) {
            YamlNode both = new YamlNode(file, node, place);
            both.fields = base.copy().fields();
            fields().forEach((key, value) -> both.fields.merge(key, value, (below, above) -> above.over(below)));
            base.asked.addAll(base.fields().keySet());
            return both;
        }
        boolean joined = (isList() || isMap()) && (base.isList() || base.isMap());
        if (!joined) {
            return this;
        }
        List<Node> all = new ArrayList<>(base.isList() ? ((SequenceNode) base.node).getValue() : List.of(base.node));
        all.addAll(isList() ? ((SequenceNode) node).getValue() : List.of(node));
        return new YamlNode(file, new SequenceNode(Tag.SEQ, true, all, node.getStartMark(), node.getEndMark(), DumperOptions.FlowStyle.BLOCK), place);
    }

    /** The same value, of which no key has been asked for. */
    private YamlNode copy() {
        YamlNode copy = new YamlNode(file, node, place);
        copy.fields = new LinkedHashMap<>();
        fields().forEach((key, value) -> copy.fields.put(key, value.copy()));
        return copy;
    }

    /** Elements of a list; a single value is a list of one. */
    public List<YamlNode> items() {
        if (isText()) {
            return List.of(this);
        }
        return isList() ? ((SequenceNode) node).getValue().stream().map(item -> new YamlNode(file, item)).toList() : List.of();
    }

    /** All keys with their values, also null ones; all count as asked for. */
    public Map<String, YamlNode> entries() {
        asked.addAll(fields().keySet());
        return Collections.unmodifiableMap(fields());
    }

    /** The value of a key that is there, also a null one; the key does not count as asked for. */
    public YamlNode entry(String key) {
        return fields().get(key);
    }

    public boolean has(String key) {
        return fields().containsKey(key);
    }

    /** Keys that nobody asked for, in order. */
    public void unasked(BiConsumer<String, YamlNode> listener) {
        fields().forEach((key, value) -> {
            if (!asked.contains(key)) {
                listener.accept(key, value);
            }
        });
    }

    private Map<String, YamlNode> fields() {
        if (fields == null) {
            fields = new LinkedHashMap<>();
            collect(node, Collections.newSetFromMap(new IdentityHashMap<>()));
        }
        return fields;
    }

    /** Own keys win over merged ones, earlier merged ones over later; a map that merges itself is read once. */
    private void collect(Node merged, Set<Node> seen) {
        if (!seen.add(merged)) {
            return;
        }
        if (merged instanceof SequenceNode list) {
            list.getValue().forEach(item -> collect(item, seen));
        }
        if (merged instanceof MappingNode map) {
            Map<String, YamlNode> own = new LinkedHashMap<>();
            map.getValue().forEach(field -> own(field, own));
            own.forEach(fields::putIfAbsent);
            map.getValue().stream().filter(YamlNode::merges).forEach(field -> collect(field.getValueNode(), seen));
        }
    }

    private void own(NodeTuple field, Map<String, YamlNode> own) {
        if (field.getKeyNode() instanceof ScalarNode key && !merges(field)) {
            own.put(key.getValue(), new YamlNode(file, field.getValueNode(), key));
        }
    }

    static boolean merges(NodeTuple field) {
        return field.getKeyNode() instanceof ScalarNode key && "<<".equals(key.getValue());
    }
}
