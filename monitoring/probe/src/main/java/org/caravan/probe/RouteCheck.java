package org.caravan.probe;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Site;
import org.caravan.measure.PathId;
import org.caravan.measure.ProbeFault;
import org.caravan.measure.ProbeOrder;
import org.caravan.measure.ProbePoint;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Shell;
import org.caravan.text.TextRule;

/**
 * Checks that packets between two points leave both machines through the gateways of the measured ISPs. Otherwise a machine without a
 * rule for its second address would send through the first ISP, and the result would be attributed to the wrong path. Routing behind
 * the gateways is internal to the site and not checked.
 */
final class RouteCheck {

    private static final Duration LIMIT = Duration.ofSeconds(15);
    /** Of ip: the line of its input that failed. */
    private static final Pattern FAILED = Pattern.compile("Command failed \\S{1,100}:(\\d{1,4})");
    /** A route may begin with its type, as in "local". */
    private static final Pattern ROUTE = Pattern.compile("^(?:[a-z]+ )?([0-9a-f.:]{1,45} from [0-9a-f.:]{1,45} )");
    private static final Pattern GATEWAY = Pattern.compile("\\bvia (?:inet6? )?(\\S+)");

    private final Shell shell;
    private final Machines machines;
    private final Infrastructure infrastructure;

    RouteCheck(Shell shell, Machines machines, Infrastructure infrastructure) {
        this.shell = shell;
        this.machines = machines;
        this.infrastructure = infrastructure;
    }

    /**
     * Gateways through which packets of the order and their replies leave; both empty within a site.
     *
     * @param near gateway of the packets
     * @param far gateway of the replies
     */
    record Taken(String near, String far) {

        private static final Taken WITHIN_SITE = new Taken("", "");

        /** Suffix of the tool's name in a sample. */
        String words() {
            return near.isEmpty() ? "" : " via " + near;
        }
    }

    /** Throws {@link ProbeFault} if a packet of the order, or a reply to it, would leave through another gateway. */
    Taken check(ProbeOrder order) {
        if (order.path().withinSite()) {
            return Taken.WITHIN_SITE;
        }
        return new Taken(check(order.path(), order.from(), order.to()), check(order.path(), order.to(), order.from()));
    }

    /**
     * Throws {@link ProbeFault} if the routes have changed since {@code before}: the samples belong to the path only if the routes
     * stayed the same during the probe.
     */
    void checkStill(ProbeOrder order, Taken before) {
        Taken after;
        try {
            after = check(order);
        } catch (ProbeFault changed) {
            throw new ProbeFault("The probe's samples are discarded, because its route changed in the meantime. " + changed.getMessage(),
                    changed);
        }
        if (!after.equals(before)) {
            throw new ProbeFault("The probe's samples are discarded, because its route changed in the meantime: path (" + order.path()
                    + ") left via "
                    + before.near() + " and " + before.far() + ", then via " + after.near() + " and " + after.far()
                    + ".\nMaybe probe again when the routes have settled.", null);
        }
    }

    private String check(PathId path, ProbePoint near, ProbePoint far) {
        return gateway(path, near, far, shell.run(machines.machine(near.machineId()), "LC_ALL=C " + command(near, far), LIMIT));
    }

    static String command(ProbePoint near, ProbePoint far) {
        return "ip " + (near.at().family() == IpFamily.IPV4 ? "-4" : "-6") + " route get " + far.address() + " from " + near.address();
    }

    /**
     * Command that reads several routes by one process. {@link #results} parses its output.
     *
     * @param before what runs instead of ip with the queries as input; empty for ip itself
     */
    static String command(List<Query> queries, String before) {
        return "export LC_ALL=C\nexec " + (before.isEmpty() ? "ip -force -oneline -batch - 2>&1" : before) + " <<'E'\n"
                + queries.stream().map(query -> "route get " + query.to() + " from " + query.from() + "\n").collect(Collectors.joining())
                + "E\n";
    }

    /** Addresses of a route, in canonical form, as ip prints them. */
    record Query(String from, String to) {

        static Query of(ProbePoint near, ProbePoint far) {
            return new Query(near.address(), far.address());
        }

        private String start() {
            return to + " from " + from + " ";
        }
    }

    /** Results of {@link #command(List, String)} by their query. Queries without a result are missing; an old ip knows no batches. */
    static Map<Query, CommandResult> results(List<Query> queries, String output) {
        Map<String, Query> open = new HashMap<>();
        queries.forEach(query -> open.put(query.start(), query));
        Map<Query, CommandResult> results = new HashMap<>();
        StringBuilder errors = new StringBuilder();
        for (String line : output.split("\n")) {
            Matcher failed = FAILED.matcher(line);
            Matcher route = ROUTE.matcher(line);
            if (failed.matches()) {
                int index = Integer.parseInt(failed.group(1)) - 1;
                if (index >= 0 && index < queries.size()) {
                    results.putIfAbsent(queries.get(index), new CommandResult(2, "", errors.toString()));
                }
                errors.setLength(0);
            } else if (route.find() && open.containsKey(route.group(1))) {
                results.putIfAbsent(open.get(route.group(1)), new CommandResult(0, line, ""));
            } else {
                errors.append(line).append('\n');
            }
        }
        return results;
    }

    /** Pattern of perl for the line of a route through a gateway of the access point. */
    String rightRoute(ProbePoint near, ProbePoint far) {
        String hops = nextHops(near).stream().map(hop -> hop.replace(".", "\\.").replace("*", "\\S*")).collect(Collectors.joining("|"));
        return "^" + Query.of(near, far).start().replace(".", "\\.") + "via (inet6? )?(" + hops + ") ";
    }

    /** Gateway that {@link #command} found. Throws {@link ProbeFault} if it is not that of the access point. */
    String gateway(PathId path, ProbePoint near, ProbePoint far, CommandResult result) {
        if (!result.succeeded()) {
            throw fault(path, near, far, "has no route: " + TextRule.excerpt(result.errorOutput().strip(), 300));
        }
        Optional<String> gateway = gateway(result.output());
        if (gateway.isEmpty()) {
            throw fault(path, near, far, "sends without a gateway");
        }
        if (!isOfAccessPoint(near, gateway.get())) {
            throw fault(path, near, far, "sends via " + TextRule.excerpt(gateway.get()));
        }
        return gateway.get();
    }

    /** Next hop in the output of {@code ip route get}; empty if the destination is on-link. */
    static Optional<String> gateway(String routeText) {
        Matcher matcher = GATEWAY.matcher(routeText);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private boolean isOfAccessPoint(ProbePoint near, String gateway) {
        return nextHops(near).stream().anyMatch(hop -> hop.endsWith("*") ? gateway.startsWith(hop.substring(0, hop.length() - 1))
                : gateway.equals(hop));
    }

    /** Gateways of an access point, as patterns of a shell: an address, or the beginning of one and an asterisk. */
    List<String> nextHops(ProbePoint near) {
        Site site = infrastructure.site(near.at().siteId());
        String gateway = site.subnet(near.at()).gateway();
        // A router that advertises itself (RFC 4861) is known by its link-local address only. With one ISP it is unambiguous.
        boolean advertised = near.at().family() == IpFamily.IPV6
                && site.accessPoints().stream().filter(at -> at.family() == IpFamily.IPV6).count() == 1;
        return advertised ? List.of(gateway, "fe80:*") : List.of(gateway);
    }

    private ProbeFault fault(PathId path, ProbePoint near, ProbePoint far, String what) {
        String gateway = infrastructure.site(near.at().siteId()).subnet(near.at()).gateway();
        return new ProbeFault(
                "Path (" + path + ") cannot be measured: machine (" + near.machineId() + ") " + what + " from " + near.address()
                        + " to " + far.address() + ", not via " + gateway + " of access point (" + near.at() + ").\n"
                        + "Maybe add a rule there: from " + near.address() + " look up a table whose default route is via " + gateway + ".",
                null);
    }
}
