package org.caravan.infrastructure;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.unit.BitRate;

/**
 * A place with its own connections to ISPs.
 *
 * @param country ISO 3166-1 alpha-2
 * @param hosts sorted by id; empty at a site of users
 * @param vantage where a site without hosts is measured from
 * @param quotas of what is rented there, by provider
 * @param guards what guards the hosts there, by provider; those that nothing is said of are left out
 */
public record Site(
        String id,
        SiteKind kind,
        String country,
        Position position,
        List<Isp> isps,
        List<Host> hosts,
        Optional<Vantage> vantage,
        Map<String, Quota> quotas,
        Map<String, Guard> guards) {

    /** What was stored before there were quotas or guards has none. */
    public Site {
        guards = guards == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(guards));
        quotas = quotas == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(quotas));
        isps = isps.stream().sorted(Comparator.comparing(Isp::id)).toList();
        hosts = hosts.stream().sorted(Comparator.comparing(Host::id)).toList();
    }

    /** One of whose guards nothing is said. */
    public Site(String id, SiteKind kind, String country, Position position, List<Isp> isps, List<Host> hosts, Optional<Vantage> vantage, Map<String, Quota> quotas) {
        this(id, kind, country, position, isps, hosts, vantage, quotas, Map.of());
    }

    /** One without quotas. */
    public Site(String id, SiteKind kind, String country, Position position, List<Isp> isps, List<Host> hosts, Optional<Vantage> vantage) {
        this(id, kind, country, position, isps, hosts, vantage, Map.of(), Map.of());
    }

    public Site withIsps(List<Isp> changed) {
        return new Site(id, kind, country, position, changed, hosts, vantage, quotas, guards);
    }

    public Site withHosts(List<Host> changed) {
        return new Site(id, kind, country, position, isps, changed, vantage, quotas, guards);
    }

    public Site withQuotas(Map<String, Quota> changed) {
        return new Site(id, kind, country, position, isps, hosts, vantage, changed, guards);
    }

    public Site withGuards(Map<String, Guard> changed) {
        return new Site(id, kind, country, position, isps, hosts, vantage, quotas, changed);
    }

    /** What guards the hosts of a provider here. */
    public Guard guard(String provider) {
        return guards.getOrDefault(provider, Guard.NONE);
    }

    /** What its line by the ISP carries outwards; empty where nobody declared that. */
    public Optional<BitRate> uplink(String ispId) {
        return isps.stream().filter(isp -> isp.id().equals(ispId)).findFirst().flatMap(Isp::uplink);
    }

    /** Every ISP and IP version by which this site can be reached, sorted. */
    public List<AccessPoint> accessPoints() {
        return isps.stream()
                .flatMap(isp -> isp.subnets().keySet().stream().map(family -> new AccessPoint(id, isp.id(), family)))
                .sorted()
                .toList();
    }

    /** The prefix behind an access point of this site. */
    public Subnet subnet(AccessPoint accessPoint) {
        return isps.stream()
                .filter(isp -> isp.id().equals(accessPoint.ispId()))
                .map(isp -> isp.subnets().get(accessPoint.family()))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("site " + id + " has no access point " + accessPoint));
    }
}
