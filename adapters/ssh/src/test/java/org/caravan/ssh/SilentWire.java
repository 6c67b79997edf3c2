package org.caravan.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands between a client and a server. When it falls silent nothing passes any more, and nobody is told: no end, no reset. */
final class SilentWire implements AutoCloseable {

    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final int serverPort;
    private volatile int generation;

    SilentWire(int serverPort) throws IOException {
        this.serverPort = serverPort;
        begin(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    /** For all connections that stand; new ones pass after {@link #speakAgain}. */
    void silent() {
        generation++;
    }

    void speakAgain() {
        generation++;
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = door.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
            sockets.addAll(List.of(client, server));
            int born = generation;
            begin(() -> pass(client.getInputStream(), server.getOutputStream(), born));
            begin(() -> pass(server.getInputStream(), client.getOutputStream(), born));
        }
    }

    private void pass(InputStream from, OutputStream to, int born) throws IOException {
        byte[] bytes = new byte[8192];
        for (int count = from.read(bytes); count >= 0; count = from.read(bytes)) {
            if (born == generation && born % 2 == 0) {
                to.write(bytes, 0, count);
                to.flush();
            }
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void begin(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // one of the two has closed its end
            }
        }, "wire");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        door.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
