package org.caravan.solver.model;

import java.util.List;
import java.util.stream.IntStream;
import org.caravan.application.Users;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.ParetoPaths;

/**
 * Path table of a search: the best paths between every pair of sites, and between every group of users and every site. All links share one
 * table, so its size depends on the sites and not on the application.
 *
 * @param sites number of sites with hosts
 * @param hosts number of hosts; positions of users follow after them
 * @param between paths by {@link #relation}
 * @param figures metrics of the same paths
 */
public record PathTable(int sites, int hosts, ParetoPaths[] between, PathArrays figures) {

    public PathTable(int sites, int hosts, ParetoPaths[] between) {
        this(sites, hosts, between, PathArrays.of(between));
    }

    /** @param hostIdsBySite lists without empty ones */
    public static PathTable of(LatencyModel latency, List<Users> users, List<List<String>> hostIdsBySite, int hosts) {
        int sites = hostIdsBySite.size();
        ParetoPaths[] between = new ParetoPaths[relations(sites, users.size())];
        PathTable ways = new PathTable(sites, hosts, new ParetoPaths[0]);
        for (int a = 0; a < sites; a++) {
            List<String> here = hostIdsBySite.get(a);
            String first = here.get(0);
            for (int b = 0; b < sites; b++) {
                // Within a site, another host than the first if there is one; otherwise the entry is not used.
                String other = a == b ? here.get(here.size() - 1) : hostIdsBySite.get(b).get(0);
                between[ways.apart(a, b)] = latency.paths(first, other);
            }
            between[ways.onOneHost(a)] = latency.paths(first, first);
            for (int u = 0; u < users.size(); u++) {
                between[ways.ofUsers(u, a)] = latency.entryPaths(users.get(u), first);
            }
        }
        return new PathTable(sites, hosts, between);
    }

    private static int relations(int sites, int users) {
        return sites * sites + sites + users * sites;
    }

    /** Relations between or within sites with more than one path. */
    public IntStream severalBetween() {
        return figures.several(0, ofUsers(0, 0));
    }

    /** Like {@link #severalBetween}, from users to sites. */
    public IntStream severalOfUsers(int users) {
        return figures.several(ofUsers(users, 0), ofUsers(users + 1, 0));
    }

    /** Returns one index for the relevant properties of two positions: their sites, and whether they are the same host. */
    int relation(Position from, Position to) {
        if (from.site() < 0) {
            return ofUsers(from.index() - hosts, to.site());
        }
        return from.index() == to.index() ? onOneHost(from.site()) : apart(from.site(), to.site());
    }

    /** Two different hosts, possibly of one site. */
    public int apart(int fromSite, int toSite) {
        return fromSite * sites + toSite;
    }

    public int onOneHost(int site) {
        return sites * sites + site;
    }

    public int ofUsers(int users, int toSite) {
        return sites * sites + sites + users * sites + toSite;
    }
}
