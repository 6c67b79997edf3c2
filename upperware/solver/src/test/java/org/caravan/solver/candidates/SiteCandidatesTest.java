package org.caravan.solver.candidates;

import static org.assertj.core.api.Assertions.assertThat;

import org.caravan.solver.BenchProblem;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.cluster.MovableInstances;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.DomainIndex;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.solver.search.ConstructionHeuristic;
import org.junit.jupiter.api.Test;

/** What looks at few hosts finds what looking at all of them finds; and scarce addresses go to whom they are worth something. */
class SiteCandidatesTest {

    @Test
    void theFullestAndTheCheapestHostAreThoseOfAll() {
        CompiledProblem tables = ProblemCompiler.of(BenchProblem.of(BenchProblem.Size.of("50x200"), 1, true));
        IncrementalScore score = new IncrementalScore(tables);
        score.load(new ConstructionHeuristic(tables).find().positions());
        DomainIndex index = new DomainIndex(tables);
        SiteCandidates hosts = new SiteCandidates(tables, index, score);
        for (PlacedInstance instance : tables.instances()) {
            score.place(instance.index(), Position.NONE);
            for (int site = 0; site < tables.sites(); site++) {
                assertThat(hosts.fullest(instance, site)).isEqualTo(ofAll(tables, index, score, instance, site, true));
                assertThat(hosts.cheapest(instance, site)).isEqualTo(ofAll(tables, index, score, instance, site, false));
            }
        }
    }

    private static int ofAll(CompiledProblem tables, DomainIndex index, IncrementalScore score, PlacedInstance instance, int site,
            boolean open) {
        int best = -1;
        long least = Long.MAX_VALUE;
        for (int host : index.at(instance.index(), site)) {
            long left = score.memoryLeft(instance, host);
            long counted = open ? left : tables.position(host).cents();
            if (left >= 0 && score.isOpen(host) == open && counted < least) {
                least = counted;
                best = host;
            }
        }
        return best;
    }

    /** Without a price for addresses the same exchanges end at 979,388. */
    @Test
    void whoIsAsWellOffElsewhereLeavesScarceAddresses() {
        CompiledProblem tables = ProblemCompiler.of(BenchProblem.of(BenchProblem.Size.of("1000x5000"), 1, false));
        ConstructionHeuristic first = new ConstructionHeuristic(tables);

        Assignment found = first.improved(first.find(), MovableInstances.all(tables));

        assertThat(found.whole()).isTrue();
        assertThat(found.soft()).isLessThan(979_000);
    }
}
