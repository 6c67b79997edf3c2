package org.caravan.routing.powerdns;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A PowerDNS with an empty SQLite database of its own, on free ports of loopback. */
final class PowerDnsServer implements AutoCloseable {

    static final String KEY = "a-key-for-the-test";
    private static final Path PROGRAM = Path.of("/usr/sbin/pdns_server");
    private static final Path SCHEMA = Path.of("/usr/share/doc/pdns-backend-sqlite3/schema.sqlite3.sql");

    private final Process process;
    final InetSocketAddress dns;
    final URI http;
    final Path keyFile;

    private PowerDnsServer(Process process, InetSocketAddress dns, URI http, Path keyFile) {
        this.process = process;
        this.dns = dns;
        this.http = http;
        this.keyFile = keyFile;
    }

    /** Why it cannot be started here; empty if it can. */
    static String whyNot() {
        return Files.isExecutable(PROGRAM) && Files.isReadable(SCHEMA) ? "" : "pdns-server and pdns-backend-sqlite3 are not installed";
    }

    static PowerDnsServer start(Path folder) throws Exception {
        Path database = folder.resolve("zones.db");
        run("sqlite3", database.toString(), ".read " + SCHEMA);
        int dnsPort = freePort();
        int httpPort = freePort();
        Path keyFile = Files.writeString(folder.resolve("api-key"), KEY + "\n");
        Process process = new ProcessBuilder(PROGRAM.toString(), "--config-dir=" + folder, "--launch=gsqlite3",
                "--gsqlite3-database=" + database, "--local-address=127.0.0.1", "--local-port=" + dnsPort, "--webserver=yes",
                "--webserver-address=127.0.0.1", "--webserver-port=" + httpPort, "--api=yes", "--api-key=" + KEY, "--daemon=no",
                "--guardian=no", "--socket-dir=" + folder, "--setuid=", "--setgid=")
                .redirectErrorStream(true).redirectOutput(folder.resolve("pdns.log").toFile()).start();
        PowerDnsServer server = new PowerDnsServer(process, new InetSocketAddress(InetAddress.getLoopbackAddress(), dnsPort),
                URI.create("http://127.0.0.1:" + httpPort), keyFile);
        server.awaitPort(httpPort, folder);
        return server;
    }

    PowerDnsSettings settings(String zone) {
        return new PowerDnsSettings(http, "localhost", keyFile, zone, List.of("ns1.example.org."), Duration.ofSeconds(5), List.of(dns),
                Duration.ofMinutes(1));
    }

    private void awaitPort(int port, Path folder) throws IOException {
        try {
            await("PowerDNS").failFast("it ended", () -> !process.isAlive()).ignoreExceptionsInstanceOf(IOException.class)
                    .untilAsserted(() -> new Socket(InetAddress.getLoopbackAddress(), port).close());
        } catch (RuntimeException | Error fault) {
            close();
            throw new IOException("PowerDNS does not start: " + Files.readString(folder.resolve("pdns.log")), fault);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket tcp = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                DatagramSocket udp = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), tcp.getLocalPort()))) {
            return udp.getLocalPort();
        }
    }

    private static void run(String... command) throws IOException, InterruptedException {
        if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
            throw new IOException(String.join(" ", command));
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
