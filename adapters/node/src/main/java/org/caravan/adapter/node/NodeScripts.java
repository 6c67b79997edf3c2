package org.caravan.adapter.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The scripts of one adapter: resources beside its class. A call is made of variables, {@code host.sh} and {@code network.sh}
 * that all adapters share, {@code node.sh} of the adapter, and the call's own script: the adapter's, else the shared one of
 * that name.
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
        StringBuilder script = new StringBuilder("{\n");
        new TreeMap<>(variables).forEach((name, value) ->
                script.append(name).append("='").append(value.replace("'", "'\\''")).append("'\n"));
        return script.append(text("host.sh")).append(text("network.sh")).append(text("node.sh")).append(text(call + ".sh")).append("} </dev/null\n")
                .toString().getBytes(StandardCharsets.UTF_8);
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
