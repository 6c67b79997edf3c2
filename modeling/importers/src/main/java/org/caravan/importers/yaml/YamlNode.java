package org.caravan.importers.yaml;

import java.util.ArrayList;
import java.util.Collection;
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
 * YAML value with its line. A map records which of its keys were read, so that unread keys can be listed and nothing is lost silently.
 * Nodes shared through anchors are tracked separately for each use. Merged keys ({@code <<}) count as the map's own.
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

    /** Whether it is a single value other than null. */
    public boolean isText() {
        return node instanceof ScalarNode && !isNull();
    }

    public boolean isNull() {
        return node instanceof ScalarNode && Tag.NULL.equals(node.getTag());
    }

    /** Text of a single value; empty for all other nodes. */
    public String text() {
        return isText() ? ((ScalarNode) node).getValue() : "";
    }

    /** Location of its key, or of the value itself. */
    public Location at() {
        return new Location(file, place.getStartMark().getLine() + 1, place.getStartMark().getColumn() + 1, 1);
    }

    /** Value of a key; empty if null or absent. Marks the key as read. */
    public Optional<YamlNode> get(String key) {
        asked.add(key);
        return Optional.ofNullable(fields().get(key)).filter(value -> !value.isNull());
    }

    /** Value of a path of keys. */
    public Optional<YamlNode> get(String key, String... more) {
        Optional<YamlNode> found = get(key);
        for (String next : more) {
            found = found.flatMap(value -> value.get(next));
        }
        return found;
    }

    /** Text of a key; empty if it has none. */
    public String text(String key) {
        return get(key).map(YamlNode::text).orElse("");
    }

    /** Merges this value over a base: maps by key, lists appended to those of the base; otherwise this value replaces the base. */
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
        return new YamlNode(file, new SequenceNode(Tag.SEQ, true, all, node.getStartMark(), node.getEndMark(),
                DumperOptions.FlowStyle.BLOCK), place);
    }

    /** Copy with no key marked as read. */
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

    /** All keys with their values, including null values. Marks all keys as read. */
    public Map<String, YamlNode> entries() {
        asked.addAll(fields().keySet());
        return Collections.unmodifiableMap(fields());
    }

    /** Values of all keys, including null values. Marks no key as read. */
    public Collection<YamlNode> values() {
        return Collections.unmodifiableCollection(fields().values());
    }

    /** Value of an existing key, including null. Does not mark the key as read. */
    public YamlNode entry(String key) {
        return fields().get(key);
    }

    public boolean has(String key) {
        return fields().containsKey(key);
    }

    /** Unread keys in order. */
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

    /** Own keys override merged ones, earlier merged ones override later ones; a map that merges itself is read once. */
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
