package org.caravan.solver;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Raises a {@link LowerBound} that lets tenants pay their share of a host only: a host is opened as a whole or not at all. Of
 * each group of hosts in turn it is decided whether any of them is opened; the most hopeful decisions are followed first, so
 * that the first of them with nothing left to decide is the bound.
 */
final class OpeningBound {

    private enum Opening {
        UNDECIDED,
        OPEN,
        CLOSED
    }

    /** @param next group whose opening matters most; -1 where all are decided that matter */
    private record Node(double bound, Opening[] openings, int next) {}

    private static final int MOST_NODES = 300;

    private final HostGroups groups;
    private final HostLimits limits;
    private final List<ClusterCosts> clusters;
    private final HostPrices prices;
    private final int[] slotsFree;
    /** By group: what tenants pay together for there being an open host. */
    private final double[] openings;

    /** @param slotsFree by site */
    OpeningBound(HostGroups groups, HostLimits limits, List<ClusterCosts> clusters, HostPrices prices, int[] slotsFree) {
        this.slotsFree = slotsFree;
        this.groups = groups;
        this.limits = limits;
        this.clusters = clusters;
        this.prices = prices;
        this.openings = new double[groups.size()];
        clusters.forEach(cluster -> cluster.addOpening(openings));
    }

    /** @param work additions that may be spent; 0 where they do not suffice for a look at what is undecided */
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
        HostPrices decidedPrices = prices.copy();
        double sum = -prices.fixed(slotsFree);
        for (int group = 0; group < decided.length; group++) {
            switch (decided[group]) {
                case OPEN -> {
                    // At least one is paid, however little is taken of it.
                    decidedPrices.pay(group);
                    sum += prices.opening(group, groups.seat(group));
                }
                case CLOSED -> decidedPrices.close(group);
                default -> sum += limits.rent(group, prices, openings[group]);
            }
        }
        HostPrices.Taken taken = prices.nothing();
        for (ClusterCosts cluster : clusters) {
            sum += cluster.least(decidedPrices, taken);
        }
        return new Node(sum, decided, undecided(decided, taken));
    }

    /** The group that is taken for the least part of its price. */
    private int undecided(Opening[] decided, HostPrices.Taken taken) {
        int next = -1;
        double most = 1e-6;
        for (int group = 0; group < decided.length; group++) {
            boolean any = taken.cpu()[group] + taken.memory()[group] + taken.disk()[group] > 0;
            double unpaid = prices.opening(group, groups.seat(group)) - prices.share(taken, group) - openings[group];
            if (decided[group] == Opening.UNDECIDED && limits.most(group) > 0 && any && unpaid > most) {
                most = unpaid;
                next = group;
            }
        }
        return next;
    }
}
