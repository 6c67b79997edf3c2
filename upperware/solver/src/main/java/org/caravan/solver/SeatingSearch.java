package org.caravan.solver;

import java.util.List;
import java.util.function.Consumer;
import org.caravan.problem.PlanningPolicy;
import org.caravan.solver.ClusterExchange.Patience;
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
 * Finds the best seating it can: a good start, late acceptance from there, then downhill to where no single move helps,
 * neither the score nor, at equal score, what {@link Seating#preferred} says.
 */
final class SeatingSearch {

    private static final int LATE_ACCEPTANCE = 400;
    /**
     * Where nothing is accepted, a step takes the best of so many moves, good or bad, and so gets out of a hole. Of many tenants so few say little: most steps
     * would make the whole worse, and it would never be as good again.
     */
    private static final int MOVES_PER_STEP = 40;

    /** Up to so many tenants the policy's limit of steps holds as it is; more tenants have more to try. */
    private static final int FEW_TENANTS = 20;
    /** Above so many what pays is to move clusters; a search by single tenants finds little, and its limit of steps grows no more. */
    private static final int MANY_TENANTS = 100;
    /**
     * Of a part of an application that runs, so many are searched at random; of more than that clusters are seated anew and each tenant goes downhill: a
     * search finds nothing better within ten times the time.
     */
    private static final int FEW_FREE = 100;

    static final int MOST_TURNS = 4;
    /** Of more a turn takes more than some seconds, and finds little. */
    static final int FEW_IN_TURN = 200;

    private final PlanningPolicy policy;
    private final Division division;

    /** Has a seating improved in partitions, or leaves it as it is. */
    private interface Division {
        Partitions.Improved of(PlacementTables tables, FirstSeating first, Seating start, boolean[] movable);
    }

    SeatingSearch(PlanningPolicy policy) {
        this(policy, (tables, first, start, movable) -> Partitions.Improved.not(start));
    }

    private SeatingSearch(PlanningPolicy policy, Division division) {
        this.policy = policy;
        this.division = division;
    }

    /** One of this ground, which is searched in partitions where it is very large: whoever plans them makes the ground's tables, and no others. */
    static SeatingSearch of(PlanningGround ground, Partitions partitions) {
        return new SeatingSearch(ground.problem().policy(), (tables, first, start, movable) -> {
            boolean divided = tables == ground.searched() && partitions.concern(start, count(movable));
            return divided ? partitions.improved(ground.problem(), tables, first.improved(start, movable, Patience.PART), movable) : Partitions.Improved.not(start);
        });
    }

    static SolverConfig config(PlanningPolicy policy, int tenants) {
        LocalSearchPhaseConfig phase = new LocalSearchPhaseConfig()
                .withMoveSelectorConfig(moves(tenants))
                .withAcceptorConfig(new LocalSearchAcceptorConfig().withLateAcceptanceSize(LATE_ACCEPTANCE))
                .withForagerConfig(new LocalSearchForagerConfig().withAcceptedCountLimit(1));
        // Steps, not seconds: a slow machine must find the same plan. The limit works on the phase only.
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

    /** Of which tables, which are others than those a search began with where it was told of a {@link TablesChange}. */
    record Found(PlacementTables tables, Seating seating, List<String> notes) {

        Found(PlacementTables tables, Seating seating) {
            this(tables, seating, List.of());
        }
    }

    /** Every tenant has at least one seat to take. */
    Seating find(PlacementTables tables) {
        return find(tables, solver -> {}).seating();
    }

    /** @param running is given the solver before it runs, to tell it of changes */
    Found find(PlacementTables tables, Consumer<Solver<SeatingPlan>> running) {
        Watch.look("looks for a first placement");
        FirstSeating first = new FirstSeating(tables);
        return from(tables, first, first.find(), running);
    }

    /** Goes on: where a part of an application cannot keep all obligations, others make room for it. @param first of the tables @param found by it */
    Found from(PlacementTables tables, FirstSeating first, Seating found, Consumer<Solver<SeatingPlan>> running) {
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

    /** Annealing and late acceptance; of few who move again while annealing gains, as each gets out of where the other ends. */
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

    /** The same or better, by late acceptance: of a partition, too. */
    SeatingPlan searched(PlacementTables tables, Seating begin, boolean[] movable, Consumer<Solver<SeatingPlan>> running) {
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
