package org.caravan.rules.path;

import java.util.List;
import org.caravan.rules.FactSession;
import org.caravan.rules.RuleBase;

/** One Drools session for the paths of all applications, on the clock of the rounds. */
final class DroolsPathRules implements PathRules {

    private static final RuleBase.BuiltIn RULES = new RuleBase.BuiltIn(DroolsPathRules.class, List.of("path-worse.drl"));

    private final PathFindings findings = new PathFindings();
    private final FactSession session;

    DroolsPathRules(PathRuleSettings settings) {
        session = new FactSession(RULES.get(), findings, settings);
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
