package org.caravan.problem;

/**
 * How to plan, apart from what to plan.
 *
 * @param seed equal problems with equal seeds give equal plans
 * @param stepLimit local search steps after the last improvement was found; at least 1
 * @param moveCostCents soft cost of moving one instance away from where it runs, in cents per month: a move must win more
 */
public record PlanningPolicy(long seed, int stepLimit, long moveCostCents) {

    public static final PlanningPolicy DEFAULT = new PlanningPolicy(0, 3000, 50);
}
