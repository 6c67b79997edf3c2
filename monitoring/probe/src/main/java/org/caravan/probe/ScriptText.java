package org.caravan.probe;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Programs that are sent to machines, as they stand in this module. */
public final class ScriptText {

    private ScriptText() {}

    /** @param name beside the class, or absolute; it must be there */
    public static String of(Class<?> beside, String name) {
        try (InputStream text = beside.getResourceAsStream(name)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
