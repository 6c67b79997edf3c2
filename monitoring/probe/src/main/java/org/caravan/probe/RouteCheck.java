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
 * Makes sure that packets between two points leave both machines by the gateways of the ISPs that are to be measured. Without it
 * a machine lacking a rule for its second address would send by the first ISP, and the figure would carry the wrong name.
 * What lies behind the gateways is the site's own business and not seen here.
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
     * The gateways by which packets of the order and answers to it leave; both empty within a site.
     *
     * @param far of the answers
     */
    record Taken(String near, String far) {

        private static final Taken WITHIN_SITE = new Taken("", "");

        /** As it stands in a sample after the tool's name. */
        String words() {
            return near.isEmpty() ? "" : " via " + near;
        }
    }

    /** Throws {@link ProbeFault} where a packet of the order, or an answer to it, would leave by another gateway. */
    Taken check(ProbeOrder order) {
        if (order.path().withinSite()) {
            return Taken.WITHIN_SITE;
        }
        return new Taken(check(order.path(), order.from(), order.to()), check(order.path(), order.to(), order.from()));
    }

    /** Routes may change while a probe is under way: its samples are of the path only if they are as they were before it. */
    void checkStill(ProbeOrder order, Taken before) {
        Taken after;
        try {
            after = check(order);
        } catch (ProbeFault changed) {
            throw new ProbeFault("The probe's samples are not counted, since its way changed meanwhile. " + changed.getMessage(), changed);
        }
        if (!after.equals(before)) {
            throw new ProbeFault("The probe's samples are not counted, since its way changed meanwhile: path (" + order.path() + ") left via "
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

    /** The next hop in the output of {@code ip route get}; empty where the destination is on the link. */
    static Optional<String> gateway(String routeText) {
        Matcher matcher = GATEWAY.matcher(routeText);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private boolean isOfAccessPoint(ProbePoint near, String gateway) {
        Site site = infrastructure.site(near.at().siteId());
        if (gateway.equals(site.subnet(near.at()).gateway())) {
            return true;
        }
        // A router that advertises itself (RFC 4861) is known by its link-local address only; with one ISP there is no mistaking it.
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
