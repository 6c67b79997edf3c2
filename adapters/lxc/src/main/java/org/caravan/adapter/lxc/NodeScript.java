package org.caravan.adapter.lxc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.caravan.text.ShellWord;

/** Reads this package's script resources. */
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

    static String quoted(String value) {
        return ShellWord.quoted(value);
    }
}
