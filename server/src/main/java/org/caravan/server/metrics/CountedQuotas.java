package org.caravan.server.metrics;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.adapter.QuotaUse;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.Uplinks;
import org.caravan.server.planning.ProblemSource;
import org.caravan.unit.Bytes;
import org.springframework.stereotype.Component;

/**
 * What nodes have counted of quotas of access links in the current period, for plans. Amounts are in steps of 1 % of the quota and times in
 * whole hours, so that plans do not differ by chance.
 */
@Component
public final class CountedQuotas implements ProblemSource.QuotasNow {

    private static final int STEPS = 100;
    private static final long HOUR = Duration.ofHours(1).toSeconds();

    private final LinkQuotas reports;
    private final Clock clock;

    CountedQuotas(LinkQuotas reports, Clock clock) {
        this.reports = reports;
        this.clock = clock;
    }

    @Override
    public SortedMap<AccessLink, Uplinks.Counted> of(Infrastructure infrastructure) {
        return of(infrastructure, reports.reports(Instant.EPOCH), clock.instant());
    }

    /** @param reports the last one of each host; of earlier periods they count as nothing */
    public static SortedMap<AccessLink, Uplinks.Counted> of(Infrastructure infrastructure, List<LinkQuotas.Report> reports, Instant now) {
        SortedMap<AccessLink, Uplinks.Counted> counted = new TreeMap<>();
        for (Site site : infrastructure.sites()) {
            List<String> hosts = site.hosts().stream().map(Host::id).toList();
            List<QuotaUse> uses = reports.stream().filter(report -> hosts.contains(report.hostId()))
                    .flatMap(report -> report.uses().stream()).toList();
            site.isps().forEach(isp -> isp.quota().flatMap(quota -> counted(isp, quota, uses, now))
                    .ifPresent(one -> counted.put(new AccessLink(site.id(), isp.id()), one)));
        }
        return counted;
    }

    private static Optional<Uplinks.Counted> counted(Isp isp, TrafficQuota quota, List<QuotaUse> uses, Instant now) {
        Instant begin = quota.begin(now);
        long used = uses.stream().filter(use -> use.ispId().equals(isp.id()) && use.begin().equals(begin))
                .mapToLong(use -> use.used().value()).sum();
        long step = Math.max(1, quota.amount().value() / STEPS);
        long left = Duration.between(now, quota.renewal(now)).toSeconds();
        return used < step ? Optional.empty() : Optional.of(new Uplinks.Counted(new Bytes(used / step * step),
                Duration.between(begin, now).toSeconds() / HOUR * HOUR, (left / HOUR + 1) * HOUR));
    }
}
