package org.caravan.rules;

/** What a rule found about the cost of a plan. Findings are repeated in each look as long as they hold. */
public sealed interface CostFinding {

    /** Name of the rule. */
    String rule();

    CostLook look();

    /** The plan costs clearly more than when it was made. @param thresholdCents rise from which it does, in euro cents */
    record PriceChanged(CostLook look, long thresholdCents) implements CostFinding {
        @Override
        public String rule() {
            return "price-changed";
        }
    }

    /** The plan spends most of the budget, or more. @param threshold share from which it does */
    record BudgetNearlySpent(CostLook look, double threshold) implements CostFinding {
        @Override
        public String rule() {
            return "budget-nearly-spent";
        }
    }
}
