package org.caravan.solver.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.plan.figure.AlternativeFigures;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.ScoreTerm;
import org.caravan.solver.score.Assignment;

/** Explains the advantage of an instance's host over another one, in ms of requests and EUR/month instead of points. */
final class ReasonText {

    private static final double WORTH_A_DECIMAL = 0.05;

    private interface ToWeight {
        long of(LinkModel link, int relation);
    }

    private final PlacementProblem problem;
    private final CompiledProblem tables;
    private final Assignment assignment;
    private final AlternativeFigures elsewhere;

    ReasonText(PlacementProblem problem, CompiledProblem tables, Assignment assignment, AlternativeFigures elsewhere) {
        this.problem = problem;
        this.tables = tables;
        this.assignment = assignment;
        this.elsewhere = elsewhere;
    }

    /** @param lost additional points on the other host, by soft score term; negative if the other host is better */
    String against(PlacedInstance instance, Position other, Map<ScoreTerm, Long> lost) {
        if (lost.values().stream().allMatch(points -> points == 0)) {
            return "as good as " + other + " by all goals, " + tieBreak(instance, other);
        }
        List<String> changes = new ArrayList<>();
        if (lost.get(ScoreTerm.LATENCY) != 0) {
            changes.add(latency(instance, other, lost.get(ScoreTerm.LATENCY)));
        }
        if (lost.get(ScoreTerm.COST) != 0) {
            changes.add(signed(elsewhere.costMore(instance.id(), other.hostId()) / 100.0) + " EUR");
        }
        if (lost.get(ScoreTerm.POWER) != 0) {
            changes.add(signed(lost.get(ScoreTerm.POWER) / 100.0 / tables.considered().power()) + " W");
        }
        if (lost.get(ScoreTerm.STARTUP) != 0) {
            changes.add(signed(lost.get(ScoreTerm.STARTUP) / 100.0 / tables.considered().startup()) + " s of startup");
        }
        if (lost.get(ScoreTerm.SERVICE) != 0) {
            changes.add(signed(lost.get(ScoreTerm.SERVICE) / 100.0) + " ms of service, weighted");
        }
        if (lost.get(ScoreTerm.PARALLEL) != 0) {
            changes.add(signed(lost.get(ScoreTerm.PARALLEL) / 100.0) + " ms by the slowest of calls at the same time, weighted");
        }
        if (lost.get(ScoreTerm.MOVES) > 0) {
            changes.add("a move");
        }
        if (lost.get(ScoreTerm.PREFERENCES) > 0) {
            changes.add("a preference given up");
        }
        if (lost.get(ScoreTerm.EGRESS) != 0) {
            changes.add(signed(lost.get(ScoreTerm.EGRESS) / 100.0 / tables.links().get(0).wish().costWeight()) + " EUR of egress");
        }
        if (lost.get(ScoreTerm.EXCESS) != 0) {
            changes.add(signed(lost.get(ScoreTerm.EXCESS) / 100.0 / tables.links().get(0).wish().costWeight())
                    + " EUR of egress above quotas");
        }
        if (lost.get(ScoreTerm.UTILITY) != 0) {
            changes.add("utility " + signed(-lost.get(ScoreTerm.UTILITY) / 100.0));
        }
        return decisive(instance, other, lost) + " (on " + other + ": " + String.join(", ", changes) + ")";
    }

    /** Tie-breaking rules in the order of {@link Assignment#preferred}. */
    private String tieBreak(PlacedInstance instance, Position other) {
        Assignment there = assignment.with(instance, other);
        if (there.formRank(tables, instance) > assignment.formRank(tables, instance)) {
            return "in a form it prefers";
        }
        return there.pull(tables, instance) > assignment.pull(tables, instance)
                ? "nearer to " + nearest(instance, other, LinkModel::pull)
                : "first in order";
    }

    private String decisive(PlacedInstance instance, Position other, Map<ScoreTerm, Long> lost) {
        ScoreTerm decisive = lost.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
        return switch (decisive) {
            case LATENCY -> "nearer to " + nearest(instance, other, LinkModel::cents);
            case COST -> "cheaper";
            case POWER -> "takes less power";
            case STARTUP -> "starts sooner";
            case SERVICE -> "serves faster";
            case PARALLEL -> "has a faster slowest call";
            case EGRESS, EXCESS -> "cheaper by what leaves sites";
            case UTILITY -> "of more use";
            case PREFERENCES -> "as preferred";
            default -> "already here";
        };
    }

    /** Latency difference of the request with the largest change. */
    private String latency(PlacedInstance instance, Position other, long points) {
        int sign = Long.signum(points);
        return elsewhere.slower(instance.id(), other.hostId()).stream()
                .max(Comparator.comparingDouble(slower -> sign * slower.millis()))
                .filter(slower -> sign * slower.millis() > 0)
                .map(slower -> name(slower.latency()) + " " + millis(slower.millis()))
                .orElseGet(() -> "latency × weight " + signed(points / 100.0) + " ms");
    }

    private String name(RequestLatency latency) {
        return problem.application().users().size() == 1
                ? latency.requestId()
                : latency.requestId() + " for " + latency.usersId();
    }

    private static String millis(double value) {
        return (Math.abs(value) < WORTH_A_DECIMAL ? signed(value) : String.format(Locale.ROOT, "%+.1f", value)) + " ms";
    }

    private static String signed(double value) {
        return String.format(Locale.ROOT, "%+.2f", value);
    }

    /** Peer whose link has the largest share of the difference. */
    private String nearest(PlacedInstance instance, Position other, ToWeight weight) {
        Position position = tables.positions().get(assignment.positions()[instance.index()]);
        return Arrays.stream(tables.linksOf()[instance.index()])
                .max(Comparator.comparingLong(link ->
                        weight.of(link, relation(link, instance, other)) - weight.of(link, relation(link, instance, position))))
                .map(link -> peer(link, instance))
                .orElseThrow();
    }

    private int relation(LinkModel link, PlacedInstance instance, Position position) {
        Position from = link.from() == instance.index() ? position : positionOf(link.from());
        Position to = link.to() == instance.index() ? position : positionOf(link.to());
        return link.relation(from, to);
    }

    private Position positionOf(int instanceOrUsers) {
        return tables.positions().get(assignment.positionOf(tables, instanceOrUsers));
    }

    private String peer(LinkModel link, PlacedInstance instance) {
        int instances = tables.instances().size();
        int peer = link.from() == instance.index() ? link.to() : link.from();
        return peer < instances
                ? tables.instances().get(peer).component().id()
                : "users " + problem.application().users().get(peer - instances).id();
    }
}
