package org.caravan.execution.sql;

import java.time.Duration;
import java.util.OptionalLong;
import javax.sql.DataSource;

/**
 * Leader election between servers: only the leader executes deployments. Each leader has an epoch, and the next leader has a higher
 * one. The journal accepts writes of the highest epoch only, so a former leader that does not know its successor cannot change it.
 *
 * <pre>
 *   FOLLOWER ──lease expired──▶ LEADER, epoch + 1 ──renews the lease──▶ LEADER
 *      ▲                                 │
 *      └──lease taken over, or released──┘
 * </pre>
 */
public interface Leadership extends AutoCloseable {

    /** In PostgreSQL, by the clock of the database. The journal must already be open there. */
    static Leadership inPostgres(DataSource source, String server, Duration time) {
        return new PostgresLeadership(source, server, time);
    }

    /**
     * Acquires the lease if it is free.
     *
     * @return the epoch of this server; empty if another server leads
     * @throws StoreFault if the leader cannot be determined
     */
    OptionalLong take();

    /**
     * Renews the lease for its full time.
     *
     * @return false if another server has taken over
     * @throws StoreFault if the leader cannot be determined
     */
    boolean keep(long epoch);

    /** Releases the lease immediately. Work in progress must have ended before. */
    void giveBack(long epoch);

    @Override
    void close();
}
