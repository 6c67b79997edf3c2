package org.caravan.solver.candidates;

import static org.assertj.core.api.Assertions.assertThat;

import org.caravan.solver.BenchProblem;
import org.caravan.solver.build.TablesBuilder;
import org.caravan.solver.cluster.Affected;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Seat;
import org.caravan.solver.model.SeatIndex;
import org.caravan.solver.model.Tenant;
import org.caravan.solver.score.RunningScore;
import org.caravan.solver.score.Seating;
import org.caravan.solver.search.FirstSeating;
import org.junit.jupiter.api.Test;

/** What looks at few hosts finds what looking at all of them finds; and scarce addresses go to whom they are worth something. */
class SiteHostsTest {

    @Test
    void theFullestAndTheCheapestHostAreThoseOfAll() {
        PlacementTables tables = TablesBuilder.of(BenchProblem.of(BenchProblem.Size.of("50x200"), 1, true));
        RunningScore score = new RunningScore(tables);
        score.load(new FirstSeating(tables).find().seats());
        SeatIndex index = new SeatIndex(tables);
        SiteHosts hosts = new SiteHosts(tables, index, score);
        for (Tenant tenant : tables.tenants()) {
            score.place(tenant.index(), Seat.NONE);
            for (int site = 0; site < tables.sites(); site++) {
                assertThat(hosts.fullest(tenant, site)).isEqualTo(ofAll(tables, index, score, tenant, site, true));
                assertThat(hosts.cheapest(tenant, site)).isEqualTo(ofAll(tables, index, score, tenant, site, false));
            }
        }
    }

    private static int ofAll(PlacementTables tables, SeatIndex index, RunningScore score, Tenant tenant, int site, boolean open) {
        int best = -1;
        long least = Long.MAX_VALUE;
        for (int host : index.at(tenant.index(), site)) {
            long left = score.memoryLeft(tenant, host);
            long counted = open ? left : tables.seat(host).cents();
            if (left >= 0 && score.isOpen(host) == open && counted < least) {
                least = counted;
                best = host;
            }
        }
        return best;
    }

    /** Without a price for addresses the same exchanges end at 646,972. */
    @Test
    void whoIsAsWellOffElsewhereLeavesScarceAddresses() {
        PlacementTables tables = TablesBuilder.of(BenchProblem.of(BenchProblem.Size.of("1000x5000"), 1, false));
        FirstSeating first = new FirstSeating(tables);

        Seating found = first.improved(first.find(), Affected.all(tables));

        assertThat(found.whole()).isTrue();
        assertThat(found.soft()).isLessThan(646_000);
    }
}
