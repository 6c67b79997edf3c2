package org.caravan.adapter.lxc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Texts of this package's resources, and a script made of them: variables, the part all share, the part of one call. */
final class NodeScript {

    private NodeScript() {}

    static String resource(String name) {
        try (InputStream text = NodeScript.class.getResourceAsStream(name)) {
            if (text == null) {
                throw new IllegalStateException("no resource " + name);
            }
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The braces make a script that was cut off on its way a syntax error: none of it runs. */
    static byte[] of(String call, Map<String, String> variables) {
        StringBuilder script = new StringBuilder("{\n");
        new TreeMap<>(variables).forEach((name, value) -> script.append(name).append('=').append(quoted(value)).append('\n'));
        script.append(resource("node.sh")).append(resource(call + ".sh")).append("} </dev/null\n");
        return script.toString().getBytes(StandardCharsets.UTF_8);
    }

    static String quoted(String value) {
        return "'" + value.replace("'", "'\\''") + "'";
    }
}
