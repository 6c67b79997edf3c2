package org.caravan.rules.users;

import java.util.List;
import org.caravan.rules.FactSession;
import org.caravan.rules.RuleBase;

/** One Drools session for the users of all applications, on the clock of the rounds. */
final class DroolsUsersRules implements UsersRules {

    private static final RuleBase.BuiltIn RULES = new RuleBase.BuiltIn(DroolsUsersRules.class, List.of("users-moved.drl"));

    private final UsersFindings findings = new UsersFindings();
    private final FactSession session;

    DroolsUsersRules(UsersRuleSettings settings) {
        session = new FactSession(RULES.get(), findings, settings);
    }

    @Override
    public List<UsersFinding> evaluate(UsersRound round) {
        session.evaluate(round, round.millis());
        return findings.take();
    }

    @Override
    public void close() {
        session.close();
    }
}
