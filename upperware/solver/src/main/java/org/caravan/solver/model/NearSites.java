package org.caravan.solver.model;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;

/** Nearest sites of each site and each group of users, by round-trip time. */
public final class NearSites {

    private static final int NEAREST = 12;

    /** By site, then by number of sites + users. */
    private final int[][] near;
    private final int sites;

    public NearSites(CompiledProblem tables) {
        PathTable ways = tables.ways();
        this.sites = tables.sites();
        int users = tables.positions().size() - tables.hosts();
        this.near = new int[sites + users][];
        for (int site = 0; site < sites; site++) {
            int from = site;
            near[site] = nearest(ways, to -> ways.apart(from, to));
        }
        for (int u = 0; u < users; u++) {
            int from = u;
            near[sites + u] = nearest(ways, to -> ways.ofUsers(from, to));
        }
    }

    private interface Relation {
        int to(int site);
    }

    private int[] nearest(PathTable ways, Relation relation) {
        return IntStream.range(0, sites)
                .filter(site -> !ways.between()[relation.to(site)].isEmpty())
                .boxed()
                .sorted(Comparator.comparing(site -> ways.between()[relation.to(site)].choice(0).meanRtt()))
                .limit(NEAREST)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Draws a near site of a host or of users; any site if no near site is known. */
    public int draw(Position position, int hosts, Random random) {
        int[] choices = near[position.site() >= 0 ? position.site() : sites + position.index() - hosts];
        return choices.length == 0 ? random.nextInt(sites) : choices[random.nextInt(choices.length)];
    }

    @Override
    public String toString() {
        return Arrays.deepToString(near);
    }
}
