package org.caravan.solver.exact;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.caravan.solver.candidates.HostSymmetry;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.QueueTerms;

/**
 * Builds the program of a problem for an exact solver: all constraints and goals of the score in the same points. The parts in {@link
 * #leftOut} are not modelled. If nothing is left out, the objective of the program equals the score.
 */
public final class ExactModel {

    private final CompiledProblem tables;
    private final IntegerProgram program = new IntegerProgram();
    private final HostVariables positions;

    /** Without a start placement. */
    public ExactModel(CompiledProblem tables) {
        this(tables, nowhere(tables));
    }

    /** @param begin a complete placement */
    static ExactModel from(CompiledProblem tables, int[] begin) {
        ExactModel model = new ExactModel(tables, new HostSymmetry(tables).firstOnes(begin));
        model.program.hinted();
        return model;
    }

    private ExactModel(CompiledProblem tables, int[] begin) {
        this.tables = tables;
        this.positions = new HostVariables(program, tables, begin);
        positions.add();
        new LinkVariables(program, tables, positions, begin).add();
        new AffinityVariables(program, tables, positions, begin).add();
        queues(tables.considered().queues());
    }

    /** Queueing delay at replicas does not depend on the placement. If it is unbounded, the problem is infeasible. */
    private void queues(QueueTerms queues) {
        program.cost().add(queues.waiting());
        if (queues.overload() > 0) {
            int impossible = program.variable(false);
            program.never(impossible);
            program.clause(IntegerProgram.Kind.ANY, impossible);
        }
    }

    private static int[] nowhere(CompiledProblem tables) {
        int[] begin = new int[tables.instances().size()];
        Arrays.fill(begin, Position.NONE);
        return begin;
    }

    /** Returns a text for each part of the score that the program does not model. */
    static List<String> leftOut(CompiledProblem tables) {
        List<String> words = new ArrayList<>();
        if (tables.lines().active()) {
            words.add("what paths and access links can carry");
        }
        if (tables.considered().excess().any()) {
            words.add("higher prices of egress above quotas");
        }
        if (tables.utilities().model() != null) {
            words.add("utility formulas");
        }
        if (!tables.utilities().goals().isEmpty() || tables.requestPaths().stream().anyMatch(path -> path.parallel().isPresent())) {
            words.add("that the slowest of calls at the same time counts");
        }
        if (tables.requestPaths().stream().anyMatch(requestPath -> !requestPath.service().isEmpty())) {
            words.add("how much longer slower hosts serve requests of a promise");
        }
        return words;
    }

    /** Approximate number of variables: hosts per instance, and pairs of sites per link. */
    static long size(CompiledProblem tables) {
        long size = tables.instances().stream().mapToLong(instance -> instance.positions().length).sum();
        long[] sites = tables.instances().stream()
                .mapToLong(instance -> Arrays.stream(instance.positions()).map(position -> tables.position(position).site()).distinct()
                .count()).toArray();
        for (LinkModel link : tables.links()) {
            size += link.from() < sites.length ? sites[link.from()] * sites[link.to()] : 0;
        }
        return size;
    }

    public IntegerProgram program() {
        return program;
    }

    /** Adds a lower bound on the cost. @param points proved lower bound */
    void bound(long points) {
        program.atLeast(program.cost(), points);
    }

    /** Returns the host of each instance. @param ones variables with value 1 */
    public int[] positions(BitSet ones) {
        return tables.instances().stream()
                .mapToInt(instance -> Arrays.stream(instance.positions())
                        .filter(position -> positions.on(instance.index(), position) >= 0
                                && ones.get(positions.on(instance.index(), position))).findFirst().orElseThrow())
                .toArray();
    }
}
