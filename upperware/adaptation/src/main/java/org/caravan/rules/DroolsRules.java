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

    private static final List<String> FILES = List.of("silence.drl", "own-fault.drl", "host-lost.drl", "host-back.drl");

    private final KieSession session;
    private final SessionPseudoClock clock;
    private final Findings findings = new Findings();
    private long latest = Long.MIN_VALUE;

    /** Compiled once per process, when first needed: this takes seconds of processor time. */
    private static final class Compiled {

        static final RuleBase RULES = RuleBase.of(FILES.stream().map(file -> RuleBase.text(DroolsRules.class, file)).toList());
    }

    static void compile() {
        Compiled.RULES.session().dispose();
    }

    DroolsRules(RuleSettings settings) {
        this(settings, Compiled.RULES);
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
