package org.caravan.solver;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.caravan.problem.RttStatistic;
import org.caravan.solver.model.Clusters;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;

/** What people do by hand: each tenant in turn takes the first, the cheapest or the nearest host that has room for it. */
final class BenchChoosers {

    private final CompiledProblem tables;
    private final IncrementalScore score;

    BenchChoosers(CompiledProblem tables) {
        this.tables = tables;
        this.score = new IncrementalScore(tables);
    }

    Assignment firstFitDecreasing() {
        return each(largestFirst(), seat -> seat.index());
    }

    /** An open host costs nothing more. */
    Assignment cheapest() {
        return each(largestFirst(), seat -> score.isOpen(seat.index()) ? 0 : seat.cents());
    }

    /** Along the calls; of equally near hosts the cheapest. */
    Assignment nearest() {
        int[] order = new Clusters(tables).all().stream().flatMapToInt(Arrays::stream).toArray();
        for (int tenant : order) {
            seat(tenant, seat -> micros(tenant, seat) * 1_000_000 + (score.isOpen(seat.index()) ? 0 : seat.cents()));
        }
        return new Assignment(score.seats(), score.hard(), score.soft());
    }

    private long micros(int tenant, Position seat) {
        long sum = 0;
        for (LinkModel link : tables.linksOf()[tenant]) {
            int peer = link.from() == tenant ? link.to() : link.from();
            int peerSeat = peer < tables.tenants().size() ? score.seatOf(peer) : tables.hosts() + peer - tables.tenants().size();
            if (peerSeat != Position.NONE) {
                Position other = tables.seat(peerSeat);
                int relation = link.from() == tenant ? link.relation(seat, other) : link.relation(other, seat);
                sum += link.reachable(relation) ? link.micros(relation, link.wish().one(), RttStatistic.MEAN) : 1_000_000;
            }
        }
        return sum;
    }

    private int[] largestFirst() {
        return IntStream.range(0, tables.tenants().size())
                .boxed()
                .sorted(Comparator.comparingLong(tenant -> -tables.tenant(tenant).mostMemory()))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private interface Rank {
        long of(Position seat);
    }

    private Assignment each(int[] order, Rank rank) {
        for (int tenant : order) {
            seat(tenant, rank);
        }
        return new Assignment(score.seats(), score.hard(), score.soft());
    }

    private void seat(int tenant, Rank rank) {
        long least = Long.MAX_VALUE;
        int best = tables.tenant(tenant).seats()[0];
        for (int candidate : tables.tenant(tenant).seats()) {
            Position seat = tables.seat(candidate);
            if (score.memoryLeft(tables.tenant(tenant), seat.index()) >= 0 && rank.of(seat) < least) {
                least = rank.of(seat);
                best = candidate;
            }
        }
        score.place(tenant, best);
    }
}
