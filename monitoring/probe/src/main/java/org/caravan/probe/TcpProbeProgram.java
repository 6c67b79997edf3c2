package org.caravan.probe;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Our own TCP probe: a Python program that is sent to a machine with each order and leaves no file there. */
final class TcpProbeProgram {

    private static final byte[] TEXT = read();

    private TcpProbeProgram() {}

    static byte[] text() {
        return TEXT.clone();
    }

    private static byte[] read() {
        try (InputStream stream = TcpProbeProgram.class.getResourceAsStream("/tcp-probe.py")) {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
