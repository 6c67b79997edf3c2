package org.caravan.server;

import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/**
 * A Debian machine on which nothing of what Caravan needs is installed, beside this one in namespaces. Its package source is
 * this machine's, by a proxy in this process: it has no route to anywhere.
 */
final class BareNode implements AutoCloseable {

    static final String ADDRESS = "198.18.81.2";
    private static final Path FOLDER = Path.of("target/bare-node").toAbsolutePath();

    private final HttpClient source = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final HttpServer proxy;
    private final Path script = FOLDER.resolve("bare-node.sh");

    private BareNode() throws IOException {
        proxy = HttpServer.create(new InetSocketAddress(0), 0);
        proxy.setExecutor(threads);
        proxy.createContext("/", this::passOn);
        proxy.start();
    }

    static String whyNot() {
        if (!"root".equals(System.getProperty("user.name"))) {
            return "a bare node needs root: it is made of namespaces";
        }
        return Stream.of("/usr/bin/mmdebstrap", "/usr/bin/unshare", "/usr/bin/ssh-keygen")
                .filter(file -> !Files.isExecutable(Path.of(file)))
                .map(file -> file + " is missing").findFirst().orElse("");
    }

    /** @param publicKey of who may log in as root */
    static BareNode raise(String publicKey) throws Exception {
        BareNode node = new BareNode();
        Files.createDirectories(FOLDER);
        Files.writeString(node.script, Server.text("bare-node.sh"));
        node.run("down");
        node.run("up", publicKey, Integer.toString(node.proxy.getAddress().getPort()));
        node.run("boot");
        node.awaitSshd();
        return node;
    }

    /** Power off and on. */
    void reboot() throws Exception {
        run("halt");
        run("boot");
        awaitSshd();
    }

    Path file(String path) {
        return FOLDER.resolve("root" + path);
    }

    private void run(String verb, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", script.toString(), verb, FOLDER.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(FOLDER.resolve(verb + ".log").toFile())
                .start();
        if (process.waitFor() != 0) {
            throw new IllegalStateException("bare node " + verb + ": " + Files.readString(FOLDER.resolve(verb + ".log")));
        }
    }

    private void awaitSshd() throws IOException {
        try {
            await("sshd of the bare node").ignoreExceptionsInstanceOf(IOException.class).untilAsserted(BareNode::connect);
        } catch (ConditionTimeoutException late) {
            throw new IllegalStateException("the bare node does not boot: " + Files.readString(FOLDER.resolve("log")), late);
        }
    }

    private static void connect() throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getByName(ADDRESS), 22), 1_000);
        }
    }

    /** What the node asks for by its full address is asked for from here. */
    private void passOn(HttpExchange exchange) throws IOException {
        try (exchange) {
            HttpRequest.Builder request = HttpRequest.newBuilder(exchange.getRequestURI());
            for (String name : List.of("Range", "If-Range", "If-Modified-Since")) {
                exchange.getRequestHeaders().getOrDefault(name, List.of()).forEach(value -> request.header(name, value));
            }
            HttpResponse<InputStream> answer = source.send(request.build(), BodyHandlers.ofInputStream());
            answer.headers().map().forEach((name, values) -> {
                if (List.of("last-modified", "content-type", "content-range", "etag").contains(name)) {
                    values.forEach(value -> exchange.getResponseHeaders().add(name, value));
                }
            });
            boolean empty = answer.statusCode() == 304;
            exchange.sendResponseHeaders(answer.statusCode(), empty ? -1 : answer.headers().firstValueAsLong("content-length").orElse(0));
            try (InputStream body = answer.body(); OutputStream out = exchange.getResponseBody()) {
                body.transferTo(out);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws Exception {
        run("down");
        proxy.stop(0);
        threads.shutdownNow();
    }
}
