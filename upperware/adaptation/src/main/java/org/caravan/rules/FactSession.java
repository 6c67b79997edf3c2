package org.caravan.rules;

import java.util.concurrent.TimeUnit;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.rule.FactHandle;
import org.kie.api.time.SessionPseudoClock;

/**
 * A session whose input is one fact at a time. A fact is evaluated once; what rules insert because of it outlives it. The clock is that of
 * the facts. Not thread-safe. Public only for the packages of this module.
 */
public final class FactSession {

    private final KieSession session;
    private final SessionPseudoClock clock;

    /**
     * @param findings global of this name, in which rules record what they find
     * @param settings fact that stays
     */
    public FactSession(RuleBase rules, Object findings, Object settings) {
        session = rules.session();
        clock = session.getSessionClock();
        session.setGlobal("findings", findings);
        session.insert(settings);
    }

    /** @param millis time of the fact, epoch ms; an earlier one than that of the fact before counts as the same */
    public void evaluate(Object fact, long millis) {
        clock.advanceTime(Math.max(0, millis - clock.getCurrentTime()), TimeUnit.MILLISECONDS);
        FactHandle handle = session.insert(fact);
        session.fireAllRules();
        session.delete(handle);
        session.fireAllRules();
    }

    public void close() {
        session.dispose();
    }
}
