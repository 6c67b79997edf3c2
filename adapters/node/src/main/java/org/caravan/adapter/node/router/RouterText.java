package org.caravan.adapter.node.router;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.caravan.application.Readiness;

/** Builds the configuration file of a router (HAProxy 2.4 or later), used when the router starts. A pure function. */
public final class RouterText {

    /**
     * Health checks of each server: twice per second, ten times per second during a change. One success makes it healthy, and two
     * failures unhealthy.
     */
    public static final String CHECK = "check inter 500ms fastinter 100ms downinter 200ms rise 1 fall 2";

    /** Name of the entry of a router with one entry. */
    public static final String COPIES = "copies";

    private RouterText() {}

    /** Configuration lines of a router with one entry; its servers are appended. */
    public static List<String> lines(String control, RoutedEntry entry) {
        return of(control, List.of(entry)).lines().filter(line -> !line.startsWith("#")).map(RouterText::word).toList();
    }

    private static String word(String line) {
        if (line.contains(";")) {
            throw new IllegalArgumentException("a line of a router's file has no semicolon: " + line);
        }
        return line;
    }

    /**
     * @param control address of the control interface, {@code ipv4@127.0.0.1:9999} or {@code unix@/run/…}; only loopback or a file
     */
    public static String of(String control, List<RoutedEntry> entries) {
        if (!control.startsWith("ipv4@127.") && !control.startsWith("unix@/")) {
            throw new IllegalArgumentException("a router is controlled from its own machine alone: " + control);
        }
        List<String> lines = new ArrayList<>(List.of(
                "# Written by Caravan; servers change through the control interface, this is what a new start begins with.",
                "global",
                "  stats socket " + control + " level admin",
                "  nbthread 1",
                "  maxconn 4096",
                "  hard-stop-after 60s",
                "defaults",
                "  timeout connect 2s",
                "  timeout client 5m",
                "  timeout server 1m",
                "  timeout check 2s",
                "  timeout http-request 10s",
                "  timeout http-keep-alive 5m",
                "  timeout queue 10s",
                "  retries 3",
                "  option redispatch 1"));
        entries.forEach(entry -> add(lines, entry));
        return String.join("\n", lines) + "\n";
    }

    private static void add(List<String> lines, RoutedEntry entry) {
        String mode = entry.readiness() instanceof Readiness.HttpAnswers ? "http" : "tcp";
        // Must differ from the backend's name; otherwise statistics by name would contain only this frontend.
        lines.add("frontend " + entry.name() + ".users");
        lines.add("  mode " + mode);
        lines.add("  bind :::" + entry.port() + " v4v6");
        if (mode.equals("http")) {
            lines.addAll(RequestCounters.counting(entry.name(), entry.requests()));
        }
        lines.add("  default_backend " + entry.name());
        if (mode.equals("http")) {
            lines.addAll(RequestCounters.tables(entry.name(), entry.requests()));
        }
        // Must be last, because the start script appends the servers.
        lines.add("backend " + entry.name());
        lines.add("  mode " + mode);
        lines.add("  balance roundrobin");
        if (entry.readiness() instanceof Readiness.HttpAnswers http) {
            // A server could close a kept-alive connection while a request is sent. Client connections stay open.
            lines.add("  option http-server-close");
            lines.add("  option httpchk");
            lines.add("  http-check send meth GET uri " + escaped(http.path()) + " ver HTTP/1.1 hdr Host localhost");
            lines.add("  http-check expect status " + http.status());
        }
        entry.servers().forEach(server -> lines.add("  server " + words(server)));
    }

    /** Percent-encodes characters of a path that would end a word or begin a comment (RFC 3986). */
    private static String escaped(String path) {
        StringBuilder text = new StringBuilder();
        for (byte one : path.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = one > ' ' && one < 127 && "\"'\\#;{}$".indexOf(one) < 0;
            text.append(plain ? String.valueOf((char) one) : String.format(Locale.ROOT, "%%%02X", one));
        }
        return text.toString();
    }

    /** A server in the common format of the file and of {@code add server}. */
    static String words(RouterServer server) {
        return server.name() + " " + server.socket() + " weight " + server.weight() + " " + CHECK;
    }
}
