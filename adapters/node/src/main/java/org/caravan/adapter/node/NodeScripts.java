package org.caravan.adapter.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adapter.ScriptVariables;

/**
 * The scripts of one adapter: resources beside its class. A call is made of {@code host.sh}, {@code network.sh}
 * and {@code filter.sh} that all adapters share, variables, {@code node.sh} of the adapter, and the call's own script: the adapter's, else the shared
 * one of that name.
 */
public final class NodeScripts {

    private final Class<?> adapter;
    private final Map<String, Optional<String>> texts = new ConcurrentHashMap<>();

    public NodeScripts(Class<?> adapter) {
        this.adapter = adapter;
    }

    /** A resource of the adapter, else the shared one. */
    public String text(String name) {
        return own(name).or(() -> read(NodeScripts.class, name))
                .orElseThrow(() -> new IllegalStateException("no script " + name + " of " + adapter.getName()));
    }

    /** The braces make a script that was cut off on its way a syntax error: none of it runs. */
    public byte[] of(String call, Map<String, String> variables) {
        return ("{\n" + keeper() + text("host.sh") + text("network.sh") + text("filter.sh") + ofOneCall(call, variables) + "} </dev/null\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The same for an attendant, which has begun with what all calls share. */
    byte[] attended(String call, Map<String, String> variables) {
        return ofOneCall(call, variables).getBytes(StandardCharsets.UTF_8);
    }

    /** What an attendant begins with. */
    static byte[] attendant() {
        return (keeper() + Stream.of("host.sh", "network.sh", "filter.sh", "attend.sh").map(name -> read(NodeScripts.class, name).orElseThrow())
                .collect(Collectors.joining())).getBytes(StandardCharsets.UTF_8);
    }

    /** The script that a host runs to start copies again; calls bring it there. */
    private static String keeper() {
        return ScriptVariables.assignments(Map.of("KEEPER", read(NodeScripts.class, "keeper.sh").orElseThrow()));
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
