package org.caravan.solver.optaplanner;

import static org.optaplanner.core.api.score.stream.ConstraintCollectors.sumLong;
import static org.optaplanner.core.api.score.stream.ConstraintCollectors.toList;
import static org.optaplanner.core.api.score.stream.Joiners.equal;

import java.util.List;
import org.caravan.problem.EgressPrices;
import org.caravan.solver.model.Considered;
import org.caravan.solver.model.HardWeight;
import org.caravan.solver.model.QuotaLeft;
import org.caravan.solver.model.Seat;
import org.optaplanner.core.api.score.buildin.hardsoftlong.HardSoftLongScore;
import org.optaplanner.core.api.score.stream.ConstraintFactory;
import org.optaplanner.core.api.score.stream.bi.BiConstraintBuilder;
import org.optaplanner.core.api.score.stream.tri.TriConstraintBuilder;
import org.optaplanner.core.api.score.stream.uni.UniConstraintBuilder;
import org.optaplanner.core.api.score.stream.uni.UniConstraintStream;

/**
 * Constraints of {@link SeatingConstraints} on disk, cost, quotas, power, start-up and utilities. Independent, slower implementation of
 * {@code TermsUse}.
 */
final class TermsConstraints {

    private TermsConstraints() {}

    static BiConstraintBuilder<Seat, Long, HardSoftLongScore> disk(UniConstraintStream<SeatedTenant> tenants) {
        return tenants
                .groupBy(SeatedTenant::seat, sumLong(seated -> seated.tenant().disk(seated.seat())))
                .penalizeLong(HardSoftLongScore.ONE_HARD, (seat, used) -> HardWeight.memoryOver(used, seat.terms().diskFree()));
    }

    /** Cost of hosts in use and of egress. */
    static TriConstraintBuilder<Long, Long, Considered, HardSoftLongScore> budget(ConstraintFactory factory, UniConstraintStream<SeatedTenant> tenants) {
        UniConstraintStream<Long> egress = factory.forEach(Paying.class)
                .join(SeatedTenant.class, equal(Paying::from, SeatedTenant::index))
                .join(SeatedTenant.class, equal((link, from) -> link.to(), SeatedTenant::index))
                .groupBy(sumLong((link, from, to) -> link.mills(from.seat(), to.seat())));
        return tenants
                .groupBy(SeatedTenant::seat)
                .groupBy(sumLong(seat -> seat.terms().money()))
                .join(egress)
                .join(Considered.class)
                .penalizeLong(HardSoftLongScore.ONE_HARD, (money, mills, considered) -> considered.over(money + EgressPrices.cents(mills)));
    }

    static TriConstraintBuilder<Integer, List<Seat>, QuotaLeft, HardSoftLongScore> quota(UniConstraintStream<SeatedTenant> tenants) {
        return tenants
                .filter(seated -> seated.seat().terms().rented().bounded())
                .groupBy(SeatedTenant::seat)
                .groupBy(seat -> seat.terms().rented().quota(), toList())
                .join(QuotaLeft.class, equal((quota, rented) -> quota, QuotaLeft::index))
                .penalizeLong(HardSoftLongScore.ONE_HARD, (quota, rented, left) -> left.over(rented));
    }

    /** Idle power of each host in use, plus the power of its instances. */
    static BiConstraintBuilder<Seat, Long, HardSoftLongScore> power(UniConstraintStream<SeatedTenant> tenants) {
        return tenants
                .groupBy(SeatedTenant::seat, sumLong(seated -> seated.tenant().power(seated.seat())))
                .penalizeLong(HardSoftLongScore.ONE_SOFT, (seat, busy) -> seat.terms().idle() + busy);
    }

    static UniConstraintBuilder<SeatedTenant, HardSoftLongScore> startup(UniConstraintStream<SeatedTenant> tenants) {
        return tenants.penalizeLong(HardSoftLongScore.ONE_SOFT, seated -> seated.tenant().startup(seated.seat()));
    }

    static BiConstraintBuilder<List<SeatedTenant>, UtilityOfAll, HardSoftLongScore> utility(UniConstraintStream<SeatedTenant> tenants) {
        return tenants
                .groupBy(toList())
                .join(UtilityOfAll.class)
                .penalizeLong(HardSoftLongScore.ONE_SOFT, (seated, utility) -> utility.points(seated));
    }
}
