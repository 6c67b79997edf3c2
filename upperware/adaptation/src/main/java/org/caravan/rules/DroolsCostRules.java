package org.caravan.rules;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.rule.FactHandle;
import org.kie.api.time.SessionPseudoClock;

/** One Drools session for the costs of all applications, on the clock of the looks. */
final class DroolsCostRules implements CostRules {

    private static final List<String> FILES = List.of("price-changed.drl", "budget-nearly-spent.drl");

    /** Compiled at the first use. */
    private static final class Compiled {
        static final RuleBase RULES = RuleBase.of(FILES.stream().map(file -> RuleBase.text(DroolsCostRules.class, file)).toList());
    }

    private final KieSession session = Compiled.RULES.session();
    private final SessionPseudoClock clock = session.getSessionClock();
    private final CostFindings findings = new CostFindings();

    DroolsCostRules(CostRuleSettings settings) {
        session.setGlobal("findings", findings);
        session.insert(settings);
    }

    @Override
    public List<CostFinding> evaluate(CostLook look) {
        clock.advanceTime(Math.max(0, look.at().toEpochMilli() - clock.getCurrentTime()), TimeUnit.MILLISECONDS);
        FactHandle fact = session.insert(look);
        session.fireAllRules();
        session.delete(fact);
        session.fireAllRules();
        return findings.take();
    }

    @Override
    public void close() {
        session.dispose();
    }
}
