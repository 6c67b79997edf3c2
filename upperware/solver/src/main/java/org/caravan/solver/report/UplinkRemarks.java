package org.caravan.solver.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.plan.DeploymentPlan;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.UplinkUsage;
import org.caravan.unit.BitRate;

/** Report remarks on uplinks: reservations, load of potential bottlenecks, and links that take another path for capacity reasons. */
final class UplinkRemarks {

    private final PlacementProblem problem;
    private final Map<AccessLink, Long> reserved = new TreeMap<>();
    private final Map<AccessLink, Long> load = new TreeMap<>();

    private UplinkRemarks(PlacementProblem problem) {
        this.problem = problem;
    }

    static List<String> of(PlacementProblem problem, CompiledProblem tables, Assignment assignment, DeploymentPlan plan) {
        UplinkRemarks lines = new UplinkRemarks(problem);
        UplinkUsage use = UplinkUsage.of(tables, assignment);
        tables.lines().all().stream().filter(line -> use.load(line) > 0).forEach(line -> {
            lines.load.put(line.at(), use.load(line));
            lines.reserved.put(line.at(), 0L);
        });
        plan.bandwidth().forEach(one -> lines.reserved.merge(one.at(), one.min().value(), Long::sum));
        List<String> notes = new ArrayList<>();
        lines.reserved.forEach((at, rate) -> notes.add(lines.note(at, new BitRate(rate))));
        problem.uplinks().rerouted().stream().map(rerouted -> rerouted.from() + " -> " + rerouted.toComponentId()).distinct().sorted()
                .forEach(link -> notes.add("links " + link + (tables.considered().egress()
                        ? " may take another path than suits their goals best, which would be too much for a path or uplink, miss a "
                                + "promise or exceed a limit"
                        : " may take another path than their nearest, which would be too much for a path or uplink, or miss a promise")));
        return notes;
    }

    private String note(AccessLink at, BitRate rate) {
        BitRate others = problem.uplinks().reservedElsewhere(at);
        String uplink = problem.infrastructure().site(at.siteId()).uplink(at.ispId()).map(BitRate::toString).orElse("what nobody declared");
        return "uplink of " + at + ": " + rate + " reserved of " + uplink
                + (others.equals(BitRate.ZERO) ? "" : ", beside " + others + " by other applications")
                + (load.containsKey(at) ? "; requests send " + new BitRate(load.get(at)) : "");
    }
}
