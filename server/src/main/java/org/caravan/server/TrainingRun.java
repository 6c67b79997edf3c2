package org.caravan.server;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.caravan.dsl.CaravanLanguage;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The command {@code training-run FOLDER} of the server program: starts a simulated server on a free port of the loopback interface, sends
 * it a few requests and ends it. Java run with {@code -XX:ArchiveClassesAtExit} then writes the archive of the classes that a start loads
 * ({@code packaging/class-archive}).
 */
final class TrainingRun {

    private static final String COMMAND = "training-run";
    /** What a client and a browser ask for first. */
    private static final List<String> PATHS = List.of("/api/v1/nodes", "/api/v1/network", "/api/v1/applications", "/");
    private static final long HEALTHY_WITHIN_NANOS = TimeUnit.MINUTES.toNanos(2);
    private static final int POLL_MILLIS = 50;
    private static final int LIMIT_MILLIS = 30_000;

    private TrainingRun() {}

    /**
     * Returns exit code 0 if the server was healthy, 1 if not, 2 if no folder is named or it exists; empty if the arguments are not this
     * command. The server's data stays in the folder.
     */
    static Optional<Integer> run(String... arguments) {
        if (arguments.length == 0 || !arguments[0].equals(COMMAND)) {
            return Optional.empty();
        }
        if (arguments.length != 2) {
            System.err.println("Use: " + COMMAND + " FOLDER");
            return Optional.of(2);
        }
        Path data = Path.of(arguments[1]);
        if (Files.exists(data)) {
            System.err.println(data + " exists already.\n    Maybe name a folder that does not exist yet.");
            return Optional.of(2);
        }
        try {
            return Optional.of(trained(data) ? 0 : 1);
        } catch (IOException e) {
            System.err.println("The server of the training run does not answer: " + e);
            System.err.println("    Maybe the machine is very busy: run it again.");
            return Optional.of(1);
        }
    }

    private static boolean trained(Path data) throws IOException {
        String[] settings = {"--caravan.data=" + data, "--caravan.port=0", "--caravan.bind-address=127.0.0.1", "--caravan.simulated=true",
            "--caravan.dns.listen=127.0.0.1:0"};
        try (ConfigurableApplicationContext context = SpringApplication.run(CaravanServer.class, settings)) {
            int port = ((ServletWebServerApplicationContext) context).getWebServer().getPort();
            String token = Files.readString(context.getBean(Settings.class).tokenFile()).strip();
            boolean healthy = healthy(port, token);
            for (String path : PATHS) {
                ask(port, token, path);
            }
            CaravanLanguage.parse(Map.of("training.caravan", "application training { }"));
            return healthy;
        }
    }

    private static boolean healthy(int port, String token) throws IOException {
        long end = System.nanoTime() + HEALTHY_WITHIN_NANOS;
        while (ask(port, token, "/api/v1/health") != HttpURLConnection.HTTP_OK) {
            if (System.nanoTime() > end) {
                System.err.println("The server of the training run is not healthy.\n    Maybe the machine is very busy: run it again.");
                return false;
            }
            pause();
        }
        return true;
    }

    private static void pause() throws InterruptedIOException {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    /** Returns the HTTP status; the body is read and dropped. */
    private static int ask(int port, String token, String path) throws IOException {
        String address = "http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + port + path;
        HttpURLConnection asked = (HttpURLConnection) URI.create(address).toURL().openConnection(Proxy.NO_PROXY);
        asked.setConnectTimeout(LIMIT_MILLIS);
        asked.setReadTimeout(LIMIT_MILLIS);
        asked.setRequestProperty("Authorization", "Bearer " + token);
        int status = asked.getResponseCode();
        if (status == HttpURLConnection.HTTP_OK) {
            asked.getInputStream().readAllBytes();
        }
        return status;
    }
}
