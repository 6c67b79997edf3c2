package org.caravan.rules;

import java.util.List;

/** One Drools session for the costs of all applications, on the clock of the looks. */
final class DroolsCostRules implements CostRules {

    private static final List<String> FILES = List.of("price-changed.drl", "budget-nearly-spent.drl");

    /** Compiled at the first use. */
    private static final class Compiled {
        static final RuleBase RULES = RuleBase.of(FILES.stream().map(file -> RuleBase.text(DroolsCostRules.class, file)).toList());
    }

    private final CostFindings findings = new CostFindings();
    private final FactSession session;

    DroolsCostRules(CostRuleSettings settings) {
        session = new FactSession(Compiled.RULES, findings, settings);
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
