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
        return each(largestFirst(), position -> position.index());
    }

    /** An open host costs nothing more. */
    Assignment cheapest() {
        return each(largestFirst(), position -> score.isOpen(position.index()) ? 0 : position.cents());
    }

    /** Along the calls; of equally near hosts the cheapest. */
    Assignment nearest() {
        int[] order = new Clusters(tables).all().stream().flatMapToInt(Arrays::stream).toArray();
        for (int instance : order) {
            position(instance, position -> micros(instance, position) * 1_000_000
                    + (score.isOpen(position.index()) ? 0 : position.cents()));
        }
        return new Assignment(score.positions(), score.hard(), score.soft());
    }

    private long micros(int instance, Position position) {
        long sum = 0;
        for (LinkModel link : tables.linksOf()[instance]) {
            int peer = link.from() == instance ? link.to() : link.from();
            int peerPosition = peer < tables.instances().size() ? score.positionOf(peer) : tables.hosts()
                    + peer - tables.instances().size();
            if (peerPosition != Position.NONE) {
                Position other = tables.position(peerPosition);
                int relation = link.from() == instance ? link.relation(position, other) : link.relation(other, position);
                sum += link.reachable(relation) ? link.micros(relation, link.wish().one(), RttStatistic.MEAN) : 1_000_000;
            }
        }
        return sum;
    }

    private int[] largestFirst() {
        return IntStream.range(0, tables.instances().size())
                .boxed()
                .sorted(Comparator.comparingLong(instance -> -tables.instance(instance).mostMemory()))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private interface Rank {
        long of(Position position);
    }

    private Assignment each(int[] order, Rank rank) {
        for (int instance : order) {
            position(instance, rank);
        }
        return new Assignment(score.positions(), score.hard(), score.soft());
    }

    private void position(int instance, Rank rank) {
        long least = Long.MAX_VALUE;
        int best = tables.instance(instance).positions()[0];
        for (int candidate : tables.instance(instance).positions()) {
            Position position = tables.position(candidate);
            if (score.memoryLeft(tables.instance(instance), position.index()) >= 0 && rank.of(position) < least) {
                least = rank.of(position);
                best = candidate;
            }
        }
        score.place(instance, best);
    }
}
