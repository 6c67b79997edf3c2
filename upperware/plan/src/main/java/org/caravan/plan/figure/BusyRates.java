package org.caravan.plan.figure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.adapter.InstanceId;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.plan.BandwidthReservation;
import org.caravan.plan.DeploymentPlan;
import org.caravan.problem.PlacementProblem;
import org.caravan.qos.Claim;
import org.caravan.qos.CreditAllocator;
import org.caravan.unit.BitRate;

/**
 * Rates at which copies of a plan send on an uplink while all its copies there have enough to send. They are divided as nodes divide them
 * ({@link CreditAllocator}): shares count with the weight of their organisation. Copies of other applications with bandwidth there are
 * busy, too; of others without, nothing is known. An uplink without any bandwidth of the plan is not divided. Without a declared uplink,
 * only maxima limit.
 */
final class BusyRates {

    private final Map<AccessLink, Map<InstanceId, BitRate>> rates = new HashMap<>();

    BusyRates(PlacementProblem problem, DeploymentPlan plan) {
        if (plan.bandwidth().isEmpty()) {
            return;
        }
        Map<AccessLink, TreeSet<InstanceId>> copies = new TreeMap<>();
        Map<AccessLink, Map<InstanceId, BandwidthReservation>> reserved = new HashMap<>();
        plan.bandwidth().forEach(one -> {
            copies.put(one.at(), new TreeSet<>());
            reserved.computeIfAbsent(one.at(), any -> new HashMap<>()).putIfAbsent(one.instance(), one);
        });
        plan.links().forEach(link -> {
            add(copies, link.path(), link.path().from(), link.from());
            add(copies, link.path(), link.path().to(), link.to());
        });
        plan.entries().forEach(entry -> add(copies, entry.path(), entry.path().to(), entry.to()));
        copies.forEach((at, sharers) -> divide(problem, reserved.get(at), at, sharers));
    }

    private static void add(Map<AccessLink, TreeSet<InstanceId>> copies, PathId path, AccessPoint end, InstanceId copy) {
        if (!path.withinSite() && copies.containsKey(AccessLink.of(end))) {
            copies.get(AccessLink.of(end)).add(copy);
        }
    }

    private void divide(PlacementProblem problem, Map<InstanceId, BandwidthReservation> reserved, AccessLink at,
            TreeSet<InstanceId> copies) {
        List<Claim> claims = new ArrayList<>();
        copies.forEach(copy -> {
            Optional<BandwidthReservation> own = Optional.ofNullable(reserved.get(copy));
            claims.add(new Claim(copy.toString(), own.map(BandwidthReservation::share).orElse(1.0) * problem.uplinks().weight(),
                    own.map(BandwidthReservation::min).orElse(BitRate.ZERO), own.flatMap(BandwidthReservation::max)));
        });
        Double others = problem.uplinks().sharesElsewhere().get(at);
        BitRate reservedElsewhere = problem.uplinks().reservedElsewhere(at);
        if (others != null) { // divided as one copy: their maxima are not known
            claims.add(new Claim("other applications", others, reservedElsewhere, Optional.empty()));
        }
        BitRate apart = others == null ? reservedElsewhere : BitRate.ZERO;
        Optional<BitRate> capacity = problem.infrastructure().findSite(at.siteId()).flatMap(site -> site.uplink(at.ispId()))
                .map(uplink -> new BitRate(Math.max(0, uplink.value() - apart.value())));
        // The uplink may have been declared smaller since the plan was made.
        boolean divisible = capacity.isPresent() && CreditAllocator.contradiction(capacity.get(), claims).isEmpty();
        List<Double> credits = divisible ? CreditAllocator.credits(capacity.get(), claims) : List.of();
        Map<InstanceId, BitRate> here = rates.computeIfAbsent(at, any -> new HashMap<>());
        int number = 0;
        for (InstanceId copy : copies) {
            Optional<BitRate> rate = divisible ? Optional.of(new BitRate(Math.round(credits.get(number)))) : claims.get(number).max();
            rate.ifPresent(known -> here.put(copy, known));
            number++;
        }
    }

    /** Rate of the copy on the uplink at its end of a path; empty if nothing limits it, as within a site. */
    Optional<BitRate> of(InstanceId copy, PathId path, AccessPoint end) {
        return path.withinSite() ? Optional.empty() : Optional.ofNullable(rates.getOrDefault(AccessLink.of(end), Map.of()).get(copy));
    }
}
