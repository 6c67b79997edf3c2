package org.caravan.execution;

import java.time.Duration;
import java.util.OptionalLong;
import javax.sql.DataSource;

/**
 * Which of several servers carries out deployments. Who leads has an epoch; the next leader has a higher one, and the journal takes
 * writes of the highest alone, so that one who does not know yet that it was followed changes nothing there any more.
 *
 * <pre>
 *   follows ──nobody kept it within its time──▶ leads, epoch + 1 ──keeps it, again and again──▶ leads
 *      ▲                                          │
 *      └──another took it, or gave it back────────┘
 * </pre>
 */
public interface Leadership extends AutoCloseable {

    /** In PostgreSQL, by its clock alone. The journal must have been opened there before. */
    static Leadership inPostgres(DataSource source, String server, Duration time) {
        return new PostgresLeadership(source, server, time);
    }

    /**
     * Takes it where nobody has it.
     *
     * @return the epoch since which this server leads; empty if another does
     * @throws StoreFault if nobody knows
     */
    OptionalLong take();

    /**
     * Keeps it for its time, from now on.
     *
     * @return false if another server has taken it
     * @throws StoreFault if nobody knows
     */
    boolean keep(long epoch);

    /** Lets another server take it at once. What was begun has ended before. */
    void giveBack(long epoch);

    @Override
    void close();
}
