package org.caravan.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.caravan.plan.Certificate;
import org.caravan.plan.Proof;
import org.caravan.problem.PlacementProblem;

/**
 * Asks CP-SAT of OR-tools, where it is there, how good a placement is at most short of, and whether there is any. It is told of a relaxation of the problem, so that what it
 * cannot beat nobody can; a placement of its own counts by our score alone.
 */
final class Proving {

    static final String SOLVER = "CP-SAT";
    static final String FOUND = SOLVER + " found a placement where the search had found none";
    /** Where OR-tools is, if it is anywhere. */
    private static final String CLASS_PATH = System.getProperty("java.class.path");
    private static final String STAGE = "has CP-SAT prove it";
    /** Variables up to which a model fits into the memory that a server has by default. */
    private static final long MOST_VARIABLES = 60_000;

    private final PlanningGround ground;
    private final PlacementTables tables;
    private final int seconds;
    private final String classPath;
    private Optional<Seating> better = Optional.empty();
    /** Why it cannot be asked, and a line of what may help. */
    private String missing = "";

    /** @param certificate empty where nobody asked for a proof */
    record Proved(Seating seating, Optional<Certificate> certificate) {}

    /** @param whole a placement where the search had found none @param said in a sentence */
    record Sought(PlanningGround ground, Optional<Seating> whole, String said) {}

    private Proving(PlanningGround ground, String classPath) {
        this.classPath = classPath;
        this.ground = ground;
        this.tables = Relaxation.of(ground);
        this.seconds = ground.problem().policy().proofSeconds();
    }

    private static boolean asked(PlacementProblem problem) {
        return problem.policy().proofSeconds() > 0;
    }

    /** @param settled makes a placement of CP-SAT's a plan that stays as it is when planned again */
    static Proved of(PlanningGround ground, Seating seating, UnaryOperator<Seating> settled) {
        return of(ground, seating, settled, CLASS_PATH);
    }

    /** @param classPath where OR-tools is, if it is anywhere */
    static Proved of(PlanningGround ground, Seating seating, UnaryOperator<Seating> settled, String classPath) {
        return asked(ground.problem()) ? new Proving(ground, classPath).proved(Seating.of(ground.tables(), seating.seats()), settled) : new Proved(seating, Optional.empty());
    }

    /** Of a problem of which the search found no whole placement; empty where nobody asked for a proof. */
    static Optional<Sought> sought(PlacementProblem problem) {
        return asked(problem) ? Optional.of(PlanningGround.of(problem)).filter(ground -> !ground.nowhereToSit()).map(ground -> new Proving(ground, CLASS_PATH).sought()) : Optional.empty();
    }

    private Proved proved(Seating begin, UnaryOperator<Seating> settled) {
        Certificate relaxed = Relaxation.certificate(ground, begin, () -> tables);
        if (!relaxed.known()) {
            return unasked(begin, relaxed, Optional.of("formulas of what is to be made large say of no value that it is the best."));
        }
        if (relaxed.proved()) {
            return unasked(begin, relaxed, Optional.empty());
        }
        Optional<CpSatRun.Answer> answer = answer(begin, relaxed.bound());
        if (answer.isEmpty()) {
            return unasked(begin, relaxed, Optional.of(missing));
        }
        Seating best = better.map(settled).filter(found -> found.compareTo(begin) < 0).orElse(begin);
        long bound = Math.min(best.soft(), Math.max(relaxed.bound(), answer.get().bound()));
        Proof proof = new Proof(SOLVER, answer.get().seconds(), relaxed.bound(), begin.soft() - best.soft(), leftOut(), Optional.empty());
        Watch.bound(bound);
        return new Proved(best, Optional.of(new Certificate(best.soft(), bound).with(proof)));
    }

    /** @param why empty where it need not be asked */
    private static Proved unasked(Seating begin, Certificate relaxed, Optional<String> why) {
        return new Proved(begin, Optional.of(relaxed.with(new Proof(SOLVER, 0, relaxed.bound(), 0, List.of(), why))));
    }

    private Sought sought() {
        String said = answer(null, 0).map(answer -> answer.infeasible() ? "No placement keeps all obligations: " + SOLVER + " proved it."
                : SOLVER + " found neither a placement nor a proof within " + seconds + " s that there is none.").orElseGet(() -> SOLVER + " was not asked whether there is any: " + missing.replace('\n', ' '));
        return new Sought(ground, better, said);
    }

    /** @param begin null where there is none @return empty where it cannot be asked, and what is missing is known */
    private Optional<CpSatRun.Answer> answer(Seating begin, long bound) {
        Watch.look(STAGE);
        long variables = ExactModel.size(tables);
        if (variables > MOST_VARIABLES) {
            missing = "its model would have some " + variables + " variables, more than " + MOST_VARIABLES + ".\nMaybe plan without a proof: the bound by relaxation is there all the same.";
            return Optional.empty();
        }
        ExactModel model = begin == null ? new ExactModel(tables) : ExactModel.from(tables, begin.seats());
        model.bound(bound);
        missing = "OR-tools, or its native library for this machine (" + System.getProperty("os.name") + ", " + System.getProperty("os.arch")
                + "), is not among the server's libraries, or failed.\nMaybe add it: docs/operating.md says how.";
        return new CpSat(classPath).answer(model, seconds, seats -> look(seats, begin));
    }

    /** A better one of which our own score says so. @param begin null where there is none */
    private void look(int[] seats, Seating begin) {
        Seating found = Seating.of(ground.tables(), seats);
        boolean best = found.whole() && (begin == null || found.compareTo(begin) < 0) && better.map(known -> found.compareTo(known) < 0).orElse(true);
        if (best) {
            better = Optional.of(found);
            Watch.ofThread().found(found.soft());
        }
    }

    private List<String> leftOut() {
        List<String> words = new ArrayList<>(ExactModel.leftOut(ground.tables()));
        if (Wide.matters(ground.tables())) {
            words.add("which of several paths a link takes");
        }
        return words;
    }
}
