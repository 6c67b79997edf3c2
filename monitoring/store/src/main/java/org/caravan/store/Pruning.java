package org.caravan.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Deletes what a store no longer keeps, at most once an hour. Used within transactions of that store, by one thread at a time. */
final class Pruning {

    private static final Duration BETWEEN = Duration.ofHours(1);

    private final Clock clock;
    private Instant last = Instant.EPOCH;

    Pruning(Clock clock) {
        this.clock = clock;
    }

    interface Work {
        void at(Instant now) throws SQLException;
    }

    void ifDue(Work work) throws SQLException {
        Instant now = clock.instant();
        // The absolute value also covers a clock that was set back: otherwise no pruning happens until it has caught up.
        if (Duration.between(last, now).abs().compareTo(BETWEEN) >= 0) {
            work.at(now);
            last = now;
        }
    }

    /** @param statement with one parameter, the limit */
    static void delete(Connection connection, String statement, long limit) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(statement)) {
            delete.setLong(1, limit);
            delete.executeUpdate();
        }
    }
}
