package org.caravan.adapter.node.router;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.caravan.adapter.AdapterFault;
import org.caravan.text.TextRule;

/**
 * Changes the servers of a running router without a restart and without interrupting connections:
 *
 * <pre>
 *   new server:    added in drain, passes the router's health check -> ready, receives requests
 *   former server: drain (no new sessions) -> wait for sessions, bounded -> maintenance -> removed
 * </pre>
 */
public final class Router {

    private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

    private final RouterControl control;

    public Router(RouterControl control) {
        this.control = control;
    }

    /**
     * Makes exactly these servers, all of them healthy, the servers of the entry.
     *
     * @param upLimit time limit for new servers to become healthy; if one fails, the servers so far stay unchanged
     * @param drainLimit time for which open sessions delay the removal of a former server; remaining sessions are closed
     * @return description of the closed sessions; empty if there are none
     */
    public Optional<String> set(RoutedEntry wanted, Duration upLimit, Duration drainLimit) {
        RouterState now = state(wanted);
        List<RouterServer> added = wanted.servers().stream().filter(server -> now.servers().stream().noneMatch(old -> old.is(server)))
                .toList();
        // HAProxy identifies servers by name, so a server with a new address must be removed first.
        added.forEach(server -> now.server(server.name()).ifPresent(old -> remove(wanted, old.name())));
        added.forEach(server -> add(wanted, server));
        added.forEach(server -> awaitHealthy(wanted, server, added, upLimit));
        for (RouterServer server : wanted.servers()) {
            order("set server " + wanted.name() + "/" + server.name() + " weight " + server.weight(), "");
            order("set server " + wanted.name() + "/" + server.name() + " state ready", "");
        }
        List<String> former = now.servers().stream().map(RouterState.Server::name)
                .filter(name -> wanted.servers().stream().noneMatch(server -> server.name().equals(name))).toList();
        former.forEach(name -> order("set server " + wanted.name() + "/" + name + " state drain", ""));
        List<String> cut = new ArrayList<>();
        long end = System.nanoTime() + drainLimit.toNanos();
        former.forEach(name -> drain(wanted, name, end).ifPresent(cut::add));
        return cut.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", cut));
    }

    /** Open sessions of a server; 0 if the router does not have it. */
    public int sessions(RoutedEntry entry, String serverName) {
        return state(entry).server(serverName).map(RouterState.Server::sessions).orElse(0);
    }

    private void add(RoutedEntry entry, RouterServer server) {
        String words = RouterText.words(server);
        order("add server " + entry.name() + "/" + words, "New server registered.");
        // HAProxy treats a new server as healthy until its first check, so it must not receive requests before.
        order("set server " + entry.name() + "/" + server.name() + " state drain", "");
        order("enable health " + entry.name() + "/" + server.name(), "");
    }

    private void awaitHealthy(RoutedEntry entry, RouterServer server, List<RouterServer> added, Duration limit) {
        if (!await(entry, server.name(), RouterState.Server::healthy, System.nanoTime() + limit.toNanos())) {
            String status = state(entry).server(server.name()).map(RouterState.Server::check).orElse("gone");
            added.forEach(mine -> remove(entry, mine.name()));
            throw new AdapterFault(AdapterFault.Kind.FAILED,
                    ("The router does not find server (%s) of entry (%s) at %s port %d healthy within %d s: its check says %s.\nMaybe the "
                            + "router's site has no route to it.")
                            .formatted(server.name(), entry.name(), server.address(), server.port(), limit.toSeconds(),
                                    TextRule.excerpt(status)));
        }
    }

    private Optional<String> drain(RoutedEntry entry, String name, long end) {
        boolean quiet = await(entry, name, server -> server.sessions() == 0, end);
        int open = quiet ? 0 : sessions(entry, name);
        remove(entry, name);
        return open == 0 ? Optional.empty() : Optional.of(open + " sessions to " + name + " were still open and have been cut.");
    }

    private void remove(RoutedEntry entry, String name) {
        order("set server " + entry.name() + "/" + name + " state maint", "");
        order("shutdown sessions server " + entry.name() + "/" + name, "");
        long end = System.nanoTime() + Duration.ofSeconds(5).toNanos();
        // A closed session is still counted for a moment.
        String answer = control.ask("del server " + entry.name() + "/" + name);
        while (!answer.startsWith("Server deleted") && !answer.startsWith("No such server") && System.nanoTime() < end) {
            LockSupport.parkNanos(PAUSE_NANOS);
            answer = control.ask("del server " + entry.name() + "/" + name);
        }
        refuse(answer.startsWith("Server deleted") || answer.startsWith("No such server"), "del server " + name, answer);
    }

    private boolean await(RoutedEntry entry, String name, Predicate<RouterState.Server> wished, long end) {
        while (!state(entry).server(name).filter(wished).isPresent()) {
            if (System.nanoTime() > end) {
                return false;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return true;
    }

    private RouterState state(RoutedEntry entry) {
        String statistics = control.ask("show stat " + entry.name() + " 4 -1");
        try {
            return RouterState.read(entry.name(), statistics);
        } catch (RuntimeException odd) {
            throw new AdapterFault(AdapterFault.Kind.FAILED,
                    ("The router of entry (%s) returns invalid statistics (%s).\nMaybe another program listens on its control port: start "
                            + "it again from our file.")
                            .formatted(entry.name(), TextRule.excerpt(statistics)), odd);
        }
    }

    private void order(String command, String expected) {
        String answer = control.ask(command);
        refuse(answer.equals(expected), command, answer);
    }

    private static void refuse(boolean fine, String command, String answer) {
        if (!fine) {
            throw new AdapterFault(AdapterFault.Kind.FAILED,
                    "The router refuses (%s): %s.\nMaybe it was started from another file: start it again from ours."
                            .formatted(command, TextRule.excerpt(answer)));
        }
    }
}
