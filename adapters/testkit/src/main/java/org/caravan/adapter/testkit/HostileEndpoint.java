package org.caravan.adapter.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** An endpoint on loopback that answers with bytes of the test, which no server library would send. */
public final class HostileEndpoint implements AutoCloseable {

    /** Writes an answer with head and body; may write forever, until the client closes the connection. */
    @FunctionalInterface
    public interface Reply {
        /** @throws IOException if the client has closed the connection */
        void to(OutputStream out) throws IOException;
    }

    private static final int OK = 200;

    private final ServerSocket socket;
    private final Function<String, Reply> replies;
    private final List<String> requests = new CopyOnWriteArrayList<>();

    /** @param replies answer by request line: {@code GET /v2.0/ports HTTP/1.1} */
    public HostileEndpoint(Function<String, Reply> replies) {
        this.replies = replies;
        try {
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        start(this::serve);
    }

    public String url() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    /** Request lines so far. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "hostile-endpoint");
        thread.setDaemon(true);
        thread.start();
    }

    private void serve() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                start(() -> answer(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void answer(Socket client) {
        try (client) {
            BufferedReader in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1));
            String line = in.readLine();
            if (line == null) {
                return;
            }
            requests.add(line);
            long length = 0;
            for (String header = in.readLine(); header != null && !header.isEmpty(); header = in.readLine()) {
                if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                    length = Long.parseLong(header.substring(15).strip());
                }
            }
            for (long at = 0; at < length; at++) {
                in.read();
            }
            replies.apply(line).to(client.getOutputStream());
            client.getOutputStream().flush();
        } catch (IOException e) {
            // the client has closed the connection, as it should
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A complete answer. */
    public static Reply of(int status, String type, String body, String... headers) {
        return out -> {
            byte[] content = bytes(body);
            out.write(bytes(head(status, type) + String.join("", Arrays.stream(headers).map(header -> header + "\r\n").toList())
                    + "Content-Length: " + content.length + "\r\n\r\n"));
            out.write(content);
        };
    }

    private static String head(int status, String type) {
        return "HTTP/1.1 " + status + " As It Likes\r\nContent-Type: " + type + "\r\nConnection: close\r\n";
    }

    /** A body that begins so, and continues with the rest forever. */
    public static Reply endless(String type, String begin, String rest) {
        return out -> {
            out.write(bytes(head(OK, type) + "\r\n" + begin));
            byte[] more = bytes(rest.repeat(4096 / rest.length() + 1));
            while (true) {
                out.write(more);
            }
        };
    }

    /** A body of which one byte arrives every 100 ms. */
    public static Reply slowBody(String type, String body) {
        return out -> {
            out.write(bytes(head(OK, type) + "Content-Length: " + bytes(body).length + "\r\n\r\n"));
            dribble(out, body);
        };
    }

    /** A head of which one byte arrives every 100 ms. */
    public static Reply slowHead() {
        return out -> {
            out.write(bytes("HTTP/1.1 200 OK\r\nX-Slow: "));
            dribble(out, "x".repeat(10_000));
        };
    }

    private static void dribble(OutputStream out, String text) throws IOException {
        for (byte sign : bytes(text)) {
            out.write(sign);
            out.flush();
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** A body that is shorter than its head says. */
    public static Reply cutOff(String type, String body) {
        return out -> out.write(bytes(head(OK, type) + "Content-Length: " + (bytes(body).length + 1000) + "\r\n\r\n" + body));
    }

    /** No HTTP at all. */
    public static Reply noise() {
        return out -> out.write(bytes("SSH-2.0-OpenSSH_9.2\r\n\0\0\0\u001b[2J\r\n"));
    }
}
