package org.caravan.rules;

import java.util.List;

/** One Drools session for the costs of all applications, on the clock of the looks. */
final class DroolsCostRules implements CostRules {

    private static final RuleBase.BuiltIn RULES = new RuleBase.BuiltIn(DroolsCostRules.class,
            List.of("price-changed.drl", "budget-nearly-spent.drl"));

    private final CostFindings findings = new CostFindings();
    private final FactSession session;

    DroolsCostRules(CostRuleSettings settings) {
        session = new FactSession(RULES.get(), findings, settings);
    }

    @Override
    public List<CostFinding> evaluate(CostLook look) {
        session.evaluate(look, look.at().toEpochMilli());
        return findings.take();
    }

    @Override
    public void close() {
        session.close();
    }
}
