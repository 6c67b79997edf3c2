package org.caravan.problem;

/**
 * Settings of the planner.
 *
 * @param seed equal problems with equal seeds give equal plans
 * @param stepLimit local search steps after the last improvement; at least 1
 * @param moveCostCents soft cost of moving one instance, in cents per month: a move must gain more
 * @param robustness fraction of an estimate's error bound that counts against a path, and of a measured confidence interval in SLOs. Range
 * 0 (bare values) to 1 (upper end of a round-trip time, lower end of a throughput)
 * @param proofSeconds time limit of an exact solver for the optimality proof, in seconds: 0 (no proof) to {@value #MOST_PROOF_SECONDS}
 */
public record PlanningPolicy(long seed, int stepLimit, long moveCostCents, double robustness, int proofSeconds) {

    public static final int MOST_PROOF_SECONDS = 1_800;

    /** Move cost at which an instance moves only if an obligation requires it: no goal gains as much by one move. */
    public static final long PINNED_CENTS = 1_000_000;

    public static final PlanningPolicy DEFAULT = new PlanningPolicy(0, 3000, 50);

    public PlanningPolicy {
        if (!(robustness >= 0 && robustness <= 1)) {
            throw new IllegalArgumentException("robustness is 0 to 1: " + robustness);
        }
        if (proofSeconds < 0 || proofSeconds > MOST_PROOF_SECONDS) {
            throw new IllegalArgumentException("seconds for a proof are 0 to " + MOST_PROOF_SECONDS + ": " + proofSeconds);
        }
    }

    /** Without an optimality proof. */
    public PlanningPolicy(long seed, int stepLimit, long moveCostCents, double robustness) {
        this(seed, stepLimit, moveCostCents, robustness, 0);
    }

    /** With full robustness: estimates count at the end of their bound, measurements for SLOs at the end of their interval. */
    public PlanningPolicy(long seed, int stepLimit, long moveCostCents) {
        this(seed, stepLimit, moveCostCents, 1);
    }

    public PlanningPolicy withRobustness(double changed) {
        return new PlanningPolicy(seed, stepLimit, moveCostCents, changed, proofSeconds);
    }

    public PlanningPolicy withMoveCost(long cents) {
        return new PlanningPolicy(seed, stepLimit, cents, robustness, proofSeconds);
    }

    public PlanningPolicy withProof(int seconds) {
        return new PlanningPolicy(seed, stepLimit, moveCostCents, robustness, seconds);
    }
}
