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
 * Location with its own ISP connections.
 *
 * @param country ISO 3166-1 alpha-2
 * @param hosts sorted by id; empty at a site of users
 * @param vantage machine from which a site without hosts is measured
 * @param quotas limits of provisioned resources, by provider
 * @param guards security controls of the hosts, by provider; providers without declared controls are omitted
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
        Map<String, ProviderControls> guards) {

    /** Sites stored before quotas or guards existed have none. */
    public Site {
        guards = guards == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(guards));
        quotas = quotas == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(quotas));
        isps = isps.stream().sorted(Comparator.comparing(Isp::id)).toList();
        hosts = hosts.stream().sorted(Comparator.comparing(Host::id)).toList();
    }

    /** Site without declared security controls. */
    public Site(String id, SiteKind kind, String country, Position position, List<Isp> isps, List<Host> hosts, Optional<Vantage> vantage,
            Map<String, Quota> quotas) {
        this(id, kind, country, position, isps, hosts, vantage, quotas, Map.of());
    }

    /** Site without quotas. */
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

    public Site withControls(Map<String, ProviderControls> changed) {
        return new Site(id, kind, country, position, isps, hosts, vantage, quotas, changed);
    }

    /** Security controls of the provider's hosts at this site. */
    public ProviderControls guard(String provider) {
        return guards.getOrDefault(provider, ProviderControls.NONE);
    }

    /** Empty if the site has no such ISP. */
    public Optional<Isp> findIsp(String ispId) {
        return isps.stream().filter(isp -> isp.id().equals(ispId)).findFirst();
    }

    /** Outbound capacity of the uplink through this ISP; empty if not declared. */
    public Optional<BitRate> uplink(String ispId) {
        return findIsp(ispId).flatMap(Isp::uplink);
    }

    /** Limit of what one node may send through this ISP: an equal part for each host of the site; empty if there is none. */
    public Optional<TrafficQuota> quotaOfNode(String ispId) {
        return findIsp(ispId).flatMap(Isp::quota).map(all -> all.part(hosts.size()));
    }

    /** Inbound capacity of the access link to this ISP; empty if not declared. */
    public Optional<BitRate> downlink(String ispId) {
        return findIsp(ispId).flatMap(Isp::downlink);
    }

    /** All pairs of ISP and IP version through which this site can be reached, sorted. */
    public List<AccessPoint> accessPoints() {
        return isps.stream()
                .flatMap(isp -> isp.subnets().keySet().stream().map(family -> new AccessPoint(id, isp.id(), family)))
                .sorted()
                .toList();
    }

    /** Prefix of an access point of this site. */
    public Subnet subnet(AccessPoint accessPoint) {
        return isps.stream()
                .filter(isp -> isp.id().equals(accessPoint.ispId()))
                .map(isp -> isp.subnets().get(accessPoint.family()))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("site " + id + " has no access point " + accessPoint));
    }
}
