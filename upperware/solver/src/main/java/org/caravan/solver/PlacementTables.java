package org.caravan.solver;

import java.util.ArrayList;
import java.util.List;

/**
 * A problem as numbers: everything a search asks for, looked up by index. Built once per search, never changed.
 *
 * @param seats of hosts first, then of users
 * @param hosts number of seats that are hosts
 * @param siteIds with hosts, sorted; a site's index is its place here
 * @param slotsFree by site: addresses that nobody has now
 * @param hops one for every pair of replicas at the two ends of a leg
 * @param separated pairs of replicas that must differ
 */
record PlacementTables(
        List<Tenant> tenants,
        List<Seat> seats,
        int hosts,
        List<String> siteIds,
        int[] slotsFree,
        List<LinkTable> links,
        List<Journey> journeys,
        List<JourneyHop> hops,
        List<Separated> separated,
        List<List<LinkTable>> linksOf,
        List<List<JourneyHop>> hopsOf,
        List<List<JourneyHop>> hopsOfLeg,
        List<List<Separated>> separatedOf) {

    static PlacementTables of(
            List<Tenant> tenants,
            List<Seat> seats,
            int hosts,
            List<String> siteIds,
            int[] slotsFree,
            List<LinkTable> links,
            List<Journey> journeys,
            List<JourneyHop> hops,
            List<Separated> separated) {
        List<List<LinkTable>> linksOf = new ArrayList<>();
        for (Tenant tenant : tenants) {
            linksOf.add(links.stream()
                    .filter(link -> link.from() == tenant.index() || link.to() == tenant.index())
                    .toList());
        }
        List<List<JourneyHop>> hopsOf = new ArrayList<>();
        for (LinkTable link : links) {
            hopsOf.add(hops.stream().filter(hop -> hop.link() == link).toList());
        }
        List<List<JourneyHop>> hopsOfLeg = new ArrayList<>();
        for (JourneyHop hop : hops) {
            while (hopsOfLeg.size() <= hop.leg().index()) {
                hopsOfLeg.add(new ArrayList<>());
            }
            hopsOfLeg.get(hop.leg().index()).add(hop);
        }
        List<List<Separated>> separatedOf = new ArrayList<>();
        for (Tenant tenant : tenants) {
            separatedOf.add(separated.stream()
                    .filter(pair -> pair.one() == tenant.index() || pair.other() == tenant.index())
                    .toList());
        }
        return new PlacementTables(
                tenants, seats, hosts, siteIds, slotsFree, links, journeys, hops, separated, linksOf, hopsOf, hopsOfLeg, separatedOf);
    }

    /** Whether there is anything to choose. */
    boolean open() {
        return tenants.stream().anyMatch(tenant -> tenant.seats().length > 1);
    }
}
