package org.caravan.solver.model;

import java.util.ArrayList;
import java.util.List;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Quota;
import org.caravan.infrastructure.Site;
import org.caravan.problem.PlacementProblem;

/** Computes the remaining quotas of a problem. Machines used by other applications are already provisioned and count. */
public final class Quotas {

    private final PlacementProblem problem;
    private final List<QuotaLeft> left = new ArrayList<>();

    private Quotas(PlacementProblem problem) {
        this.problem = problem;
    }

    static List<QuotaLeft> of(PlacementProblem problem) {
        Quotas quotas = new Quotas(problem);
        problem.infrastructure().sites().forEach(site -> site.quotas().forEach((provider, quota) -> quotas.add(site, provider, quota)));
        return List.copyOf(quotas.left);
    }

    /** Quota usage of a host. */
    public static QuotaShare share(List<QuotaLeft> all, Site site, Host host, HostType type) {
        return all.stream().filter(one -> host.rental().isPresent() && one.siteId().equals(site.id())
                && one.provider().equals(host.provider())).findFirst()
                .map(one -> new QuotaShare(one.index(), type.cpu().value(), type.memory().value())).orElse(QuotaShare.NONE);
    }

    private void add(Site site, String provider, Quota quota) {
        List<HostType> taken = site.hosts().stream()
                .filter(host -> host.rental().isPresent() && host.provider().equals(provider)
                        && problem.reservedElsewhere().containsKey(host.id()))
                .map(host -> problem.infrastructure().hostTypeOf(host.id())).toList();
        left.add(new QuotaLeft(left.size(), site.id(), provider, quota,
                quota.cpu().map(most -> most.value() - taken.stream().mapToLong(type -> type.cpu().value()).sum()).orElse(Long.MAX_VALUE),
                quota.memory().map(most -> most.value() - taken.stream().mapToLong(type -> type.memory().value()).sum())
                        .orElse(Long.MAX_VALUE),
                quota.hosts().map(most -> most - (long) taken.size()).orElse(Long.MAX_VALUE)));
    }
}
