package org.caravan.adapter.node;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
 * network.sh}, {@code filter.sh}, {@code kernel.sh}, {@code bandwidth.sh} and {@code gpus.sh}, variables, {@code node.sh} of the
 * adapter, and the script of the call. The latter is the adapter's own or else the shared one of that name. Calls that repeat every few
 * seconds have only the shared files that they use.
 */
public final class NodeScripts {

    static final String USAGES = "usages";

    private static final List<String> SHARED = List.of("host.sh", "network.sh", "filter.sh", "kernel.sh", "bandwidth.sh", "gpus.sh");

    /** Shared files of calls that repeat every few seconds: nodes need not read programs and functions that such a call does not use. */
    private static final Map<String, List<String>> REPEATED = Map.of(USAGES, List.of("host.sh", "network.sh"));

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
        String before = REPEATED.containsKey(call) ? "" : keeper();
        return ("{\n" + before + REPEATED.getOrDefault(call, SHARED).stream().map(this::text).collect(Collectors.joining())
                + ofOneCall(call, variables) + "} </dev/null\n").getBytes(StandardCharsets.UTF_8);
    }

    /** The same for a persistent session, which already has the shared part. */
    byte[] attended(String call, Map<String, String> variables) {
        return ofOneCall(call, variables).getBytes(StandardCharsets.UTF_8);
    }

    /** The initial script of a persistent session. */
    static byte[] session() {
        return (keeper() + Stream.concat(SHARED.stream(), Stream.of("attend.sh"))
                .map(name -> read(NodeScripts.class, name).orElseThrow())
                .collect(Collectors.joining())).getBytes(StandardCharsets.UTF_8);
    }

    /** Script of a persistent session that reads the usage of a host again at each call. */
    byte[] sensor(Map<String, String> variables) {
        Map<String, String> all = new TreeMap<>(variables);
        all.put("USAGES", "attend_usages");
        return ("{\n" + Stream.concat(REPEATED.get(USAGES).stream(), Stream.of("sensor.sh")).map(this::text).collect(Collectors.joining())
                + ofOneCall(USAGES, all) + "}\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Functions in {@code sh} that try whether a kernel can divide bandwidth; also for the preparation of machines. */
    public static String kernelTests() {
        return read(NodeScripts.class, "kernel.sh").orElseThrow();
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
