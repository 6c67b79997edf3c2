package org.caravan.server.decision;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import javax.sql.DataSource;
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

    public static Decisions decisions(DataSource tables, Clock clock) {
        return new Decisions(new DecisionStore(JdbcClient.create(tables)), (Event event) -> { }, clock, new SimpleMeterRegistry(), tables);
    }
}
