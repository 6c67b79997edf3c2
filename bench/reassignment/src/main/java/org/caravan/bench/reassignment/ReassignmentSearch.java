package org.caravan.bench.reassignment;

import java.util.List;
import org.optaplanner.core.api.solver.SolverFactory;
import org.optaplanner.core.config.heuristic.selector.move.factory.MoveIteratorFactoryConfig;
import org.optaplanner.core.config.localsearch.LocalSearchPhaseConfig;
import org.optaplanner.core.config.localsearch.decider.acceptor.LocalSearchAcceptorConfig;
import org.optaplanner.core.config.localsearch.decider.forager.LocalSearchForagerConfig;
import org.optaplanner.core.config.score.director.ScoreDirectorFactoryConfig;
import org.optaplanner.core.config.solver.EnvironmentMode;
import org.optaplanner.core.config.solver.SolverConfig;
import org.optaplanner.core.config.solver.termination.TerminationConfig;
import org.optaplanner.core.impl.solver.DefaultSolver;

/**
 * The planner's search on an instance of the challenge: a start that keeps all hard constraints, then local
 * search with own moves over an incremental score. Only what it accepts differs: simulated annealing, which fits a given time.
 */
final class ReassignmentSearch {

    /** Of what a process costs on average at the start: the temperature to begin with. */
    private static final int HOT = 2;
    /** Of the time, for a search from what is: nothing that is found later may cost more. */
    private static final double FROM_NOW = 0.15;
    /** Of the time, for annealing where room has prices. */
    private static final double PRICED = 0.7;
    /** Of the time, at least, for what comes then. */
    private static final double LEFT = 0.1;

    /** @param calculations of the score, by the search; what its moves try on the way is not among them */
    record Found(int[] machines, long hard, long cost, double cpuSeconds, long calculations) {}

    private ReassignmentSearch() {}

    static Found find(Instance instance, int[] before, double cpuSeconds, long seed) {
        double began = Cooling.seconds();
        long cost = new RunningCost(instance, before).soft();
        long hot = Math.max(1, HOT * cost / Math.max(1, before.length));
        Found now = search(instance, before, before, hot, FROM_NOW * cpuSeconds, seed);
        int[] priced = PricedAnnealing.find(instance, before, now.machines(), PRICED * cpuSeconds, seed);
        long reached = Checker.verdict(instance, before, priced).cost();
        // Making the first solver of a process takes longer than a short search has.
        double left = Math.max(LEFT * cpuSeconds, cpuSeconds - (Cooling.seconds() - began));
        Found last = search(instance, before, priced, Math.max(1, Math.round(PricedAnnealing.cold(instance, reached))), left, seed);
        return new Found(last.machines(), last.hard(), last.cost(), Cooling.seconds() - began, now.calculations() + last.calculations());
    }

    private static Found search(Instance instance, int[] before, int[] start, long temperature, double cpuSeconds, long seed) {
        double began = Cooling.seconds();
        DefaultSolver<Reassignment> solver = (DefaultSolver<Reassignment>) SolverFactory.<Reassignment>create(config(temperature,
                cpuSeconds, seed)).buildSolver();
        Reassignment found = solver.solve(new Reassignment(instance, before, start));
        return new Found(found.machines(), -found.score().hardScore(), -found.score().softScore(), Cooling.seconds() - began,
                solver.getSolverScope().getScoreCalculationCount());
    }

    static SolverConfig config(long temperature, double cpuSeconds, long seed) {
        Cooling.next(cpuSeconds, temperature);
        MoveIteratorFactoryConfig moves = new MoveIteratorFactoryConfig();
        moves.setMoveIteratorFactoryClass(ShiftFactory.class);
        LocalSearchPhaseConfig phase = new LocalSearchPhaseConfig()
                .withMoveSelectorConfig(moves)
                .withAcceptorConfig(new LocalSearchAcceptorConfig().withSimulatedAnnealingStartingTemperature("0hard/" + temperature
                        + "soft"))
                .withForagerConfig(new LocalSearchForagerConfig().withAcceptedCountLimit(1));
        phase.setTerminationConfig(cooling());
        return new SolverConfig()
                .withSolutionClass(Reassignment.class)
                .withEntityClassList(List.of(Assigned.class))
                .withEnvironmentMode(EnvironmentMode.REPRODUCIBLE)
                .withRandomSeed(seed)
                .withScoreDirectorFactory(
                        new ScoreDirectorFactoryConfig().withIncrementalScoreCalculatorClass(ReassignmentScoreCalculator.class))
                .withPhaseList(List.of(phase));
    }

    /** OptaPlanner has no other way to a termination of one's own, though it says this one will go. */
    @SuppressWarnings("removal")
    private static TerminationConfig cooling() {
        return new TerminationConfig().withTerminationClass(Cooling.class);
    }
}
