package org.caravan.solver.model;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Compiled problem: all data that a search needs, looked up by index. Built once per search, immutable.
 *
 * @param positions positions: hosts first, then users
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
public record CompiledProblem(
        List<PlacedInstance> instances,
        List<Position> positions,
        int hosts,
        List<String> siteIds,
        int[] slotsFree,
        PathTable ways,
        List<LinkModel> links,
        List<RequestPath> requestPaths,
        List<RequestHop> hops,
        List<AntiAffinityPair> separated,
        LinkModel[][] linksOf,
        RequestHop[][] hopsOf,
        RequestHop[][] hopsOfLeg,
        AntiAffinityPair[][] separatedOf,
        ActiveDimensions considered,
        Affinities couplings,
        UplinkCapacities lines,
        Utilities utilities) {

    public static CompiledProblem of(
            List<PlacedInstance> instances,
            List<Position> positions,
            List<String> siteIds,
            int[] slotsFree,
            PathTable ways,
            List<LinkModel> links,
            List<RequestPath> requestPaths,
            List<RequestHop> hops,
            List<AntiAffinityPair> separated) {
        List<List<LinkModel>> linksOf = lists(instances.size());
        for (LinkModel link : links) {
            linksOf.get(link.to()).add(link);
            if (link.from() < instances.size() && link.from() != link.to()) {
                linksOf.get(link.from()).add(link);
            }
        }
        List<List<RequestHop>> hopsOf = lists(links.size());
        List<List<RequestHop>> hopsOfLeg = lists(hops.stream().mapToInt(hop -> hop.leg().index() + 1).max().orElse(0));
        for (RequestHop hop : hops) {
            hopsOf.get(hop.link().index()).add(hop);
            hopsOfLeg.get(hop.leg().index()).add(hop);
        }
        List<List<AntiAffinityPair>> separatedOf = lists(instances.size());
        for (AntiAffinityPair pair : separated) {
            separatedOf.get(pair.one()).add(pair);
            separatedOf.get(pair.other()).add(pair);
        }
        return new CompiledProblem(instances, positions, ways.hosts(), siteIds, slotsFree, ways, links, requestPaths, hops, separated,
                linksOf.stream().map(list -> list.toArray(LinkModel[]::new)).toArray(LinkModel[][]::new),
                hopsOf.stream().map(list -> list.toArray(RequestHop[]::new)).toArray(RequestHop[][]::new),
                hopsOfLeg.stream().map(list -> list.toArray(RequestHop[]::new)).toArray(RequestHop[][]::new),
                separatedOf.stream().map(list -> list.toArray(AntiAffinityPair[]::new)).toArray(AntiAffinityPair[][]::new),
                ActiveDimensions.NONE, Affinities.NONE, UplinkCapacities.NONE, Utilities.NONE);
    }

    private static <T> List<List<T>> lists(int count) {
        return IntStream.range(0, count).<List<T>>mapToObj(any -> new ArrayList<>()).toList();
    }

    /** The same with other feasible hosts. */
    public CompiledProblem withInstances(List<PlacedInstance> changed) {
        return new CompiledProblem(changed, positions, hosts, siteIds, slotsFree, ways, links, requestPaths, hops, separated, linksOf,
                hopsOf,
                hopsOfLeg, separatedOf, considered, couplings, lines, utilities);
    }

    /** The same with optional dimensions. @param known positions with the resources of hosts */
    public CompiledProblem within(List<Position> known, ActiveDimensions counting) {
        return new CompiledProblem(instances, known, hosts, siteIds, slotsFree, ways, links, requestPaths, hops, separated, linksOf, hopsOf,
                hopsOfLeg, separatedOf, counting, couplings, lines, utilities);
    }

    public CompiledProblem with(Affinities known) {
        return new CompiledProblem(instances, positions, hosts, siteIds, slotsFree, ways, links, requestPaths, hops, separated, linksOf,
                hopsOf,
                hopsOfLeg, separatedOf, considered, known, lines, utilities);
    }

    public CompiledProblem with(UplinkCapacities known) {
        return new CompiledProblem(instances, positions, hosts, siteIds, slotsFree, ways, links, requestPaths, hops, separated, linksOf,
                hopsOf,
                hopsOfLeg, separatedOf, considered, couplings, known, utilities);
    }

    public CompiledProblem with(Utilities known) {
        return new CompiledProblem(instances, positions, hosts, siteIds, slotsFree, ways, links, requestPaths, hops, separated, linksOf,
                hopsOf,
                hopsOfLeg, separatedOf, considered, couplings, lines, known);
    }

    public PlacedInstance instance(int index) {
        return instances.get(index);
    }

    public Position position(int index) {
        return positions.get(index);
    }

    public int sites() {
        return siteIds.size();
    }

    /** Whether there is any choice. */
    public boolean open() {
        return instances.stream().anyMatch(instance -> instance.positions().length > 1);
    }
}
