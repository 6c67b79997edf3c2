package org.caravan.solver.bound;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.caravan.solver.cluster.ClusterCosts;
import org.caravan.solver.cluster.CouplingConstraints;
import org.caravan.solver.cluster.HostMultipliers;
import org.caravan.solver.model.HostClasses;

/**
 * Best-first branch and bound over opening decisions; tightens a {@link LagrangianBound}, in which instances pay only for their share of a
 * host. For each host class, the search branches on whether any of its hosts is opened. The first node without open decisions gives the
 * bound.
 */
final class FacilityOpeningBound {

    private enum Opening {
        UNDECIDED,
        OPEN,
        CLOSED
    }

    /** @param next host class with the most important opening decision; -1 if no relevant decision is open */
    private record Node(double bound, Opening[] openings, int next) {}

    private static final int MOST_NODES = 300;

    private final HostClasses groups;
    private final CouplingConstraints limits;
    private final List<ClusterCosts> clusters;
    private final HostMultipliers prices;
    private final int[] slotsFree;
    /** By host class: sum of the multipliers that instances pay for an open host. */
    private final double[] openings;

    /** @param slotsFree free addresses by site */
    FacilityOpeningBound(HostClasses groups, CouplingConstraints limits, List<ClusterCosts> clusters, HostMultipliers prices,
            int[] slotsFree) {
        this.slotsFree = slotsFree;
        this.groups = groups;
        this.limits = limits;
        this.clusters = clusters;
        this.prices = prices;
        this.openings = new double[groups.size()];
        clusters.forEach(cluster -> cluster.addOpening(openings));
    }

    /** Returns the bound. @param work limit on additions; the result is 0 if it does not suffice for the root node */
    double below(long reached, double work) {
        double look = clusters.stream().mapToDouble(ClusterCosts::work).sum() + groups.size();
        Opening[] undecided = new Opening[groups.size()];
        Arrays.fill(undecided, Opening.UNDECIDED);
        PriorityQueue<Node> open = new PriorityQueue<>(Comparator.comparingDouble(Node::bound));
        double left = work - look;
        if (left < 0) {
            return 0;
        }
        open.add(node(undecided));
        for (int nodes = 0; ; nodes++) {
            Node node = open.peek();
            left -= 2 * look;
            if (node.bound() >= reached || node.next() < 0 || left < 0 || nodes == MOST_NODES) {
                return node.bound();
            }
            open.remove();
            open.add(node(with(node, Opening.OPEN)));
            open.add(node(with(node, Opening.CLOSED)));
        }
    }

    private static Opening[] with(Node node, Opening decision) {
        Opening[] openings = node.openings().clone();
        openings[node.next()] = decision;
        return openings;
    }

    private Node node(Opening[] decided) {
        HostMultipliers decidedPrices = prices.copy();
        double sum = -prices.fixed(slotsFree);
        for (int group = 0; group < decided.length; group++) {
            switch (decided[group]) {
                case OPEN -> {
                    // At least one host is paid in full, independent of its usage.
                    decidedPrices.pay(group);
                    sum += prices.opening(group, groups.position(group));
                }
                case CLOSED -> decidedPrices.close(group);
                default -> sum += limits.rent(group, prices, openings[group]);
            }
        }
        HostMultipliers.Taken taken = prices.nothing();
        for (ClusterCosts cluster : clusters) {
            sum += cluster.least(decidedPrices, taken);
        }
        return new Node(sum, decided, undecided(decided, taken));
    }

    /** Returns the undecided class whose usage leaves the largest part of its price unpaid; -1 if there is none. */
    private int undecided(Opening[] decided, HostMultipliers.Taken taken) {
        int next = -1;
        double most = 1e-6;
        for (int group = 0; group < decided.length; group++) {
            boolean any = taken.cpu()[group] + taken.memory()[group] + taken.disk()[group] > 0;
            double unpaid = prices.opening(group, groups.position(group)) - prices.share(taken, group) - openings[group];
            if (decided[group] == Opening.UNDECIDED && limits.most(group) > 0 && any && unpaid > most) {
                most = unpaid;
                next = group;
            }
        }
        return next;
    }
}
