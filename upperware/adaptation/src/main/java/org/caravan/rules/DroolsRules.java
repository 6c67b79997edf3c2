package org.caravan.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.rule.FactHandle;
import org.kie.api.time.SessionPseudoClock;

/**
 * Rules in the Drools rule language, evaluated on a clock that only the observations advance. Therefore tests, rehearsals and the server
 * evaluate them in the same way, and a jump of the system clock cannot fire a rule.
 */
final class DroolsRules implements Rules {

    private static final RuleBase.BuiltIn RULES = new RuleBase.BuiltIn(DroolsRules.class,
            List.of("silence.drl", "own-fault.drl", "host-lost.drl", "host-back.drl"));

    private final KieSession session;
    private final SessionPseudoClock clock;
    private final Findings findings = new Findings();
    private long latest = Long.MIN_VALUE;

    static void compile() {
        RULES.get().session().dispose();
    }

    DroolsRules(RuleSettings settings) {
        this(settings, RULES.get());
    }

    DroolsRules(RuleSettings settings, RuleBase base) {
        session = base.session();
        clock = session.getSessionClock();
        session.setGlobal("findings", findings);
        session.insert(settings);
    }

    @Override
    public List<Finding> evaluate(Round round) {
        if (round.millis() <= latest) {
            return List.of();
        }
        clock.advanceTime(round.millis() - clock.getCurrentTime(), TimeUnit.MILLISECONDS);
        List<FactHandle> facts = new ArrayList<>();
        if (latest != Long.MIN_VALUE) {
            facts.add(session.insert(new PreviousRound(latest)));
        }
        round.looks().forEach(look -> facts.add(session.insert(look)));
        round.heldDeployments().forEach(held -> facts.add(session.insert(held)));
        facts.add(session.insert(round));
        latest = round.millis();
        session.fireAllRules();
        // A round is evaluated once; only silences outlive it.
        facts.forEach(session::delete);
        session.fireAllRules();
        return findings.take();
    }

    @Override
    public void close() {
        session.dispose();
    }
}
