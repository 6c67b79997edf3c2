package org.caravan.routing;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers queries over TCP connections at one address (RFC 7766), with a bounded number of concurrent connections. */
final class TcpListener implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(TcpListener.class);
    private static final int CONNECTIONS = 64;
    private static final int IDLE_MILLIS = 5000;

    private final ServerSocket socket;
    private final Answerer answerer;
    private final ExecutorService connections = new ThreadPoolExecutor(
            0, CONNECTIONS, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> daemon(task, "caravan-dns-tcp"));

    TcpListener(ServerSocket socket, Answerer answerer) {
        this.socket = socket;
        this.answerer = answerer;
        daemon(this::accept, "caravan-dns-accept-" + socket.getLocalPort()).start();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                try {
                    connections.execute(() -> serve(connection));
                } catch (RejectedExecutionException tooMany) {
                    connection.close();
                }
            } catch (IOException e) {
                LOG.debug("a connection was not accepted: {}", e.getMessage());
            }
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            connection.setSoTimeout(IDLE_MILLIS);
            DataInputStream in = new DataInputStream(connection.getInputStream());
            DataOutputStream out = new DataOutputStream(connection.getOutputStream());
            while (!socket.isClosed()) {
                byte[] query = new byte[in.readUnsignedShort()];
                in.readFully(query);
                Optional<byte[]> answer = answerer.answer(query, connection.getInetAddress(), true);
                if (answer.isEmpty()) {
                    return;
                }
                // Length and message in one segment, because some clients read only once.
                out.write(ByteBuffer.allocate(2 + answer.get().length)
                        .putShort((short) answer.get().length).put(answer.get()).array());
                out.flush();
            }
        } catch (EOFException e) {
            LOG.trace("a client closed its connection");
        } catch (IOException | RuntimeException e) {
            LOG.debug("a connection was ended: {}", e.getMessage());
        }
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public void close() throws IOException {
        socket.close();
        connections.shutdownNow();
    }
}
