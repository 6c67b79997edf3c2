package org.caravan.solver.cluster;

import java.util.BitSet;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.IncrementalScore;

/**
 * Learned cost corrections for a cluster: additional cost of sites compared with the expectation. The choice of sites assumes that each
 * instance comes alone and finds its peers on its host. Open hosts can have capacity for each instance but not for all of them, and not
 * for communicating instances together.
 */
final class CostCorrections {

    private final CompiledProblem tables;
    private final IncrementalScore score;
    private final int[] cluster;
    private final BitSet members = new BitSet();
    private final double[] points;

    /** @param score score with the cluster placed */
    CostCorrections(CompiledProblem tables, IncrementalScore score, int[] cluster) {
        this.tables = tables;
        this.score = score;
        this.cluster = cluster;
        this.points = new double[tables.sites()];
        for (int instance : cluster) {
            members.set(instance);
        }
    }

    /** Correction in points for each instance of the cluster at the site. */
    double at(int site) {
        return points[site];
    }

    /**
     * Adds the excess to the sites of the instances that are not placed as expected.
     *
     * @param wanted intended sites, by instance of the cluster
     * @param excess additional cost in points
     * @return whether any instance is not placed as expected
     */
    boolean add(int[] wanted, double excess) {
        int[] there = new int[points.length];
        int[] otherwise = new int[points.length];
        int all = 0;
        for (int v = 0; v < cluster.length; v++) {
            there[wanted[v]]++;
            if (sitsOtherwise(cluster[v], wanted[v])) {
                otherwise[wanted[v]]++;
                all++;
            }
        }
        for (int site = 0; site < points.length; site++) {
            points[site] += otherwise[site] == 0 ? 0 : excess * otherwise[site] / all / there[site];
        }
        return all > 0;
    }

    /** Whether the instance is not at the intended site, on a host that was already open, together with its peers. */
    private boolean sitsOtherwise(int instance, int wanted) {
        Position position = tables.position(score.positionOf(instance));
        return position.site() != wanted || position.cents() > 0 && isOurs(position.index()) || hasPeerBeside(instance, position);
    }

    /** Whether only the cluster uses the host. */
    private boolean isOurs(int host) {
        for (int instance = score.residents().first(host); instance != Position.NONE; instance = score.residents().next(instance)) {
            if (!members.get(instance)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a peer is on another host of the same site. */
    private boolean hasPeerBeside(int instance, Position position) {
        for (LinkModel link : tables.linksOf()[instance]) {
            int peer = link.from() == instance ? link.to() : link.from();
            int at = peer < tables.instances().size() ? score.positionOf(peer) : Position.NONE;
            if (at != Position.NONE && at != position.index() && tables.position(at).site() == position.site()) {
                return true;
            }
        }
        return false;
    }
}
