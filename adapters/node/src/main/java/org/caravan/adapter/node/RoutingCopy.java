package org.caravan.adapter.node;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.node.router.RoutedEntry;
import org.caravan.adapter.node.router.Router;
import org.caravan.adapter.node.router.RouterControl;
import org.caravan.adapter.node.router.RouterServer;
import org.caravan.adapter.node.router.RouterText;
import org.caravan.application.Endpoint;
import org.caravan.application.Readiness;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A copy that is a router: its servers are the peers of its routes. What it starts from is its image's script, which takes the
 * servers from the names of its peers, so that it starts again without us; while it runs, changes go by its control interface.
 */
public final class RoutingCopy {

    private static final Logger LOG = LoggerFactory.getLogger(RoutingCopy.class);
    /** Within the copy; its image knows it, too. */
    private static final int CONTROL_PORT = 9999;

    private static final String FACT = "router ";
    /** A new server is asked ten times a second. */
    private static final Duration UP_LIMIT = Duration.ofSeconds(20);
    /** Requests under way; what is routed by connection may stay open for ever. */
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(30);
    /** By a plan, all replicas serve alike. */
    private static final int WEIGHT = 100;

    private final RoutedEntry entry;

    private RoutingCopy(Endpoint endpoint) {
        this.entry = new RoutedEntry(RouterText.COPIES, endpoint.port(), endpoint.readiness(), List.of());
    }

    static Optional<RoutingCopy> of(CopySpec spec) {
        return spec.router() && !spec.endpoints().isEmpty() ? Optional.of(new RoutingCopy(spec.endpoints().get(0))) : Optional.empty();
    }

    /** Variables of its start command; none for a copy that is no router. */
    public static Map<String, String> environment(CopySpec spec) {
        return of(spec).map(copy -> Map.of("ROUTER_FILE", String.join(";", RouterText.lines(copy.control(), copy.entry)),
                "ROUTER_PORT", "" + copy.entry.port(), "ROUTER_CHECK", RouterText.CHECK)).orElse(Map.of());
    }

    /** What its label file says besides: on which port it serves, and on which it is controlled. */
    static String fact(CopySpec spec) {
        return of(spec).map(copy -> FACT + copy.entry.port() + " " + copy.controlPort() + "\n").orElse("");
    }

    /** The port on which the router serves, as {@code route.sh} tells it; empty if the copy is none. */
    static Optional<Integer> port(String told) {
        return told.lines().filter(line -> line.startsWith(FACT)).map(line -> port(line.split(" "))).findFirst();
    }

    private static int port(String[] words) {
        int port = words.length < 2 ? 0 : Integer.parseInt(words[1]);
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("no port of a router: " + port);
        }
        return port;
    }

    /** After it exactly these peers stand behind the router; those that were there before have answered what they were asked. */
    static void serve(int port, List<PeerRoute> routes, RouterControl control, String label) {
        List<RouterServer> servers = routes.stream()
                .map(route -> new RouterServer(route.address().replace(':', '-'), route.address(), port, WEIGHT)).distinct().toList();
        RoutedEntry wanted = new RoutedEntry(RouterText.COPIES, port, new Readiness.TcpAccepts(), servers);
        new Router(control).set(wanted, UP_LIMIT, DRAIN_LIMIT).ifPresent(cut -> LOG.warn("router {}: {}", label, cut));
    }

    private String control() {
        return "ipv4@127.0.0.1:" + controlPort();
    }

    private int controlPort() {
        return entry.port() == CONTROL_PORT ? CONTROL_PORT - 1 : CONTROL_PORT;
    }
}
