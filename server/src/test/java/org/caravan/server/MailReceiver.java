package org.caravan.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A mail server on loopback without TLS and login. Recipients {@code later@…} are refused once for now, {@code never@…} for good. */
public final class MailReceiver implements AutoCloseable {

    private final ServerSocket socket;
    private final List<String> mails = new CopyOnWriteArrayList<>();
    private final AtomicInteger later = new AtomicInteger();

    public MailReceiver() {
        try {
            socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread thread = new Thread(this::serve, "mail-receiver");
        thread.setDaemon(true);
        thread.start();
    }

    public int port() {
        return socket.getLocalPort();
    }

    /** Envelope and content of each mail: {@code FROM TO}, then the lines as they were sent. */
    public List<String> mails() {
        return mails;
    }

    private void serve() {
        while (!socket.isClosed()) {
            try (Socket client = socket.accept()) {
                client.setSoTimeout(120_000);
                talk(new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8)),
                        new PrintWriter(client.getOutputStream(), false, StandardCharsets.UTF_8));
            } catch (IOException ended) {
                // The next client is served.
            }
        }
    }

    private void talk(BufferedReader in, PrintWriter out) throws IOException {
        String envelope = "";
        answer(out, "220 mail.example.org");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String verb = line.split("[ :]")[0].toUpperCase(Locale.ROOT);
            switch (verb) {
                case "MAIL" -> {
                    envelope = line.replaceFirst(".*<(.*)>.*", "$1");
                    answer(out, "250 ok");
                }
                case "RCPT" -> {
                    envelope += " " + line.replaceFirst(".*<(.*)>.*", "$1");
                    answer(out, line.contains("never@") ? "550 no such user"
                            : line.contains("later@") && later.getAndIncrement() == 0 ? "451 try later" : "250 ok");
                }
                case "DATA" -> {
                    answer(out, "354 go on");
                    StringBuilder mail = new StringBuilder(envelope).append('\n');
                    for (String text = in.readLine(); !text.equals("."); text = in.readLine()) {
                        mail.append(text).append('\n');
                    }
                    mails.add(mail.toString());
                    answer(out, "250 queued");
                }
                case "QUIT" -> {
                    answer(out, "221 bye");
                    return;
                }
                default -> answer(out, "250 ok");
            }
        }
    }

    private static void answer(PrintWriter out, String line) {
        out.print(line + "\r\n");
        out.flush();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
