package org.caravan.probe;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
        String family = near.at().family() == IpFamily.IPV4 ? "-4" : "-6";
        String command = "LC_ALL=C ip " + family + " route get " + far.address() + " from " + near.address();
        CommandResult result = shell.run(machines.machine(near.machineId()), command, LIMIT);
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
        Site site = infrastructure.site(near.at().siteId());
        if (gateway.equals(site.subnet(near.at()).gateway())) {
            return true;
        }
        // A router that advertises itself (RFC 4861) is known by its link-local address only. With one ISP it is unambiguous.
        return gateway.startsWith("fe80:")
                && site.accessPoints().stream().filter(at -> at.family() == IpFamily.IPV6).count() == 1;
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
