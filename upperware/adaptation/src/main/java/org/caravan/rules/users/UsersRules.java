package org.caravan.rules.users;

import java.util.List;

/** Evaluates the rule about users who move. Remembers earlier rounds. Not thread-safe. */
public interface UsersRules extends AutoCloseable {

    /** @param round not before the previous one */
    List<UsersFinding> evaluate(UsersRound round);

    @Override
    void close();

    /** The first call compiles the rule, which takes some seconds of processor time. */
    static UsersRules of(UsersRuleSettings settings) {
        return new DroolsUsersRules(settings);
    }
}
