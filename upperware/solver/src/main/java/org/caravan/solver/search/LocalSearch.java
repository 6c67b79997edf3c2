package org.caravan.solver.search;

import java.util.List;
import java.util.function.Consumer;
import org.caravan.problem.PlanningPolicy;
import org.caravan.solver.build.PreparedProblem;
import org.caravan.solver.cluster.ClusterNeighborhoodSearch.Patience;
import org.caravan.solver.cluster.MovableInstances;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.optaplanner.PlacementEntity;
import org.caravan.solver.optaplanner.PlacementMoveFactory;
import org.caravan.solver.optaplanner.PlacementScoreCalculator;
import org.caravan.solver.optaplanner.PlacementSolution;
import org.caravan.solver.partition.PartitionedSearch;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.SearchProgress;
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
 * order of {@link Assignment#preferred}. If there are few placements, {@link ExhaustiveSearch} replaces late acceptance.
 */
public final class LocalSearch {

    private static final int LATE_ACCEPTANCE = 400;
    /**
     * Moves evaluated per step. If none is accepted, the step takes the best of them, even if it is worse, and so leaves local optima.
     * With many instances, more moves are evaluated; otherwise most steps would worsen the score and the search would not recover.
     */
    private static final int MOVES_PER_STEP = 40;

    /** Up to this number of instances, the policy's step limit applies unchanged; it grows with more instances. */
    private static final int FEW_INSTANCES = 20;
    /**
     * Above this number of instances, cluster moves are more effective than single-instance moves, and the step limit grows no further.
     */
    private static final int MANY_INSTANCES = 100;
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
        PartitionedSearch.Improved of(CompiledProblem tables, ConstructionHeuristic first, Assignment start, boolean[] movable);
    }

    public LocalSearch(PlanningPolicy policy) {
        this(policy, (tables, first, start, movable) -> PartitionedSearch.Improved.not(start));
    }

    private LocalSearch(PlanningPolicy policy, Division division) {
        this.policy = policy;
        this.division = division;
    }

    /**
     * Creates the search for a compiled problem; very large problems are partitioned. Planners of partitions compile the same problem, so
     * only its own tables can be partitioned.
     */
    public static LocalSearch of(PreparedProblem ground, PartitionedSearch partitions) {
        return new LocalSearch(ground.problem().policy(), (tables, first, start, movable) -> {
            boolean divided = tables == ground.searched() && partitions.concern(start, count(movable));
            return divided ? partitions.improved(ground.problem(), tables, first.improved(start, movable, Patience.PART), movable)
                    : PartitionedSearch.Improved.not(start);
        });
    }

    public static SolverConfig config(PlanningPolicy policy, int instances) {
        LocalSearchPhaseConfig phase = new LocalSearchPhaseConfig()
                .withMoveSelectorConfig(moves(instances))
                .withAcceptorConfig(new LocalSearchAcceptorConfig().withLateAcceptanceSize(LATE_ACCEPTANCE))
                .withForagerConfig(new LocalSearchForagerConfig().withAcceptedCountLimit(1));
        // Step limit instead of a time limit, so that a slow machine finds the same plan. It applies to this phase only.
        phase.setTerminationConfig(new TerminationConfig().withUnimprovedStepCountLimit(steps(policy, instances)));
        return new SolverConfig()
                .withSolutionClass(PlacementSolution.class)
                .withEntityClassList(List.of(PlacementEntity.class))
                .withEnvironmentMode(EnvironmentMode.REPRODUCIBLE)
                .withRandomSeed(policy.seed())
                .withScoreDirectorFactory(
                        new ScoreDirectorFactoryConfig().withIncrementalScoreCalculatorClass(PlacementScoreCalculator.class))
                .withPhaseList(List.of(phase));
    }

    private static int steps(PlanningPolicy policy, int instances) {
        long scaled = (long) policy.stepLimit() * Math.max(FEW_INSTANCES, Math.min(MANY_INSTANCES, instances)) / FEW_INSTANCES;
        return (int) Math.min(Integer.MAX_VALUE, scaled);
    }

    private static MoveIteratorFactoryConfig moves(int instances) {
        MoveIteratorFactoryConfig moves = new MoveIteratorFactoryConfig();
        moves.setMoveIteratorFactoryClass(PlacementMoveFactory.class);
        moves.setSelectedCountLimit(instances <= MANY_INSTANCES ? MOVES_PER_STEP : (long) MOVES_PER_STEP * instances / FEW_INSTANCES);
        return moves;
    }

    /** Search result. The tables differ from the initial ones if a {@code TablesChange} was applied during the search. */
    public record Found(CompiledProblem tables, Assignment assignment, List<String> notes) {

        Found(CompiledProblem tables, Assignment assignment) {
            this(tables, assignment, List.of());
        }
    }

    /** Requires at least one feasible host for every instance. */
    public Assignment find(CompiledProblem tables) {
        return find(tables, solver -> {}).assignment();
    }

    /** @param running receives the solver before it runs, to send it changes; enumeration has no solver and ends soon */
    public Found find(CompiledProblem tables, Consumer<Solver<PlacementSolution>> running) {
        SearchProgress.look("searches for a first placement");
        ConstructionHeuristic first = new ConstructionHeuristic(tables);
        return from(tables, first, first.find(), running);
    }

    /**
     * Continues from a found assignment. If the affected part of the application cannot satisfy all hard constraints, all instances become
     * movable. @param first of the tables @param found start solution, from {@code first}
     */
    public Found from(CompiledProblem tables, ConstructionHeuristic first, Assignment found, Consumer<Solver<PlacementSolution>> running) {
        boolean[] movable = first.affected();
        Found best = from(tables, first, found, movable, running);
        boolean more = !best.assignment().whole() && best.tables() == tables && count(movable) < movable.length;
        Found all = more ? from(tables, first, best.assignment(), MovableInstances.all(tables), running) : best;
        return all.tables() != tables || all.assignment().compareTo(best.assignment()) < 0 ? all : best;
    }

    private Found from(CompiledProblem tables, ConstructionHeuristic first, Assignment found, boolean[] movable,
            Consumer<Solver<PlacementSolution>> running) {
        long free = count(movable);
        if (!tables.open() || free == 0) {
            return new Found(tables, found);
        }
        PartitionedSearch.Improved divided = division.of(tables, first, found, movable);
        Assignment start = divided.assignment();
        if (divided.searched()) {
            Assignment polished = first.polished(first.improved(start, movable, Patience.PART), movable);
            return new Found(tables, polished, List.of(divided.note(polished)));
        }
        if (ExhaustiveSearch.isQuick(tables, movable)) {
            SearchProgress.look("searches");
            return new Found(tables, first.polished(ExhaustiveSearch.best(tables, start, movable), movable));
        }
        if (free > FEW_FREE && free < movable.length) {
            return new Found(tables, first.polished(first.improved(start, movable), movable));
        }
        PlacementSolution end = inTurn(tables, first, first.improved(start, movable), movable, running);
        SearchProgress.look("tries every single move");
        CompiledProblem last = end.tables();
        boolean[] still = last == tables ? movable : end.movable();
        ConstructionHeuristic again = last == tables ? first : new ConstructionHeuristic(last);
        return new Found(last, again.polished(again.improved(Assignment.of(last, end.positions()), still), still));
    }

    /**
     * Alternates annealing and late acceptance. With few movable instances, repeats while annealing gains, because each leaves local
     * optima of the other.
     */
    private PlacementSolution inTurn(CompiledProblem tables, ConstructionHeuristic first, Assignment begin, boolean[] movable,
            Consumer<Solver<PlacementSolution>> running) {
        PlacementSolution end = searched(tables, first.annealed(begin, movable), movable, running);
        for (int turn = 1; turn < MOST_TURNS && count(movable) <= FEW_IN_TURN && end.tables() == tables; turn++) {
            Assignment found = Assignment.of(tables, end.positions());
            Assignment annealed = first.annealed(found, movable);
            if (annealed.compareTo(found) >= 0) {
                return end;
            }
            end = searched(tables, annealed, movable, running);
        }
        return end;
    }

    /** Late acceptance search; also used for partitions. @return the best solution found, at least as good as the start */
    public PlacementSolution searched(CompiledProblem tables, Assignment begin, boolean[] movable,
            Consumer<Solver<PlacementSolution>> running) {
        Solver<PlacementSolution> solver = SolverFactory.<PlacementSolution>create(config(policy, (int) count(movable))).buildSolver();
        SearchProgress.solves(solver, begin);
        running.accept(solver);
        SearchProgress.look("searches");
        return solver.solve(PlacementSolution.of(tables, begin.positions(), movable));
    }

    private static long count(boolean[] movable) {
        long count = 0;
        for (boolean one : movable) {
            count += one ? 1 : 0;
        }
        return count;
    }
}
