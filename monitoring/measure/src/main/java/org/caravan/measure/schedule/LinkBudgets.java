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
 * What probes may take of which access link: of one with a {@code probe budget} in the infrastructure never more than that, and of any never more than
 * the budget of the run.
 *
 * @param ofRun empty for a run that was asked for by a scope
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

    /** The lesser of the two; empty where there is neither. */
    public Optional<ProbeBudget> of(AccessLink link) {
        Optional<Bytes> own = Optional.ofNullable(declared.get(link));
        Optional<Bytes> lesser = own.isPresent() && ofRun.isPresent()
                ? own.filter(bytes -> bytes.compareTo(ofRun.get()) <= 0).or(() -> ofRun)
                : own.or(() -> ofRun);
        return lesser.map(ProbeBudget::ofBytes);
    }
}
