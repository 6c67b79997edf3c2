package org.caravan.server.planning;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.EgressPrices;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.Uplinks;

/** Sentences of a plan's report on what nodes have counted of quotas. */
final class QuotaNotes {

    private static final long HOUR = Duration.ofHours(1).toSeconds();
    private static final double BYTES_PER_GIB = 1L << 30;

    private QuotaNotes() {}

    /** A sentence with the arithmetic per access link on which a count changes what plans assume. */
    static List<String> of(PlacementProblem problem) {
        List<String> notes = new ArrayList<>();
        EgressPrices prices = EgressPrices.of(problem);
        EgressPrices usual = new EgressPrices(problem.infrastructure(), new TreeMap<>());
        prices.excesses().stream().filter(excess -> !usual.excesses().contains(excess)).forEach(excess ->
                notes.add(note(problem, excess.at(), excess.quota(), String.format(Locale.ROOT,
                        "so %.1f GiB in a month of 730 hours have no higher price", excess.free() / BYTES_PER_GIB))));
        problem.uplinks().counted().forEach((at, one) -> problem.infrastructure().findSite(at.siteId())
                .flatMap(site -> site.findIsp(at.ispId())).ifPresent(isp -> {
                    Optional<String> lower = problem.uplinks().capacity(at, isp).filter(rate -> !isp.uplink().equals(Optional.of(rate)))
                            .map(rate -> (one.rest(isp.quota().orElseThrow()) == 0 ? "so the capacity is " : "which at this rate does not "
                                    + "suffice, so the capacity is ") + rate);
                    lower.ifPresent(text -> notes.add(note(problem, at, isp.quota().orElseThrow(), text)));
                }));
        return notes;
    }

    private static String note(PlacementProblem problem, AccessLink at, TrafficQuota quota, String then) {
        Uplinks.Counted one = problem.uplinks().counted().get(at);
        return String.format(Locale.ROOT, "quota of %s: %.3f GB of %s used in %d h, %.3f GB left for %d h, %s", at,
                one.used().value() / 1e9, quota.amountText(), one.elapsed() / HOUR, one.rest(quota) / 1e9, one.left() / HOUR, then);
    }
}
