package org.caravan.solver.search;

import java.util.List;
import java.util.function.Consumer;
import org.caravan.problem.PlanningPolicy;
import org.caravan.solver.build.PlanningGround;
import org.caravan.solver.cluster.Affected;
import org.caravan.solver.cluster.ClusterExchange.Patience;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.optaplanner.RelocationFactory;
import org.caravan.solver.optaplanner.SeatedTenant;
import org.caravan.solver.optaplanner.SeatingPlan;
import org.caravan.solver.optaplanner.SeatingScoreCalculator;
import org.caravan.solver.partition.Partitions;
import org.caravan.solver.score.Seating;
import org.caravan.solver.score.Watch;
import org.optaplanner.core.api.solver.Solver;
import org.optaplanner.core.api.solver.SolverFactory;
import org.optaplanner.core.config.heuristic.selector.move.factory.MoveIteratorFactoryConfig;
import org.optaplanner.core.config.localsearch.LocalSearchPhaseConfig;
import org.optaplanner.core.config.localsearch.decider.acceptor.LocalSearchAcceptorConfig;
import org.optaplanner.core.config.localsearch.decider.forager.LocalSearchForagerConfig;
import org.optaplanner.core.config.score.director.ScoreDirectorFactoryConfig;
import org.optaplanner.core.config.solver.EnvironmentMode;
import org.optaplanner.core.config.solver.SolverConfig;
import org.optaplanner.core.config.solver.termination.TerminationConfig;

/**
 * Main search: a start solution, late acceptance, then hill climbing. Ends when no single move improves the score or, at equal score, the
 * order of {@link Seating#preferred}.
 */
public final class SeatingSearch {

    private static final int LATE_ACCEPTANCE = 400;
    /**
     * Moves evaluated per step. If none is accepted, the step takes the best of them, even if it is worse, and so leaves local optima.
     * With many instances, more moves are evaluated; otherwise most steps would worsen the score and the search would not recover.
     */
    private static final int MOVES_PER_STEP = 40;

    /** Up to this number of instances, the policy's step limit applies unchanged; it grows with more instances. */
    private static final int FEW_TENANTS = 20;
    /**
     * Above this number of instances, cluster moves are more effective than single-instance moves, and the step limit grows no further.
     */
    private static final int MANY_TENANTS = 100;
    /**
     * Maximum number of movable instances of a partly movable application for the random search. Above it, cluster reassignment and hill
     * climbing are used: a search finds nothing better within ten times the time.
     */
    private static final int FEW_FREE = 100;

    public static final int MOST_TURNS = 4;
    /** With more movable instances, a turn takes more than some seconds and gains little. */
    public static final int FEW_IN_TURN = 200;

    private final PlanningPolicy policy;
    private final Division division;

    /** Improves an assignment in partitions, or returns it unchanged. */
    private interface Division {
        Partitions.Improved of(PlacementTables tables, FirstSeating first, Seating start, boolean[] movable);
    }

    public SeatingSearch(PlanningPolicy policy) {
        this(policy, (tables, first, start, movable) -> Partitions.Improved.not(start));
    }

    private SeatingSearch(PlanningPolicy policy, Division division) {
        this.policy = policy;
        this.division = division;
    }

    /**
     * Creates the search for a compiled problem; very large problems are partitioned. Planners of partitions compile the same problem, so
     * only its own tables can be partitioned.
     */
    public static SeatingSearch of(PlanningGround ground, Partitions partitions) {
        return new SeatingSearch(ground.problem().policy(), (tables, first, start, movable) -> {
            boolean divided = tables == ground.searched() && partitions.concern(start, count(movable));
            return divided ? partitions.improved(ground.problem(), tables, first.improved(start, movable, Patience.PART), movable) : Partitions.Improved.not(start);
        });
    }

    public static SolverConfig config(PlanningPolicy policy, int tenants) {
        LocalSearchPhaseConfig phase = new LocalSearchPhaseConfig()
                .withMoveSelectorConfig(moves(tenants))
                .withAcceptorConfig(new LocalSearchAcceptorConfig().withLateAcceptanceSize(LATE_ACCEPTANCE))
                .withForagerConfig(new LocalSearchForagerConfig().withAcceptedCountLimit(1));
        // Step limit instead of a time limit, so that a slow machine finds the same plan. It applies to this phase only.
        phase.setTerminationConfig(new TerminationConfig().withUnimprovedStepCountLimit(steps(policy, tenants)));
        return new SolverConfig()
                .withSolutionClass(SeatingPlan.class)
                .withEntityClassList(List.of(SeatedTenant.class))
                .withEnvironmentMode(EnvironmentMode.REPRODUCIBLE)
                .withRandomSeed(policy.seed())
                .withScoreDirectorFactory(
                        new ScoreDirectorFactoryConfig().withIncrementalScoreCalculatorClass(SeatingScoreCalculator.class))
                .withPhaseList(List.of(phase));
    }

    private static int steps(PlanningPolicy policy, int tenants) {
        long scaled = (long) policy.stepLimit() * Math.max(FEW_TENANTS, Math.min(MANY_TENANTS, tenants)) / FEW_TENANTS;
        return (int) Math.min(Integer.MAX_VALUE, scaled);
    }

    private static MoveIteratorFactoryConfig moves(int tenants) {
        MoveIteratorFactoryConfig moves = new MoveIteratorFactoryConfig();
        moves.setMoveIteratorFactoryClass(RelocationFactory.class);
        moves.setSelectedCountLimit(tenants <= MANY_TENANTS ? MOVES_PER_STEP : (long) MOVES_PER_STEP * tenants / FEW_TENANTS);
        return moves;
    }

    /** Search result. The tables differ from the initial ones if a {@code TablesChange} was applied during the search. */
    public record Found(PlacementTables tables, Seating seating, List<String> notes) {

        Found(PlacementTables tables, Seating seating) {
            this(tables, seating, List.of());
        }
    }

    /** Requires at least one feasible host for every instance. */
    public Seating find(PlacementTables tables) {
        return find(tables, solver -> {}).seating();
    }

    /** @param running receives the solver before it runs, to send it changes */
    public Found find(PlacementTables tables, Consumer<Solver<SeatingPlan>> running) {
        Watch.look("searches for a first placement");
        FirstSeating first = new FirstSeating(tables);
        return from(tables, first, first.find(), running);
    }

    /**
     * Continues from a found assignment. If the affected part of the application cannot satisfy all hard constraints, all instances become
     * movable. @param first of the tables @param found start solution, from {@code first}
     */
    public Found from(PlacementTables tables, FirstSeating first, Seating found, Consumer<Solver<SeatingPlan>> running) {
        boolean[] movable = first.affected();
        Found best = from(tables, first, found, movable, running);
        boolean more = !best.seating().whole() && best.tables() == tables && count(movable) < movable.length;
        Found all = more ? from(tables, first, best.seating(), Affected.all(tables), running) : best;
        return all.tables() != tables || all.seating().compareTo(best.seating()) < 0 ? all : best;
    }

    private Found from(PlacementTables tables, FirstSeating first, Seating found, boolean[] movable, Consumer<Solver<SeatingPlan>> running) {
        long free = count(movable);
        if (!tables.open() || free == 0) {
            return new Found(tables, found);
        }
        Partitions.Improved divided = division.of(tables, first, found, movable);
        Seating start = divided.seating();
        if (divided.searched()) {
            Seating polished = first.polished(first.improved(start, movable, Patience.PART), movable);
            return new Found(tables, polished, List.of(divided.note(polished)));
        }
        if (free > FEW_FREE && free < movable.length) {
            return new Found(tables, first.polished(first.improved(start, movable), movable));
        }
        SeatingPlan end = inTurn(tables, first, first.improved(start, movable), movable, running);
        Watch.look("tries every single move");
        PlacementTables last = end.tables();
        boolean[] still = last == tables ? movable : end.movable();
        FirstSeating again = last == tables ? first : new FirstSeating(last);
        return new Found(last, again.polished(again.improved(Seating.of(last, end.seats()), still), still));
    }

    /**
     * Alternates annealing and late acceptance. With few movable instances, repeats while annealing gains, because each leaves local
     * optima of the other.
     */
    private SeatingPlan inTurn(PlacementTables tables, FirstSeating first, Seating begin, boolean[] movable, Consumer<Solver<SeatingPlan>> running) {
        SeatingPlan end = searched(tables, first.annealed(begin, movable), movable, running);
        for (int turn = 1; turn < MOST_TURNS && count(movable) <= FEW_IN_TURN && end.tables() == tables; turn++) {
            Seating found = Seating.of(tables, end.seats());
            Seating annealed = first.annealed(found, movable);
            if (annealed.compareTo(found) >= 0) {
                return end;
            }
            end = searched(tables, annealed, movable, running);
        }
        return end;
    }

    /** Late acceptance search; also used for partitions. @return the best solution found, at least as good as the start */
    public SeatingPlan searched(PlacementTables tables, Seating begin, boolean[] movable, Consumer<Solver<SeatingPlan>> running) {
        Solver<SeatingPlan> solver = SolverFactory.<SeatingPlan>create(config(policy, (int) count(movable))).buildSolver();
        Watch.solves(solver, begin);
        running.accept(solver);
        Watch.look("searches");
        return solver.solve(SeatingPlan.of(tables, begin.seats(), movable));
    }

    private static long count(boolean[] movable) {
        long count = 0;
        for (boolean one : movable) {
            count += one ? 1 : 0;
        }
        return count;
    }
}
