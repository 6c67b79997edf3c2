package org.caravan.solver;

import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.LinearExpr;
import com.google.ortools.sat.LinearExprBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A problem as CP-SAT of OR-tools is told of it: all constraints and goals of the score, in its points, but for those of {@link #leftOut}. Without
 * these it is the same problem: what it says a placement costs is what the score says.
 */
final class CpSatModel {

    private final PlacementTables tables;
    private final CpModel model = new CpModel();
    private final LinearExprBuilder cost = LinearExpr.newBuilder();
    private final CpSatSeats seats;

    /** @throws LinkageError where OR-tools is not there; its native library is not asked for */
    CpSatModel(PlacementTables tables) {
        this.tables = tables;
        this.seats = new CpSatSeats(model, tables, cost);
        seats.add();
        new CpSatLinks(model, tables, seats, cost).add();
        new CpSatBonds(model, tables, seats, cost).add();
        model.minimize(cost);
    }

    /** What counts in the score of these tables and not here, in words. */
    static List<String> leftOut(PlacementTables tables) {
        List<String> words = new ArrayList<>();
        if (tables.lines().active()) {
            words.add("what paths and access links can carry");
        }
        if (tables.utilities().any()) {
            words.add("formulas of what is to be made large");
        }
        return words;
    }

    /** About how many variables a model has: of seats, and of the pairs of sites that each link may join. */
    static long size(PlacementTables tables) {
        long size = tables.tenants().stream().mapToLong(tenant -> tenant.seats().length).sum();
        long[] sites = tables.tenants().stream().mapToLong(tenant -> Arrays.stream(tenant.seats()).map(seat -> tables.seat(seat).site()).distinct().count()).toArray();
        for (LinkTable link : tables.links()) {
            size += link.from() < sites.length ? sites[link.from()] * sites[link.to()] : 0;
        }
        return size;
    }

    CpModel model() {
        return model;
    }

    /** No placement costs less. */
    void bound(long points) {
        model.addGreaterOrEqual(cost, points);
    }

    /** @param begin a whole placement */
    void hint(int[] begin) {
        seats.hint(new Interchangeable(tables).firstOnes(begin));
    }

    /** By tenant. @param ones which variables are 1 */
    int[] seats(BitSet ones) {
        return tables.tenants().stream()
                .mapToInt(tenant -> Arrays.stream(tenant.seats())
                        .filter(seat -> seats.on(tenant.index(), seat) != null && ones.get(seats.on(tenant.index(), seat).getIndex())).findFirst().orElseThrow())
                .toArray();
    }
}
