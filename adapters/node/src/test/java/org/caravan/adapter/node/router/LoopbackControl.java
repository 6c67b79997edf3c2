package org.caravan.adapter.node.router;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.caravan.adapter.AdapterFault;

/** A router on this machine, by a port of loopback. */
public final class LoopbackControl implements RouterControl {

    private static final int LIMIT_MILLIS = 60_000;

    private final int port;

    public LoopbackControl(int port) {
        this.port = port;
    }

    @Override
    public String ask(String command) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LIMIT_MILLIS);
            socket.setSoTimeout(LIMIT_MILLIS);
            socket.getOutputStream().write((command + "\n").getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            throw new AdapterFault(AdapterFault.Kind.UNREACHABLE,
                    "The router controlled at port %d does not answer: %s.\nMaybe it does not run: start it from its file."
                            .formatted(port, e.getMessage()), e);
        }
    }
}
