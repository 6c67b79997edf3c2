package org.caravan.rules.path;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.caravan.rules.RuleBase;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.rule.FactHandle;
import org.kie.api.time.SessionPseudoClock;

/** One Drools session for the paths of all applications, on the clock of the rounds. */
final class DroolsPathRules implements PathRules {

    /** Compiled at the first use. */
    private static final class Compiled {
        static final RuleBase RULES = RuleBase.of(List.of(RuleBase.text(DroolsPathRules.class, "path-worse.drl")));
    }

    private final KieSession session = Compiled.RULES.session();
    private final SessionPseudoClock clock = session.getSessionClock();
    private final PathFindings findings = new PathFindings();

    DroolsPathRules(PathRuleSettings settings) {
        session.setGlobal("findings", findings);
        session.insert(settings);
    }

    @Override
    public List<PathFinding> evaluate(PathRound round) {
        clock.advanceTime(Math.max(0, round.millis() - clock.getCurrentTime()), TimeUnit.MILLISECONDS);
        FactHandle fact = session.insert(round);
        session.fireAllRules();
        // A round is evaluated once; only faults of paths outlive it.
        session.delete(fact);
        session.fireAllRules();
        return findings.take();
    }

    @Override
    public void close() {
        session.dispose();
    }
}
