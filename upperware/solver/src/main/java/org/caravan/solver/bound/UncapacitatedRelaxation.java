package org.caravan.solver.bound;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.caravan.problem.ParetoPaths;
import org.caravan.problem.PathPreference;
import org.caravan.solver.model.AllowedPaths;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PathTable;
import org.caravan.solver.model.RequestHop;
import org.caravan.solver.model.UplinkCapacities;

/**
 * Relaxation without capacities of paths and uplinks. If an SLO or a cost limit can require other paths, each link uses the best path in
 * each respect: the fastest for SLOs, the cheapest for cost. No choice of paths is better. Higher prices above quotas depend on the
 * choice of paths and are left out; they only add cost.
 */
public final class UncapacitatedRelaxation {

    /** Demand of an SLO on a link. Replicas and requests of one kind share it. @param users -1 if no users call */
    private record Asking(PathPreference wish, AllowedPaths.Asked asked, int users) {}

    private final CompiledProblem tables;
    private final Map<Asking, Boolean> hurried = new HashMap<>();

    private UncapacitatedRelaxation(CompiledProblem tables) {
        this.tables = tables;
    }

    /** Whether links may need other than their preferred paths to satisfy a hard constraint. */
    public static boolean matters(CompiledProblem tables) {
        UncapacitatedRelaxation wide = new UncapacitatedRelaxation(tables);
        return tables.lines().active() || traded(tables) || tables.hops().stream().anyMatch(wide::hurried);
    }

    /** Whether the cheapest paths can be too slow for an SLO, or the preferred paths too expensive for a limit or above a quota. */
    private static boolean traded(CompiledProblem tables) {
        return tables.considered().egress()
                && (!tables.requestPaths().isEmpty() || tables.considered().limited() || tables.considered().excess().any());
    }

    /**
     * Whether a path is faster for the SLO than the link's own path. The link's path is chosen by mean times of an average request; an SLO
     * refers to one kind of request, possibly to its tail.
     */
    private boolean hurried(RequestHop hop) {
        int users = hop.link().from() - tables.instances().size();
        return hurried.computeIfAbsent(new Asking(hop.link().wish(), AllowedPaths.Asked.by(hop), Math.max(-1, users)), this::hurried);
    }

    private boolean hurried(Asking asking) {
        PathTable ways = tables.ways();
        IntPredicate sooner = relation -> {
            ParetoPaths paths = ways.between()[relation];
            int best = paths.bestIndex(asking.wish());
            return IntStream.range(0, paths.size()).anyMatch(index -> asking.asked().sooner(paths, index, best));
        };
        return (asking.users() < 0 ? ways.severalBetween() : ways.severalOfUsers(asking.users())).anyMatch(sooner);
    }

    public static CompiledProblem of(CompiledProblem tables) {
        boolean all = traded(tables);
        UncapacitatedRelaxation wide = new UncapacitatedRelaxation(tables);
        List<LinkModel> links = tables.links().stream().map(link -> link.open(all ? AllowedPaths.ALL : wide.opened(link))).toList();
        return (links.stream().anyMatch(link -> link.open().any()) ? over(tables, links) : tables).with(UplinkCapacities.NONE);
    }

    private AllowedPaths opened(LinkModel link) {
        return new AllowedPaths(false, Arrays.stream(tables.hopsOf()[link.index()]).filter(this::hurried).map(AllowedPaths.Asked::by)
                .distinct().toList());
    }

    private static CompiledProblem over(CompiledProblem tables, List<LinkModel> links) {
        List<RequestHop> hops = tables.hops().stream().map(hop -> new RequestHop(hop.leg(), links.get(hop.link().index()), hop.traffic()))
                .toList();
        CompiledProblem open = CompiledProblem.of(tables.instances(), tables.positions(), tables.siteIds(), tables.slotsFree(),
                tables.ways(), links,
                tables.requestPaths(), hops, tables.separated());
        return open.within(tables.positions(), tables.considered().withoutExcess()).with(tables.couplings())
                .with(tables.utilities().over(links));
    }
}
