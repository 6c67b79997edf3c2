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
    private final List<ClusterCosts> clusters;
    private final double[] cpuPrice;
    private final double[] memoryPrice;

    OpeningBound(HostGroups groups, List<ClusterCosts> clusters, double[] cpuPrice, double[] memoryPrice) {
        this.groups = groups;
        this.clusters = clusters;
        this.cpuPrice = cpuPrice;
        this.memoryPrice = memoryPrice;
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

    private Node node(Opening[] openings) {
        double[] cpu = cpuPrice.clone();
        double[] memory = memoryPrice.clone();
        double sum = 0;
        for (int group = 0; group < openings.length; group++) {
            double cents = groups.seat(group).cents();
            switch (openings[group]) {
                case OPEN -> {
                    // At least one is paid, however little is taken of it.
                    cpu[group] = 0;
                    memory[group] = 0;
                    sum += cents;
                }
                case CLOSED -> cpu[group] = LowerBound.CLOSED;
                default -> sum += groups.hosts(group) * Math.min(0, cents - cpu[group] - memory[group]);
            }
        }
        double[] cpuTaken = new double[openings.length];
        double[] memoryTaken = new double[openings.length];
        for (ClusterCosts cluster : clusters) {
            sum += cluster.least(cpu, memory, cpuTaken, memoryTaken);
        }
        return new Node(sum, openings, undecided(openings, cpuTaken, memoryTaken));
    }

    /** The group that is taken for the least part of its price. */
    private int undecided(Opening[] openings, double[] cpuTaken, double[] memoryTaken) {
        int next = -1;
        double most = 1e-6;
        for (int group = 0; group < openings.length; group++) {
            boolean taken = cpuTaken[group] + memoryTaken[group] > 0;
            double unpaid = groups.seat(group).cents() - cpuTaken[group] * cpuPrice[group] - memoryTaken[group] * memoryPrice[group];
            if (openings[group] == Opening.UNDECIDED && taken && unpaid > most) {
                most = unpaid;
                next = group;
            }
        }
        return next;
    }
}
