package org.caravan.adapter.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adapter.ScriptVariables;
import org.caravan.qos.ShaperProgram;

/**
 * Assembles the scripts of one adapter from resources next to its class. A call consists of the shared {@code host.sh}, {@code
 * network.sh}, {@code filter.sh}, {@code bandwidth.sh} and {@code gpus.sh}, variables, {@code node.sh} of the adapter, and the
 * script of the call. The latter is the adapter's own or else the shared one of that name.
 */
public final class NodeScripts {

    private final Class<?> adapter;
    private final Map<String, Optional<String>> texts = new ConcurrentHashMap<>();

    public NodeScripts(Class<?> adapter) {
        this.adapter = adapter;
    }

    /** A resource of the adapter, or else the shared one. */
    public String text(String name) {
        return own(name).or(() -> read(NodeScripts.class, name))
                .orElseThrow(() -> new IllegalStateException("no script " + name + " of " + adapter.getName()));
    }

    /** Encloses the script in braces: a truncated script is then a syntax error, and none of it runs. */
    public byte[] of(String call, Map<String, String> variables) {
        return ("{\n" + keeper() + text("host.sh") + text("network.sh") + text("filter.sh") + text("bandwidth.sh") + text("gpus.sh")
                + ofOneCall(call, variables) + "} </dev/null\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The same for a persistent session, which already has the shared part. */
    byte[] attended(String call, Map<String, String> variables) {
        return ofOneCall(call, variables).getBytes(StandardCharsets.UTF_8);
    }

    /** The initial script of a persistent session. */
    static byte[] session() {
        return (keeper() + Stream.of("host.sh", "network.sh", "filter.sh", "bandwidth.sh", "gpus.sh", "attend.sh")
                .map(name -> read(NodeScripts.class, name).orElseThrow())
                .collect(Collectors.joining())).getBytes(StandardCharsets.UTF_8);
    }

    /** Programs of hosts, which calls install there: one restarts copies, one divides uplinks between them. */
    private static String keeper() {
        return ScriptVariables.assignments(new TreeMap<>(Map.of("KEEPER", read(NodeScripts.class, "keeper.sh").orElseThrow(),
                "SHAPER", ShaperProgram.text())));
    }

    private String ofOneCall(String call, Map<String, String> variables) {
        return ScriptVariables.assignments(variables) + "for_call\n" + text("node.sh") + text(call + ".sh");
    }

    private Optional<String> own(String name) {
        return texts.computeIfAbsent(name, asked -> read(adapter, asked));
    }

    private static Optional<String> read(Class<?> beside, String name) {
        try (InputStream text = beside.getResourceAsStream(name)) {
            return text == null ? Optional.empty() : Optional.of(new String(text.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
