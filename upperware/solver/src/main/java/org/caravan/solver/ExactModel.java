package org.caravan.solver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * A problem as an exact solver is told of it: all constraints and goals of the score, in its points, but for those of {@link #leftOut}. Without
 * these it is the same problem: what it says a placement costs is what the score says.
 */
final class ExactModel {

    private final PlacementTables tables;
    private final BinaryProgram program = new BinaryProgram();
    private final SeatVariables seats;

    /** Without a placement to begin with. */
    ExactModel(PlacementTables tables) {
        this(tables, nowhere(tables));
    }

    /** @param begin a whole placement */
    static ExactModel from(PlacementTables tables, int[] begin) {
        ExactModel model = new ExactModel(tables, new Interchangeable(tables).firstOnes(begin));
        model.program.hinted();
        return model;
    }

    private ExactModel(PlacementTables tables, int[] begin) {
        this.tables = tables;
        this.seats = new SeatVariables(program, tables, begin);
        seats.add();
        new LinkVariables(program, tables, seats, begin).add();
        new BondVariables(program, tables, seats, begin).add();
        queues(tables.considered().queues());
    }

    /** No seat changes what requests wait at replicas; where it is without end, nothing is feasible. */
    private void queues(QueueTerms queues) {
        program.cost().add(queues.waiting());
        if (queues.overload() > 0) {
            int impossible = program.variable(false);
            program.never(impossible);
            program.clause(BinaryProgram.Kind.ANY, impossible);
        }
    }

    private static int[] nowhere(PlacementTables tables) {
        int[] begin = new int[tables.tenants().size()];
        Arrays.fill(begin, RunningScore.NONE);
        return begin;
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

    BinaryProgram program() {
        return program;
    }

    /** No placement costs less. */
    void bound(long points) {
        program.atLeast(program.cost(), points);
    }

    /** By tenant. @param ones which variables are 1 */
    int[] seats(BitSet ones) {
        return tables.tenants().stream()
                .mapToInt(tenant -> Arrays.stream(tenant.seats())
                        .filter(seat -> seats.on(tenant.index(), seat) >= 0 && ones.get(seats.on(tenant.index(), seat))).findFirst().orElseThrow())
                .toArray();
    }
}
