package org.caravan.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What a test's commands print, to either stream: registered by a test class, anew for each test. */
public final class Printed implements BeforeEachCallback, AfterEachCallback {

    private final PrintStream realErr = System.err;
    private final PrintStream realOut = System.out;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public void beforeEach(ExtensionContext context) {
        PrintStream both = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        System.setErr(both);
        System.setOut(both);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        System.setErr(realErr);
        System.setOut(realOut);
    }

    public String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
