package org.caravan.rules;

import java.util.List;

/**
 * Evaluates the rules about costs of deployed plans. Not thread-safe. One Drools session for the costs of all applications, on the clock of
 * the looks.
 */
public final class CostRules implements AutoCloseable {

    private static final RuleBase.BuiltIn RULES = new RuleBase.BuiltIn(CostRules.class,
            List.of("price-changed.drl", "budget-nearly-spent.drl"));

    private final CostFindings findings = new CostFindings();
    private final FactSession session;

    private CostRules(CostRuleSettings settings) {
        session = new FactSession(RULES.get(), findings, settings);
    }

    /** The first call compiles the rules, which takes some seconds of processor time. */
    public static CostRules of(CostRuleSettings settings) {
        return new CostRules(settings);
    }

    /** @return what the rules found about this plan, in the order of their names */
    public List<CostFinding> evaluate(CostLook look) {
        session.evaluate(look, look.at().toEpochMilli());
        return findings.take();
    }

    @Override
    public void close() {
        session.close();
    }
}
