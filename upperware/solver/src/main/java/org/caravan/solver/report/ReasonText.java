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
    private final Assignment seating;
    private final AlternativeFigures elsewhere;

    ReasonText(PlacementProblem problem, CompiledProblem tables, Assignment seating, AlternativeFigures elsewhere) {
        this.problem = problem;
        this.tables = tables;
        this.seating = seating;
        this.elsewhere = elsewhere;
    }

    /** @param lost additional points on the other host, by soft score term; negative if the other host is better */
    String against(PlacedInstance tenant, Position other, Map<ScoreTerm, Long> lost) {
        if (lost.values().stream().allMatch(points -> points == 0)) {
            return "as good as " + other + " by all goals, " + tieBreak(tenant, other);
        }
        List<String> changes = new ArrayList<>();
        if (lost.get(ScoreTerm.LATENCY) != 0) {
            changes.add(latency(tenant, other, lost.get(ScoreTerm.LATENCY)));
        }
        if (lost.get(ScoreTerm.COST) != 0) {
            changes.add(signed(elsewhere.costMore(tenant.instance(), other.hostId()) / 100.0) + " EUR");
        }
        if (lost.get(ScoreTerm.POWER) != 0) {
            changes.add(signed(lost.get(ScoreTerm.POWER) / 100.0 / tables.considered().power()) + " W");
        }
        if (lost.get(ScoreTerm.STARTUP) != 0) {
            changes.add(signed(lost.get(ScoreTerm.STARTUP) / 100.0 / tables.considered().startup()) + " s of startup");
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
        if (lost.get(ScoreTerm.UTILITY) != 0) {
            changes.add("utility " + signed(-lost.get(ScoreTerm.UTILITY) / 100.0));
        }
        return decisive(tenant, other, lost) + " (on " + other + ": " + String.join(", ", changes) + ")";
    }

    /** Tie-breaking rules in the order of {@link Assignment#preferred}. */
    private String tieBreak(PlacedInstance tenant, Position other) {
        Assignment there = seating.with(tenant, other);
        if (there.formRank(tables, tenant) > seating.formRank(tables, tenant)) {
            return "in a form it prefers";
        }
        return there.pull(tables, tenant) > seating.pull(tables, tenant)
                ? "nearer to " + nearest(tenant, other, LinkModel::pull)
                : "first in order";
    }

    private String decisive(PlacedInstance tenant, Position other, Map<ScoreTerm, Long> lost) {
        ScoreTerm decisive = lost.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
        return switch (decisive) {
            case LATENCY -> "nearer to " + nearest(tenant, other, LinkModel::cents);
            case COST -> "cheaper";
            case POWER -> "takes less power";
            case STARTUP -> "starts sooner";
            case EGRESS -> "cheaper by what leaves sites";
            case UTILITY -> "of more use";
            case PREFERENCES -> "as preferred";
            default -> "already here";
        };
    }

    /** Latency difference of the request with the largest change. */
    private String latency(PlacedInstance tenant, Position other, long points) {
        int sign = Long.signum(points);
        return elsewhere.slower(tenant.instance(), other.hostId()).stream()
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
    private String nearest(PlacedInstance tenant, Position other, ToWeight weight) {
        Position seat = tables.seats().get(seating.seats()[tenant.index()]);
        return Arrays.stream(tables.linksOf()[tenant.index()])
                .max(Comparator.comparingLong(link ->
                        weight.of(link, relation(link, tenant, other)) - weight.of(link, relation(link, tenant, seat))))
                .map(link -> peer(link, tenant))
                .orElseThrow();
    }

    private int relation(LinkModel link, PlacedInstance tenant, Position seat) {
        Position from = link.from() == tenant.index() ? seat : seatOf(link.from());
        Position to = link.to() == tenant.index() ? seat : seatOf(link.to());
        return link.relation(from, to);
    }

    private Position seatOf(int tenantOrUsers) {
        return tables.seats().get(seating.seatOf(tables, tenantOrUsers));
    }

    private String peer(LinkModel link, PlacedInstance tenant) {
        int tenants = tables.tenants().size();
        int peer = link.from() == tenant.index() ? link.to() : link.from();
        return peer < tenants
                ? tables.tenants().get(peer).component().id()
                : "users " + problem.application().users().get(peer - tenants).id();
    }
}
