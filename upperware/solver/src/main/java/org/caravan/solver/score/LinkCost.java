package org.caravan.solver.score;

import java.util.Arrays;
import org.caravan.problem.PathPreference;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.DirectMappedCache;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PathArrays;

/**
 * Contribution of links to the score by relation, as {@link LinkModel} defines it, for searches with millions of evaluations per second.
 * Computed from contiguous arrays; cached if a link keeps a path, if its path depends on prices, or if its messages exceed the initial
 * window of TCP.
 */
public final class LinkCost {

    /** Stands for the cost of a link without a path; no sum has this value. */
    public static final long NO_PATH = Long.MIN_VALUE;

    /**
     * Layout of the values of a link: round trips and bytes that choose the path, round trips and bytes of the goal, outgoing GiB per
     * month, weight of cost.
     */
    private static final int GOAL = 2;
    private static final int GIB = 4;
    private static final int WEIGHT = 5;
    private static final int EACH = 6;

    private final PathArrays figures;
    /** By link: whether it uses the best of all paths, except for kept paths, and round trips and bytes alone give its time. */
    private final boolean[] linear;
    /** By link: relations for which it keeps a path, ascending; in a running application one of thousands. */
    private final int[][] kept;
    private final double[] numbers;
    private final DirectMappedCache latency;
    /** Including egress. */
    private final DirectMappedCache whole;

    public LinkCost(CompiledProblem tables) {
        int links = tables.links().size();
        this.figures = tables.ways().figures();
        this.linear = new boolean[links];
        this.kept = new int[links][];
        this.numbers = new double[EACH * links];
        tables.links().forEach(this::put);
        this.latency = new DirectMappedCache(links, (link, relation) -> latency(tables.links().get(link), relation));
        this.whole = new DirectMappedCache(links, (link, relation) -> whole(tables.links().get(link), relation));
    }

    private void put(LinkModel link) {
        int at = EACH * link.index();
        linear[link.index()] = !link.open().any() && link.wish().deciding().fitsInitialWindow() && link.goal().fitsInitialWindow();
        kept[link.index()] = link.kept().keySet().stream().mapToInt(Integer::intValue).sorted().toArray();
        numbers[at] = link.wish().deciding().roundTrips();
        numbers[at + 1] = link.wish().deciding().bytes();
        numbers[at + GOAL] = link.goal().roundTrips();
        numbers[at + GOAL + 1] = link.goal().bytes();
        numbers[at + GIB] = link.gib();
        numbers[at + WEIGHT] = link.wish().costWeight();
    }

    public static long latency(LinkModel link, int relation) {
        return link.reachable(relation) ? link.latencyCents(relation) : NO_PATH;
    }

    private static long whole(LinkModel link, int relation) {
        return link.reachable(relation) ? link.cents(relation) : NO_PATH;
    }

    /** Cost without egress; {@link #NO_PATH} if there is no path. */
    long latency(int link, int relation) {
        return byTime(link, relation) ? computed(EACH * link, relation) : latency.of(link, relation);
    }

    /** Cost including egress; {@link #NO_PATH} if there is no path. */
    public long whole(int link, int relation) {
        if (!byTime(link, relation)) {
            return whole.of(link, relation);
        }
        long cents = computed(EACH * link, relation);
        return cents == NO_PATH || numbers[EACH * link + GIB] == 0 ? cents : cents + egress(EACH * link, figures.price(relation));
    }

    /** Like {@link #whole}; {@link LinkCostTable#NEVER} if there is no path. */
    double wholeOrNever(LinkModel link, int relation) {
        long cents = whole(link.index(), relation);
        return cents == NO_PATH ? LinkCostTable.NEVER : cents;
    }

    private boolean byTime(int link, int relation) {
        return linear[link] && !figures.pricesDiffer(relation) && (kept[link].length == 0 || Arrays.binarySearch(kept[link], relation) < 0);
    }

    private long computed(int at, int relation) {
        if (!figures.reachable(relation)) {
            return NO_PATH;
        }
        boolean counts = numbers[at + GOAL] != 0 || numbers[at + GOAL + 1] != 0;
        return counts ? Math.round(figures.milliseconds(relation, numbers, at) * PathPreference.POINTS_PER_MILLISECOND) : 0;
    }

    private long egress(int at, double price) {
        return price == 0 ? 0 : Math.round(PathPreference.cents(numbers[at + GIB], price) * numbers[at + WEIGHT]);
    }
}
