package org.caravan.adapter.node.router;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real HAProxy on loopback. */
final class RunningRouter implements AutoCloseable {

    private static final Path PROGRAM = Path.of("/usr/sbin/haproxy");

    private final Process process;
    final RouterControl control;

    private RunningRouter(Process process, RouterControl control) {
        this.process = process;
        this.control = control;
    }

    static String whyNot() {
        return Files.isExecutable(PROGRAM) ? "" : "haproxy is not installed";
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    static RunningRouter start(Path folder, RoutedEntry entry) throws Exception {
        int controlPort = freePort();
        Path file = Files.writeString(folder.resolve("router.conf"), RouterText.of("ipv4@127.0.0.1:" + controlPort, List.of(entry)));
        Path log = folder.resolve("router.log");
        Process process = new ProcessBuilder(PROGRAM.toString(), "-db", "-f", file.toString())
                .redirectErrorStream(true).redirectOutput(log.toFile()).start();
        RunningRouter router = new RunningRouter(process, new LoopbackControl(controlPort));
        try {
            await("HAProxy").failFast("it ended", () -> !process.isAlive()).until(() -> accepts(entry.port()));
            return router;
        } catch (RuntimeException | Error fault) {
            process.destroyForcibly();
            throw new IOException("HAProxy does not start: " + Files.readString(log), fault);
        }
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }
}
