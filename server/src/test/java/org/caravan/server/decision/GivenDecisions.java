package org.caravan.server.decision;

import java.time.Clock;
import org.caravan.server.events.Event;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Stores of decisions and choices in a test's database, without events. */
public final class GivenDecisions {

    private GivenDecisions() {}

    public static ActionStore actions(JdbcClient database, Clock clock) {
        return new ActionStore(database, new DecisionStore(database), (Event event) -> { }, clock);
    }

    public static Choices choices(JdbcClient database, Clock clock) {
        return new Choices(database, clock);
    }
}
