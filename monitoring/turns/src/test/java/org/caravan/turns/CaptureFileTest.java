package org.caravan.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Captures of real connections on loopback, in several formats, read by tshark. The counts are compared with those of tcpdump's text, which
 * share no code with the product.
 */
class CaptureFileTest {

    private static final int REQUESTS = 12;
    private static final String END = "end of the capture";

    @TempDir
    private Path folder;

    /** A web server that asks a database server twice per order and once per page: each component has a loopback address of its own. */
    private static final class Chain implements AutoCloseable {

        private final ExecutorService threads = Executors.newCachedThreadPool();
        private final HttpServer database = server("127.0.0.3", path -> "x".repeat(3000));
        private final HttpServer web = server("127.0.0.2", path -> ask("127.0.0.2", database, "/a")
                + (path.startsWith("/order") ? ask("127.0.0.2", database, "/b") : ""));

        private HttpServer server(String address, UnaryOperator<String> answer) {
            try {
                HttpServer server = HttpServer.create(new InetSocketAddress(address, 0), 10);
                server.setExecutor(threads);
                server.createContext("/", exchange -> {
                    byte[] body = answer.apply(exchange.getRequestURI().toString()).getBytes(StandardCharsets.US_ASCII);
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
                server.start();
                return server;
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        String ask(String from, HttpServer server, String path) {
            try (Socket socket = new Socket(server.getAddress().getAddress(), server.getAddress().getPort(),
                    InetAddress.getByName(from), 0)) {
                socket.setSoTimeout(5000);
                socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
                InputStream input = socket.getInputStream();
                return new String(input.readAllBytes(), StandardCharsets.US_ASCII).replaceFirst("(?s).*?\r\n\r\n", "");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        void run() {
            for (int request = 0; request < REQUESTS; request++) {
                ask("127.0.0.1", web, "/?page=" + request);
                ask("127.0.0.1", web, "/order/" + request + ",5");
            }
        }

        List<Listener> listeners() {
            return List.of(Listener.parse("web=127.0.0.2:" + web.getAddress().getPort()),
                    Listener.parse("db=127.0.0.3:" + database.getAddress().getPort()));
        }

        String filter() {
            return "port " + web.getAddress().getPort() + " or tcp port " + database.getAddress().getPort();
        }

        @Override
        public void close() {
            web.stop(0);
            database.stop(0);
            threads.shutdownNow();
        }
    }

    /** @param device interface and link type; on {@code any} each packet of loopback is seen once */
    private Path capture(Chain chain, String... device) throws Exception {
        Path file = folder.resolve("capture.pcap");
        List<String> command = new ArrayList<>(List.of("tcpdump", "-Z", "root", "-U", "--immediate-mode", "-s", "300", "-w",
                file.toString()));
        command.addAll(List.of(device));
        command.add(chain.filter());
        Path said = folder.resolve("tcpdump.txt");
        Process capturing = start(command, said);
        try {
            while (!Files.readString(said).contains("listening on")) {
                assertThat(capturing.isAlive()).as(Files.readString(said)).isTrue();
                TimeUnit.MILLISECONDS.sleep(20);
            }
            chain.run();
            // A datagram marks the end: what was captured before is in the file when it is.
            try (DatagramSocket marker = new DatagramSocket()) {
                marker.send(new DatagramPacket(END.getBytes(StandardCharsets.US_ASCII), END.length(), chain.web.getAddress()));
            }
            while (!new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(END)) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
        } finally {
            capturing.destroy();
            capturing.waitFor(5, TimeUnit.SECONDS);
        }
        return file;
    }

    private static Process start(List<String> command, Path output) throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile()).start();
    }

    private String run(String... command) throws Exception {
        Path output = Files.createTempFile(folder, "output", ".txt");
        Process process = start(List.of(command), output);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
        return Files.readString(output);
    }

    private static void assumeCapturing() {
        assumeThat(isThere("tshark") && isThere("tcpdump") && isThere("editcap"))
                .as("SKIPPED: tshark and tcpdump are not installed").isTrue();
        assumeThat(System.getProperty("user.name")).as("SKIPPED: capturing needs root").isEqualTo("root");
    }

    private static boolean isThere(String program) {
        return List.of(System.getenv("PATH").split(":")).stream().anyMatch(part -> Files.isExecutable(Path.of(part, program)));
    }

    /** Turns by text of tcpdump: "1.2 IP 127.0.0.1.4000 > 127.0.0.2.80: Flags [P.], seq …, length 5". */
    private Map<Integer, Integer> runsByServerPort(Path file, List<Integer> ports) throws Exception {
        Pattern shown = Pattern.compile("^[0-9.]+ .*?IP6? (\\S+)\\.(\\d+) > (\\S+)\\.(\\d+): Flags \\[([^\\]]*)\\].*length (\\d+)");
        Map<String, Boolean> last = new HashMap<>();
        Map<Integer, Integer> turns = new HashMap<>();
        for (String line : run("tcpdump", "-nn", "-tt", "-r", file.toString()).split("\n")) {
            Matcher match = shown.matcher(line);
            if (!match.find() || match.group(6).equals("0") && !match.group(5).contains("S")) {
                continue;
            }
            boolean toServer = ports.contains(Integer.parseInt(match.group(4)));
            int port = Integer.parseInt(match.group(toServer ? 4 : 2));
            String connection = port + " " + match.group(toServer ? 2 : 4);
            Boolean before = last.put(connection, toServer);
            before = match.group(5).equals("S") ? null : before; // a port may be used again
            if (before != null && before != toServer) {
                turns.merge(port, 1, Integer::sum);
            }
        }
        return turns;
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource({"-i lo, '', ''", "-i lo, --time-stamp-precision=nano, ''", "-i any, -y LINUX_SLL, ''", "-i any, -y LINUX_SLL2, ''",
        "-i lo, '', pcapng"})
    void countsWhatTcpdumpShows(String device, String option, String convertTo) throws Exception {
        assumeCapturing();
        try (Chain chain = new Chain()) {
            List<String> options = new ArrayList<>(List.of(device.split(" ")));
            if (!option.isEmpty()) {
                options.addAll(List.of(option.split(" ")));
            }
            Path file = capture(chain, options.toArray(String[]::new));
            Path read = file;
            if (!convertTo.isEmpty()) {
                read = folder.resolve("converted." + convertTo);
                run("editcap", "-F", convertTo, file.toString(), read.toString());
            }

            TurnReport report = new TurnAnalysis(chain.listeners(), List.of(RequestPattern.parse("home=GET /"),
                    RequestPattern.parse("order=GET /order/*"))).read(List.of(read));

            assertThat(report.captured()).isEqualTo(2 * REQUESTS);
            assertThat(report.unrecognised()).isZero();
            assertThat(report.overlapping()).isZero();
            assertThat(report.requests()).extracting(TurnReport.Request::samples).containsExactly(REQUESTS, REQUESTS);
            assertThat(report.requests().get(0).hops()).extracting(hop -> hop.from() + " -> " + hop.to() + " " + hop.turns())
                    .containsExactly("users -> web 3", "web -> db 3");
            assertThat(report.requests().get(1).hops()).extracting(hop -> hop.from() + " -> " + hop.to() + " " + hop.turns())
                    .as("two connections one after the other").containsExactly("users -> web 3", "web -> db 7");
            Map<Integer, Integer> seen = runsByServerPort(file, chain.listeners().stream().map(one -> one.port().getAsInt()).toList());
            assertThat(seen.values()).as("turns within connections, by tcpdump's text")
                    .containsExactlyInAnyOrder(2 * REQUESTS * 3, (REQUESTS + 2 * REQUESTS) * 3);
        }
    }

    @Test
    void refusesWhatIsNoCapture() throws Exception {
        assumeCapturing();
        Path text = Files.writeString(folder.resolve("notes.txt"), "no capture\n");
        Path empty = Files.write(folder.resolve("empty.pcap"), new byte[0]);

        assertFault(text, "capture-unreadable", "notes.txt");
        assertFault(empty, "capture-without-tcp", "empty.pcap");
        assertFault(folder.resolve("missing.pcap"), "capture-missing", "missing.pcap");
        assertFault(folder, "capture-missing", folder.getFileName().toString());
    }

    @Test
    void capturesWithoutTcpAreNoEmptyProfiles() throws Exception {
        assumeCapturing();
        Path header = folder.resolve("header.pcap");
        // A file header of pcap without packets: magic, version 2.4, zone, accuracy, snapshot length, Ethernet.
        Files.write(header, new byte[] {(byte) 0xd4, (byte) 0xc3, (byte) 0xb2, (byte) 0xa1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0,
                1, 0, 0, 0});

        assertFault(header, "capture-without-tcp", "contains no TCP segment");
    }

    @Test
    void readsWhatIsThereOfACutFile() throws Exception {
        assumeCapturing();
        try (Chain chain = new Chain()) {
            Path file = capture(chain, "-i", "lo");
            byte[] bytes = Files.readAllBytes(file);
            Path cut = Files.write(folder.resolve("cut.pcap"), Arrays.copyOf(bytes, bytes.length - 11));

            TurnReport report = new TurnAnalysis(chain.listeners(), List.of(RequestPattern.parse("home=GET /"))).read(List.of(cut));

            assertThat(report.cut()).isTrue();
            assertThat(report.requests().get(0).samples()).isEqualTo(REQUESTS);
        }
    }

    /** A node that sends something else harms neither the analysis of other captures nor the parsers of tshark. */
    @Test
    void oneUnreadableCaptureOfANodeIsLeftOut() throws Exception {
        assumeCapturing();
        try (Chain chain = new Chain()) {
            PlacedCapture good = placed(capture(chain, "-i", "lo"), "host-1");
            PlacedCapture bad = placed(Files.writeString(folder.resolve("bad"), "<xml>"), "host-2");
            TurnAnalysis analysis = new TurnAnalysis(chain.listeners(), List.of(RequestPattern.parse("home=GET /")));
            List<String> left = new ArrayList<>();

            TurnReport report = analysis.readPlaced(List.of(bad, good), (capture, fault) -> left.add(capture.clock() + " " + fault.code()));

            assertThat(report.requests().get(0).samples()).isEqualTo(REQUESTS);
            assertThat(left).containsExactly("host-2 capture-unreadable");
            assertThatThrownBy(() -> analysis.readPlaced(List.of(bad), (capture, fault) -> left.add("")))
                    .isInstanceOf(CaptureFault.class).hasMessageContaining("is no file of pcap");
            assertThat(left).hasSize(1);
        }
    }

    private static PlacedCapture placed(Path file, String host) {
        return new PlacedCapture(file, host, Set.of(InetAddress.getLoopbackAddress()), Instant.EPOCH, Instant.now(), false);
    }

    @Test
    void addressesOfNoComponentAreListed() throws Exception {
        assumeCapturing();
        try (Chain chain = new Chain()) {
            Path file = capture(chain, "-i", "lo");

            assertThatThrownBy(() -> new TurnAnalysis(List.of(Listener.parse("web=10.9.9.9")), List.of()).read(List.of(file)))
                    .isInstanceOfSatisfying(CaptureFault.class, fault -> assertThat(fault.code()).isEqualTo("capture-without-entry"))
                    .hasMessageContaining("127.0.0.2 port " + chain.listeners().get(0).port().getAsInt()).hasMessageContaining("Maybe");
        }
    }

    @Test
    void missingProgramIsNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("any.pcap"), "x");

        assertThatThrownBy(() -> new CaptureFile(file, "no-such-tshark").read())
                .isInstanceOfSatisfying(CaptureFault.class, fault -> assertThat(fault.code()).isEqualTo("tshark-missing"))
                .hasMessageContaining("Maybe apt install tshark");
    }

    private static void assertFault(Path file, String code, String text) {
        assertThatThrownBy(() -> new CaptureFile(file).read())
                .isInstanceOfSatisfying(CaptureFault.class, fault -> assertThat(fault.code()).isEqualTo(code))
                .hasMessageContaining(text).hasMessageContaining("Maybe");
    }
}
