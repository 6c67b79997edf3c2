package org.caravan.probe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Output of real tools (iputils 20221126, NetPerfMeter 1.9.4-1, iproute2 6.1), kept among the test resources. */
final class Captured {

    private Captured() {}

    static String text(String name) {
        try (var stream = Captured.class.getResourceAsStream("/captured/" + name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
