package org.caravan.probe;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.measure.ProbeOrder.IdleRtt;
import org.caravan.measure.ProbePoint;

/**
 * Command that reads the routes of several paths from one machine and sends echo requests on those whose route is right, by one process of
 * perl and one of ip ({@code echo.pl}). Most of the processor time of a ping is its start and that it wakes for each request. Perl without
 * modules, as in the essential package perl-base of Debian; the machine's user must be permitted to open raw sockets.
 */
final class EchoCommand {

    /** Precedes the output of ip. Without it, the program could not run on this machine. */
    private static final String ROUTES = "=== routes\n";

    /** Without comments and indentation, because it is sent with each command. */
    private static final String PROGRAM = ScriptText.of(EchoCommand.class, "echo.pl").lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .collect(Collectors.joining("\n"));

    private EchoCommand() {}

    /**
     * @param orders idle measurements that start at one machine
     * @param limit ends the program, whatever its targets send
     */
    static String text(List<IdleRtt> orders, RouteCheck routes, Duration limit) {
        StringBuilder arguments = new StringBuilder();
        Map<String, Integer> slots = new HashMap<>();
        for (int index = 0; index < orders.size(); index++) {
            IdleRtt order = orders.get(index);
            // Both IP families of an ISP share its access link.
            int slot = slots.merge(order.from().at().ispId(), 1, Integer::sum) - 1;
            arguments.append(" '").append(index).append(' ').append(hex(order.from())).append(' ').append(hex(order.to())).append(' ')
                    .append(order.count()).append(' ').append(slot).append(' ')
                    .append(routes.rightRoute(order.from(), order.to())).append('\'');
        }
        return RouteCheck.command(queries(orders), "perl -e 'alarm " + limit.toSeconds() + ";\n" + PROGRAM + "'" + arguments);
    }

    static List<RouteCheck.Query> queries(List<IdleRtt> orders) {
        return orders.stream().map(order -> RouteCheck.Query.of(order.from(), order.to())).toList();
    }

    /** The routes in the output; empty if the program could not run on this machine. */
    static Optional<String> routes(String output) {
        int start = output.indexOf(ROUTES);
        if (start < 0) {
            return Optional.empty();
        }
        String after = output.substring(start + ROUTES.length());
        int end = after.startsWith("=== ") ? 0 : after.indexOf("\n=== ");
        return Optional.of(end < 0 ? after : after.substring(0, end));
    }

    private static String hex(ProbePoint point) {
        try {
            return HexFormat.of().formatHex(InetAddress.getByName(point.address()).getAddress());
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("not an IP address: " + point.address(), e);
        }
    }
}
