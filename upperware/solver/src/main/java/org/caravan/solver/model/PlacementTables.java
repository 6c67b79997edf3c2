package org.caravan.solver.model;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Compiled problem: all data that a search needs, looked up by index. Built once per search, immutable.
 *
 * @param seats positions: hosts first, then users
 * @param hosts number of positions that are hosts
 * @param siteIds sites with hosts, sorted; the index of a site is its position here
 * @param slotsFree unused addresses by site
 * @param hops one for every pair of replicas at the two ends of a leg
 * @param separated pairs of instances that must be apart
 * @param linksOf by instance
 * @param hopsOf by link
 * @param hopsOfLeg by leg
 * @param separatedOf by instance
 * @param considered active optional dimensions
 * @param couplings affinities between instances
 * @param lines capacity demand on paths and uplinks
 * @param utilities utilities to maximise
 */
public record PlacementTables(
        List<Tenant> tenants,
        List<Seat> seats,
        int hosts,
        List<String> siteIds,
        int[] slotsFree,
        Ways ways,
        List<LinkTable> links,
        List<Journey> journeys,
        List<JourneyHop> hops,
        List<Separated> separated,
        LinkTable[][] linksOf,
        JourneyHop[][] hopsOf,
        JourneyHop[][] hopsOfLeg,
        Separated[][] separatedOf,
        Considered considered,
        Couplings couplings,
        Lines lines,
        Utilities utilities) {

    public static PlacementTables of(
            List<Tenant> tenants,
            List<Seat> seats,
            List<String> siteIds,
            int[] slotsFree,
            Ways ways,
            List<LinkTable> links,
            List<Journey> journeys,
            List<JourneyHop> hops,
            List<Separated> separated) {
        List<List<LinkTable>> linksOf = lists(tenants.size());
        for (LinkTable link : links) {
            linksOf.get(link.to()).add(link);
            if (link.from() < tenants.size() && link.from() != link.to()) {
                linksOf.get(link.from()).add(link);
            }
        }
        List<List<JourneyHop>> hopsOf = lists(links.size());
        List<List<JourneyHop>> hopsOfLeg = lists(hops.stream().mapToInt(hop -> hop.leg().index() + 1).max().orElse(0));
        for (JourneyHop hop : hops) {
            hopsOf.get(hop.link().index()).add(hop);
            hopsOfLeg.get(hop.leg().index()).add(hop);
        }
        List<List<Separated>> separatedOf = lists(tenants.size());
        for (Separated pair : separated) {
            separatedOf.get(pair.one()).add(pair);
            separatedOf.get(pair.other()).add(pair);
        }
        return new PlacementTables(tenants, seats, ways.hosts(), siteIds, slotsFree, ways, links, journeys, hops, separated,
                linksOf.stream().map(list -> list.toArray(LinkTable[]::new)).toArray(LinkTable[][]::new),
                hopsOf.stream().map(list -> list.toArray(JourneyHop[]::new)).toArray(JourneyHop[][]::new),
                hopsOfLeg.stream().map(list -> list.toArray(JourneyHop[]::new)).toArray(JourneyHop[][]::new),
                separatedOf.stream().map(list -> list.toArray(Separated[]::new)).toArray(Separated[][]::new),
                Considered.NONE, Couplings.NONE, Lines.NONE, Utilities.NONE);
    }

    private static <T> List<List<T>> lists(int count) {
        return IntStream.range(0, count).<List<T>>mapToObj(any -> new ArrayList<>()).toList();
    }

    /** The same with other feasible hosts. */
    public PlacementTables withTenants(List<Tenant> changed) {
        return new PlacementTables(changed, seats, hosts, siteIds, slotsFree, ways, links, journeys, hops, separated, linksOf, hopsOf,
                hopsOfLeg, separatedOf, considered, couplings, lines, utilities);
    }

    /** The same with optional dimensions. @param known positions with the resources of hosts */
    public PlacementTables within(List<Seat> known, Considered counting) {
        return new PlacementTables(tenants, known, hosts, siteIds, slotsFree, ways, links, journeys, hops, separated, linksOf, hopsOf,
                hopsOfLeg, separatedOf, counting, couplings, lines, utilities);
    }

    public PlacementTables with(Couplings known) {
        return new PlacementTables(tenants, seats, hosts, siteIds, slotsFree, ways, links, journeys, hops, separated, linksOf, hopsOf,
                hopsOfLeg, separatedOf, considered, known, lines, utilities);
    }

    public PlacementTables with(Lines known) {
        return new PlacementTables(tenants, seats, hosts, siteIds, slotsFree, ways, links, journeys, hops, separated, linksOf, hopsOf,
                hopsOfLeg, separatedOf, considered, couplings, known, utilities);
    }

    public PlacementTables with(Utilities known) {
        return new PlacementTables(tenants, seats, hosts, siteIds, slotsFree, ways, links, journeys, hops, separated, linksOf, hopsOf,
                hopsOfLeg, separatedOf, considered, couplings, lines, known);
    }

    public Tenant tenant(int index) {
        return tenants.get(index);
    }

    public Seat seat(int index) {
        return seats.get(index);
    }

    public int sites() {
        return siteIds.size();
    }

    /** Whether there is any choice. */
    public boolean open() {
        return tenants.stream().anyMatch(tenant -> tenant.seats().length > 1);
    }
}
