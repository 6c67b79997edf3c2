package org.caravan.solver.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.plan.figure.ElsewhereFigures;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.model.LinkTable;
import org.caravan.solver.model.Part;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Seat;
import org.caravan.solver.model.Tenant;
import org.caravan.solver.score.Seating;

/** Explains the advantage of an instance's host over another one, in ms of requests and EUR/month instead of points. */
final class ReasonWords {

    private static final double WORTH_A_DECIMAL = 0.05;

    private interface ToWeight {
        long of(LinkTable link, int relation);
    }

    private final PlacementProblem problem;
    private final PlacementTables tables;
    private final Seating seating;
    private final ElsewhereFigures elsewhere;

    ReasonWords(PlacementProblem problem, PlacementTables tables, Seating seating, ElsewhereFigures elsewhere) {
        this.problem = problem;
        this.tables = tables;
        this.seating = seating;
        this.elsewhere = elsewhere;
    }

    /** @param lost additional points on the other host, by soft score term; negative if the other host is better */
    String against(Tenant tenant, Seat other, Map<Part, Long> lost) {
        if (lost.values().stream().allMatch(points -> points == 0)) {
            return "as good as " + other + " by all goals, " + tieBreak(tenant, other);
        }
        List<String> changes = new ArrayList<>();
        if (lost.get(Part.LATENCY) != 0) {
            changes.add(latency(tenant, other, lost.get(Part.LATENCY)));
        }
        if (lost.get(Part.COST) != 0) {
            changes.add(signed(elsewhere.costMore(tenant.instance(), other.hostId()) / 100.0) + " EUR");
        }
        if (lost.get(Part.POWER) != 0) {
            changes.add(signed(lost.get(Part.POWER) / 100.0 / tables.considered().power()) + " W");
        }
        if (lost.get(Part.STARTUP) != 0) {
            changes.add(signed(lost.get(Part.STARTUP) / 100.0 / tables.considered().startup()) + " s of startup");
        }
        if (lost.get(Part.MOVES) > 0) {
            changes.add("a move");
        }
        if (lost.get(Part.PREFERENCES) > 0) {
            changes.add("a preference given up");
        }
        if (lost.get(Part.EGRESS) != 0) {
            changes.add(signed(lost.get(Part.EGRESS) / 100.0 / tables.links().get(0).wish().costWeight()) + " EUR of egress");
        }
        if (lost.get(Part.UTILITY) != 0) {
            changes.add("utility " + signed(-lost.get(Part.UTILITY) / 100.0));
        }
        return decisive(tenant, other, lost) + " (on " + other + ": " + String.join(", ", changes) + ")";
    }

    /** Tie-breaking rules in the order of {@link Seating#preferred}. */
    private String tieBreak(Tenant tenant, Seat other) {
        Seating there = seating.with(tenant, other);
        if (there.formRank(tables, tenant) > seating.formRank(tables, tenant)) {
            return "in a form it prefers";
        }
        return there.pull(tables, tenant) > seating.pull(tables, tenant)
                ? "nearer to " + nearest(tenant, other, LinkTable::pull)
                : "first in order";
    }

    private String decisive(Tenant tenant, Seat other, Map<Part, Long> lost) {
        Part decisive = lost.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
        return switch (decisive) {
            case LATENCY -> "nearer to " + nearest(tenant, other, LinkTable::cents);
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
    private String latency(Tenant tenant, Seat other, long points) {
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
    private String nearest(Tenant tenant, Seat other, ToWeight weight) {
        Seat seat = tables.seats().get(seating.seats()[tenant.index()]);
        return Arrays.stream(tables.linksOf()[tenant.index()])
                .max(Comparator.comparingLong(link ->
                        weight.of(link, relation(link, tenant, other)) - weight.of(link, relation(link, tenant, seat))))
                .map(link -> peer(link, tenant))
                .orElseThrow();
    }

    private int relation(LinkTable link, Tenant tenant, Seat seat) {
        Seat from = link.from() == tenant.index() ? seat : seatOf(link.from());
        Seat to = link.to() == tenant.index() ? seat : seatOf(link.to());
        return link.relation(from, to);
    }

    private Seat seatOf(int tenantOrUsers) {
        return tables.seats().get(seating.seatOf(tables, tenantOrUsers));
    }

    private String peer(LinkTable link, Tenant tenant) {
        int tenants = tables.tenants().size();
        int peer = link.from() == tenant.index() ? link.to() : link.from();
        return peer < tenants
                ? tables.tenants().get(peer).component().id()
                : "users " + problem.application().users().get(peer - tenants).id();
    }
}
