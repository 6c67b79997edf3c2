package org.caravan.solver.report;

import java.util.ArrayList;
import java.util.List;
import org.caravan.problem.PathChoice;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.UplinkCapacity;
import org.caravan.solver.report.InfeasibilityReport.Reason;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.UplinkUsage;
import org.caravan.unit.BitRate;

/** Explains which paths and uplinks are overloaded. */
final class UplinkReasons {

    private UplinkReasons() {}

    static List<Reason> of(CompiledProblem tables, Assignment assignment) {
        List<Reason> reasons = new ArrayList<>();
        UplinkUsage use = UplinkUsage.of(tables, assignment);
        for (UplinkCapacity line : tables.lines().all()) {
            long reserved = line.overReserved(use.reserved(line));
            long load = line.over(use.load(line));
            if (reserved > 0) {
                reasons.add(new Reason(reserved, line.path().map(path -> "The path (" + path + ")")
                        .orElse("The " + (line.inbound() ? "downlink" : "uplink") + " of (" + line.at() + ")")
                        + " is overbooked: in the best placement found copies reserve "
                        + new BitRate(use.reserved(line)) + " of " + new BitRate(line.free())
                        + (line.path().isPresent() ? " that it carries and nobody else has reserved."
                                : " that nobody else has reserved.")));
            }
            if (load > 0) {
                reasons.add(new Reason(load, "The uplink of (" + line.at() + ") is overloaded: in the best placement found requests send "
                        + new BitRate(use.load(line)) + " by it, of " + new BitRate(line.free()) + " that nobody else has reserved."));
            }
        }
        for (LinkModel link : tables.lines().active() ? tables.links() : List.<LinkModel>of()) {
            addPath(reasons, tables, link, assignment);
        }
        return reasons;
    }

    private static void addPath(List<Reason> reasons, CompiledProblem tables, LinkModel link, Assignment assignment) {
        Position from = tables.position(assignment.positionOf(tables, link.from()));
        Position to = tables.position(assignment.positionOf(tables, link.to()));
        PathChoice path = link.path(link.relation(from, to));
        long over = tables.lines().throughputOver(path, link);
        if (over > 0) {
            String who = link.from() < tables.instances().size() ? tables.instance(link.from()).toString() : "users " + from;
            long needed = tables.lines().needed()[link.index()];
            boolean reserved = needed > tables.lines().bits()[link.index()];
            reasons.add(new Reason(over, "The path (" + path.path() + ") is too slow: in the best placement found "
                    + (reserved ? tables.instance(link.to()) + " reserves " : "requests send ") + new BitRate(needed)
                    + (reserved ? " for" : " over") + " the link (" + who + " -> " + tables.instance(link.to()) + "), of "
                    + path.throughput().get() + " that it carries."));
        }
    }
}
