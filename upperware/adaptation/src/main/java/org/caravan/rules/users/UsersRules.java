package org.caravan.rules.users;

import java.util.List;
import org.caravan.rules.FactSession;
import org.caravan.rules.RuleBase;

/**
 * Evaluates the rule about users who move. Remembers earlier rounds. Not thread-safe. One Drools session for the users of all applications,
 * on the clock of the rounds.
 */
public final class UsersRules implements AutoCloseable {

    private static final RuleBase.BuiltIn RULES = new RuleBase.BuiltIn(UsersRules.class, List.of("users-moved.drl"));

    private final UsersFindings findings = new UsersFindings();
    private final FactSession session;

    private UsersRules(UsersRuleSettings settings) {
        session = new FactSession(RULES.get(), findings, settings);
    }

    /** The first call compiles the rule, which takes some seconds of processor time. */
    public static UsersRules of(UsersRuleSettings settings) {
        return new UsersRules(settings);
    }

    /** @param round not before the previous one */
    public List<UsersFinding> evaluate(UsersRound round) {
        session.evaluate(round, round.millis());
        return findings.take();
    }

    @Override
    public void close() {
        session.close();
    }
}
