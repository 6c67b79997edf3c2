package org.caravan.routing;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.util.Arrays;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers datagrams at one address, sequentially. */
final class UdpListener implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(UdpListener.class);

    private final DatagramSocket socket;
    private final Answerer answerer;

    UdpListener(DatagramSocket socket, Answerer answerer) {
        this.socket = socket;
        this.answerer = answerer;
        Thread thread = new Thread(this::serve, "caravan-dns-udp-" + socket.getLocalPort());
        thread.setDaemon(true);
        thread.start();
    }

    private void serve() {
        byte[] buffer = new byte[Answerer.TCP_BYTES];
        while (!socket.isClosed()) {
            try {
                DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
                socket.receive(packet);
                byte[] query = Arrays.copyOf(buffer, packet.getLength());
                Optional<byte[]> answer = answerer.answer(query, packet.getAddress(), false);
                if (answer.isPresent()) {
                    socket.send(new DatagramPacket(answer.get(), answer.get().length, packet.getSocketAddress()));
                }
            } catch (IOException | RuntimeException e) {
                // A failure for one client, for example an unreachable one, must not affect others.
                LOG.debug("a datagram was not answered: {}", e.getMessage());
            }
        }
    }

    @Override
    public void close() {
        socket.close();
    }
}
