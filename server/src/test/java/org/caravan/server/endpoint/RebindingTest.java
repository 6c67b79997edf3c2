package org.caravan.server.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.caravan.server.Tables;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A name that an admin allowed, and whose owner then changes what it means (DNS rebinding). A Java of its own looks names up in a file of
 * the test (jdk.net.hosts.file), which changes between the check and the connection; all else is as in the server, with real sockets.
 */
@Tag("real")
class RebindingTest {

    private static final String NAME = "cloud.example.org";
    private static final String LIKE_AN_ADDRESS = "127.0.0.1.example.org";

    @TempDir
    Path folder;

    private static Optional<InetAddress> ownAddress() throws IOException {
        return NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                .findFirst();
    }

    @Test
    void whatWasCheckedIsWhatIsConnectedToAndWhatANameMeansLaterIsCheckedAgain() throws Exception {
        Optional<InetAddress> own = ownAddress();
        assumeTrue(own.isPresent(), "SKIPPED: this machine has no address but loopback");
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process java = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-Dsun.net.inetaddr.ttl=20",
                "-Djdk.net.hosts.file=" + hosts(folder, own.get().getHostAddress()), "-cp", path, RebindingTest.class.getName(),
                folder.toString(), own.get().getHostAddress())
                .redirectErrorStream(true).start();
        String said = new String(java.getInputStream().readAllBytes());
        assertThat(java.waitFor()).as(said).isZero();
        assertThat(said.lines().filter(line -> line.startsWith("> "))).containsExactly(
                "> a name like an address: its name resolves to this machine itself",
                "> allowed: true",
                "> connected to the address that was checked: true",
                "> later, this machine: its name resolves to this machine itself",
                "> later, the metadata service: its address is link-local or belongs to a metadata service, and is never used");
    }

    private static Path hosts(Path folder, String address) throws IOException {
        return Files.writeString(folder.resolve("hosts"), address + " " + NAME + "\n127.0.0.1 " + LIKE_AN_ADDRESS + "\n");
    }

    /** @param arguments folder with the file of names, and the address that the name means first */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        InetAddress own = InetAddress.getByName(arguments[1]);
        HttpServer allowed = answering(own, 0, "allowed");
        HttpServer inside = answering(InetAddress.getByName("127.0.0.1"), allowed.getAddress().getPort(), "inside");
        Endpoints endpoints = new Endpoints(JdbcClient.create(Tables.in(folder)), new EndpointSettings(List.of(NAME, LIKE_AN_ADDRESS)),
                Clock.systemUTC());
        System.out.println("> a name like an address: " + reason(endpoints, LIKE_AN_ADDRESS, 80));
        URI url = URI.create("http://" + NAME + ":" + allowed.getAddress().getPort() + "/");
        System.out.println("> allowed: " + endpoints.refuses(url).isEmpty());
        hosts(folder, "127.0.0.1");
        String answer = HttpClient.newHttpClient().send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString()).body();
        System.out.println("> connected to the address that was checked: " + answer.equals("allowed"));
        System.out.println("> later, this machine: " + later(endpoints, InetAddress.getByName("127.0.0.1")));
        hosts(folder, "169.254.169.254");
        System.out.println("> later, the metadata service: " + later(endpoints, InetAddress.getByName("169.254.169.254")));
        allowed.stop(0);
        inside.stop(0);
        System.exit(0);
    }

    private static String later(Endpoints endpoints, InetAddress now) throws Exception {
        while (!InetAddress.getByName(NAME).equals(now)) {
            Thread.sleep(200);
        }
        return reason(endpoints, NAME, 80);
    }

    private static String reason(Endpoints endpoints, String host, int port) {
        return endpoints.refuses(URI.create("http://" + host + ":" + port + "/")).map(closed -> closed.reason()).orElse("none");
    }

    private static HttpServer answering(InetAddress address, int port, String text) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(address, port), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, text.length());
            exchange.getResponseBody().write(text.getBytes());
            exchange.close();
        });
        server.start();
        return server;
    }
}
