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
import org.caravan.application.RoutedRequests;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A copy that is a router: its servers are the peers of its routes. On start, the image's script takes the servers from the names
 * of its peers, so that it can restart without Caravan. At run time, changes use its control interface.
 */
public final class RoutingCopy {

    private static final Logger LOG = LoggerFactory.getLogger(RoutingCopy.class);
    /** Port inside the copy; the image contains the same number. */
    private static final int CONTROL_PORT = 9999;

    private static final String FACT = "router ";
    /** Sufficient because a new server is checked ten times per second. */
    private static final Duration UP_LIMIT = Duration.ofSeconds(20);
    /** For requests in progress; routed connections may stay open indefinitely. */
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(30);
    /** All replicas of a plan have equal weight. */
    private static final int WEIGHT = 100;

    private final RoutedEntry entry;

    private RoutingCopy(Endpoint endpoint, Map<String, String> environment) {
        RoutedRequests requests = RoutedRequests.parse(environment.getOrDefault(RoutedRequests.VARIABLE, ""));
        this.entry = new RoutedEntry(RouterText.COPIES, endpoint.port(), endpoint.readiness(), List.of(), requests);
    }

    static Optional<RoutingCopy> of(CopySpec spec) {
        return spec.router() && !spec.endpoints().isEmpty() ? Optional.of(new RoutingCopy(spec.endpoints().get(0), spec.environment()))
                : Optional.empty();
    }

    /** Variables of its start command; empty for other copies. */
    public static Map<String, String> environment(CopySpec spec) {
        return of(spec).map(copy -> Map.of("ROUTER_FILE", String.join(";", RouterText.lines(copy.control(), copy.entry)),
                "ROUTER_PORT", "" + copy.entry.port(), "ROUTER_CHECK", RouterText.CHECK)).orElse(Map.of());
    }

    /** Additional facts in its label file: the service port, the control port, the users and the requests by their numbers. */
    static String fact(CopySpec spec) {
        return of(spec).map(copy -> FACT + copy.entry.port() + " " + copy.controlPort() + "\n" + copy.requests()).orElse("");
    }

    private String requests() {
        List<String> ids = entry.requests().requestIds();
        return ids.isEmpty() ? "" : "requests " + entry.requests().usersId() + " " + String.join(",", ids) + "\n";
    }

    /** Service port of the router as reported by {@code route.sh}; empty if the copy is not a router. */
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

    /** Makes exactly these peers the servers of the router. Former servers complete their requests first. */
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
