package org.caravan.measure.schedule;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Site;
import org.caravan.unit.Bytes;

/**
 * Probe budgets of access links. A link with a {@code probe budget} in the infrastructure never exceeds it, and no link exceeds the
 * budget of the run.
 *
 * @param declared budgets declared in the infrastructure
 * @param ofRun budget of the run for each link; empty if the run was requested by a scope
 */
public record LinkBudgets(SortedMap<AccessLink, Bytes> declared, Optional<Bytes> ofRun) {

    public LinkBudgets {
        declared = Collections.unmodifiableSortedMap(new TreeMap<>(declared));
    }

    public static LinkBudgets of(Infrastructure infrastructure, Optional<Bytes> ofRun) {
        SortedMap<AccessLink, Bytes> declared = new TreeMap<>();
        for (Site site : infrastructure.sites()) {
            for (Isp isp : site.isps()) {
                isp.probeBudget().ifPresent(budget -> declared.put(new AccessLink(site.id(), isp.id()), budget));
            }
        }
        return new LinkBudgets(declared, ofRun);
    }

    /** The smaller of the two budgets; empty if there is neither. */
    public Optional<ProbeBudget> of(AccessLink link) {
        Optional<Bytes> own = Optional.ofNullable(declared.get(link));
        Optional<Bytes> lesser = own.isPresent() && ofRun.isPresent()
                ? own.filter(bytes -> bytes.compareTo(ofRun.get()) <= 0).or(() -> ofRun)
                : own.or(() -> ofRun);
        return lesser.map(ProbeBudget::ofBytes);
    }
}
