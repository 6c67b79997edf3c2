package org.caravan.probe.agent;

import java.util.List;
import java.util.Optional;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Site;

/** Converts results of a probe agent to samples, and rejects results of packets that took another path. */
final class AgentResultReader {

    /** Smaller clock errors are not reported, because statistics are per minute. */
    private static final double WORTH_SAYING_MILLIS = 1_000;

    private final Infrastructure infrastructure;

    AgentResultReader(Infrastructure infrastructure) {
        this.infrastructure = infrastructure;
    }

    /** @param uncertainMillis error bound of corrected times, ms */
    AgentResult of(String spoolId, SpooledResult result, SiteClock clock, double uncertainMillis) {
        String id = "lookout/" + spoolId + "/" + result.number();
        Optional<String> fault = result.fault()
                .map(why -> "The probe agent could not ping on path (" + result.path() + "): " + why
                        + ".\nMaybe check whether its machine still has the address.")
                .or(() -> otherWay(result));
        if (fault.isPresent() || result.sent() == 0) {
            return new AgentResult(id, result.path(), List.of(), result.bytes(), fault);
        }
        String way = result.path().withinSite() ? "" : " via " + result.gateway();
        String doubt = uncertainMillis < WORTH_SAYING_MILLIS ? "" : ", clock within " + (long) Math.ceil(uncertainMillis / 1000) + " s";
        return new AgentResult(id, result.path(), result.samples(clock.corrected(result.takenAt()), "ping by lookout" + way + doubt),
                result.bytes(),
                Optional.empty());
    }

    /**
     * Same check of the gateway as before a probe of the server (docs/decisions/probing.md), but with the gateway that the machine
     * recorded.
     */
    private Optional<String> otherWay(SpooledResult result) {
        AccessPoint near = result.path().from();
        Optional<Site> site = infrastructure.sites().stream().filter(known -> known.accessPoints().contains(near)).findFirst();
        if (site.isEmpty()) {
            return Optional.of("The probe agent measured path (" + result.path()
                    + "), which no longer exists.\nMaybe its site was renamed.");
        }
        String gateway = site.get().subnet(near).gateway();
        boolean onlyRouter = result.gateway().startsWith("fe80:")
                && site.get().accessPoints().stream().filter(at -> at.family() == IpFamily.IPV6).count() == 1;
        return result.path().withinSite() || result.gateway().equals(gateway) || onlyRouter ? Optional.empty()
                : Optional.of("Results of a probe agent are discarded: on path (" + result.path() + ") its packets left via "
                        + result.gateway()
                        + ", not via " + gateway
                        + ".\nMaybe add a rule there: from the address look up a table whose default route is via " + gateway + ".");
    }
}
