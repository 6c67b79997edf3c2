package org.caravan.probe;

import java.nio.charset.StandardCharsets;

/** The built-in TCP probe: a Python program that is sent to a machine with each order and leaves no file there. */
final class TcpProbeProgram {

    private static final byte[] TEXT = ScriptText.of(TcpProbeProgram.class, "/tcp-probe.py").getBytes(StandardCharsets.UTF_8);

    private TcpProbeProgram() {}

    static byte[] text() {
        return TEXT.clone();
    }
}
