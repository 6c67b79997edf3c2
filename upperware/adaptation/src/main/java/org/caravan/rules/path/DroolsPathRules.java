package org.caravan.rules.path;

import java.util.List;
import org.caravan.rules.FactSession;
import org.caravan.rules.RuleBase;

/** One Drools session for the paths of all applications, on the clock of the rounds. */
final class DroolsPathRules implements PathRules {

    /** Compiled at the first use. */
    private static final class Compiled {
        static final RuleBase RULES = RuleBase.of(List.of(RuleBase.text(DroolsPathRules.class, "path-worse.drl")));
    }

    private final PathFindings findings = new PathFindings();
    private final FactSession session;

    DroolsPathRules(PathRuleSettings settings) {
        session = new FactSession(Compiled.RULES, findings, settings);
    }

    @Override
    public List<PathFinding> evaluate(PathRound round) {
        session.evaluate(round, round.millis());
        return findings.take();
    }

    @Override
    public void close() {
        session.close();
    }
}
