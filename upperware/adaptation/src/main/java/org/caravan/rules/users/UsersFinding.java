package org.caravan.rules.users;

import java.time.Instant;

/** What the rule found. */
public sealed interface UsersFinding {

    /** Users are elsewhere for long enough; repeated in each round in which it holds. @param since when it began */
    record UsersMoved(UsersLook look, Instant since) implements UsersFinding {}

    /**
     * Users are where the plan assumes them, or nothing is known of them any more.
     *
     * @param since begin of the move that has ended
     * @param known false if nothing is known of them
     */
    record UsersBack(String application, Instant since, boolean known) implements UsersFinding {}
}
