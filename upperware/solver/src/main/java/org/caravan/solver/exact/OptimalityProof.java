package org.caravan.solver.exact;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.caravan.plan.Certificate;
import org.caravan.plan.Proof;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.bound.Relaxation;
import org.caravan.solver.bound.UncapacitatedRelaxation;
import org.caravan.solver.build.PreparedProblem;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.SearchProgress;

/**
 * Asks CP-SAT of OR-tools, if available, for the optimality gap of a placement or for the existence of a placement. The solver gets a
 * relaxation, so its bound holds for the problem. A placement it finds is evaluated by the score of the search.
 */
public final class OptimalityProof {

    public static final String SOLVER = "CP-SAT";
    public static final String FOUND = SOLVER + " found a placement where the search had found none";
    /** Class path that contains OR-tools, if installed. */
    private static final String CLASS_PATH = System.getProperty("java.class.path");
    private static final String STAGE = "has CP-SAT prove it";
    /** Maximum number of variables for which a model fits into the default memory of a server. */
    private static final long MOST_VARIABLES = 60_000;

    private final PreparedProblem ground;
    private final CompiledProblem tables;
    private final int seconds;
    private final String classPath;
    private Optional<Assignment> better = Optional.empty();
    /** Reason why the solver cannot be used, with a line of advice. */
    private String missing = "";

    /** @param certificate empty if no proof was requested */
    public record Proved(Assignment assignment, Optional<Certificate> certificate) {}

    /** @param whole a placement although the search found none @param said result as a sentence */
    public record Sought(PreparedProblem ground, Optional<Assignment> whole, String said) {}

    private OptimalityProof(PreparedProblem ground, String classPath) {
        this.classPath = classPath;
        this.ground = ground;
        this.tables = Relaxation.of(ground);
        this.seconds = ground.problem().policy().proofSeconds();
    }

    private static boolean asked(PlacementProblem problem) {
        return problem.policy().proofSeconds() > 0;
    }

    /** @param settled computes the fixed point of a placement found by CP-SAT */
    public static Proved of(PreparedProblem ground, Assignment assignment, UnaryOperator<Assignment> settled) {
        return of(ground, assignment, settled, CLASS_PATH);
    }

    /** @param classPath contains OR-tools, if installed */
    static Proved of(PreparedProblem ground, Assignment assignment, UnaryOperator<Assignment> settled, String classPath) {
        return asked(ground.problem()) ? new OptimalityProof(ground, classPath)
                .proved(Assignment.of(ground.tables(), assignment.positions()), settled) : new Proved(assignment, Optional.empty());
    }

    /** For a problem for which the search found no placement; empty if no proof was requested. */
    public static Optional<Sought> sought(PlacementProblem problem) {
        return asked(problem) ? Optional.of(PreparedProblem.of(problem)).filter(ground -> !ground.hasUnplaceableInstance())
                .map(ground -> new OptimalityProof(ground, CLASS_PATH).sought()) : Optional.empty();
    }

    private Proved proved(Assignment begin, UnaryOperator<Assignment> settled) {
        Certificate relaxed = Relaxation.certificate(ground, begin, () -> tables);
        if (!relaxed.known()) {
            return unasked(begin, relaxed, Optional.of("utility formulas have no provable optimum."));
        }
        if (relaxed.proved()) {
            return unasked(begin, relaxed, Optional.empty());
        }
        Optional<CpSatRun.Answer> answer = answer(begin, relaxed.bound());
        if (answer.isEmpty()) {
            return unasked(begin, relaxed, Optional.of(missing));
        }
        Assignment best = better.map(settled).filter(found -> found.compareTo(begin) < 0).orElse(begin);
        long bound = Math.min(best.soft(), Math.max(relaxed.bound(), answer.get().bound()));
        Proof proof = new Proof(SOLVER, answer.get().seconds(), relaxed.bound(), begin.soft() - best.soft(), leftOut(), Optional.empty());
        SearchProgress.bound(bound);
        return new Proved(best, Optional.of(new Certificate(best.soft(), bound).with(proof)));
    }

    /** @param why empty if the solver is not needed */
    private static Proved unasked(Assignment begin, Certificate relaxed, Optional<String> why) {
        return new Proved(begin, Optional.of(relaxed.with(new Proof(SOLVER, 0, relaxed.bound(), 0, List.of(), why))));
    }

    private Sought sought() {
        String said = answer(null, 0).map(answer -> answer.infeasible() ? "No placement keeps all obligations: " + SOLVER + " proved it."
                : SOLVER + " found neither a placement nor a proof within " + seconds + " s that there is none.")
                .orElseGet(() -> SOLVER + " was not asked whether there is any: " + missing.replace('\n', ' '));
        return new Sought(ground, better, said);
    }

    /** @param begin null if there is none @return empty if the solver cannot be used; then {@link #missing} says why */
    private Optional<CpSatRun.Answer> answer(Assignment begin, long bound) {
        SearchProgress.look(STAGE);
        long variables = ExactModel.size(tables);
        if (variables > MOST_VARIABLES) {
            missing = "its model would have some " + variables + " variables, more than " + MOST_VARIABLES
                    + ".\nMaybe plan without a proof: the bound by relaxation is still available.";
            return Optional.empty();
        }
        ExactModel model = begin == null ? new ExactModel(tables) : ExactModel.from(tables, begin.positions());
        model.bound(bound);
        missing = "OR-tools, or its native library for this machine (" + System.getProperty("os.name") + ", "
                + System.getProperty("os.arch")
                + "), is not among the server's libraries, or failed.\nMaybe add it: see docs/operating.md.";
        return new CpSat(classPath).answer(model, seconds, positions -> look(positions, begin));
    }

    /** Keeps the solution if it is better by the score of the search. @param begin null if there is none */
    private void look(int[] positions, Assignment begin) {
        Assignment found = Assignment.of(ground.tables(), positions);
        boolean best = found.whole() && (begin == null || found.compareTo(begin) < 0)
                && better.map(known -> found.compareTo(known) < 0).orElse(true);
        if (best) {
            better = Optional.of(found);
            SearchProgress.ofThread().found(found.soft());
        }
    }

    private List<String> leftOut() {
        List<String> words = new ArrayList<>(ExactModel.leftOut(ground.tables()));
        if (UncapacitatedRelaxation.matters(ground.tables())) {
            words.add("which of several paths a link takes");
        }
        return words;
    }
}
