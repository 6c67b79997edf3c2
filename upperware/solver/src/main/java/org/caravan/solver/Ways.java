package org.caravan.solver;

import org.caravan.problem.ParetoPaths;

/**
 * The network as a search sees it: the best paths of every pair of sites, and of every group of users and site. One table
 * serves all links, so that it grows with the sites and not with the application.
 *
 * @param sites number of sites with hosts
 * @param hosts number of hosts: seats of users come after them
 * @param between by {@link #relation}
 */
record Ways(int sites, int hosts, ParetoPaths[] between) {

    static int relations(int sites, int users) {
        return sites * sites + sites + users * sites;
    }

    /** One index for all that matters of two seats: their sites, and whether they are one host. */
    int relation(Seat from, Seat to) {
        if (from.site() < 0) {
            return ofUsers(from.index() - hosts, to.site());
        }
        return from.index() == to.index() ? onOneHost(from.site()) : apart(from.site(), to.site());
    }

    /** Two hosts, maybe of one site. */
    int apart(int fromSite, int toSite) {
        return fromSite * sites + toSite;
    }

    int onOneHost(int site) {
        return sites * sites + site;
    }

    int ofUsers(int users, int toSite) {
        return sites * sites + sites + users * sites + toSite;
    }
}
