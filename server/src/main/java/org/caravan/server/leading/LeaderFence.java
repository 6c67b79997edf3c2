package org.caravan.server.leading;

import java.util.OptionalLong;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Fences what periodic tasks of the leader write to the server's tables, as the journal fences its own. A former leader that stalled longer
 * than its lease may still hold rows that it read before; without a fence it would write them over those of its successor.
 *
 * <p>A task reads {@link #epoch} before anything that its writes depend on. Its writes name this epoch and are refused if it has ended.
 */
@Component
public class LeaderFence {

    /** A server that stalls within a transaction holds the row of the leadership; PostgreSQL then closes its connection. */
    private static final String STALL = "set local idle_in_transaction_session_timeout = '2000ms'";

    private final LeaderStatus leads;
    private final boolean shared;
    private final JdbcClient database;
    private final TransactionTemplate together;

    @Autowired
    LeaderFence(LeaderStatus leads, LeadershipConfiguration.Shared shared, DataSource tables) {
        this(leads, shared.leadership().isPresent(), tables);
    }

    /** @param shared whether other servers can lead: the tables are in PostgreSQL, and the leadership beside them */
    public LeaderFence(LeaderStatus leads, boolean shared, DataSource tables) {
        this.leads = leads;
        this.shared = shared;
        this.database = JdbcClient.create(tables);
        this.together = new TransactionTemplate(new JdbcTransactionManager(tables));
    }

    /** The epoch of this server as leader; empty if it does not lead. Always 0 for a server on its own. */
    public OptionalLong epoch() {
        return leads.epoch();
    }

    /**
     * Makes all writes in one transaction, or none.
     *
     * @param epoch as read at the begin of the task
     * @return what the writes returned
     * @throws OptimisticLockingFailureException if the epoch has ended; nothing is written then
     * @throws org.springframework.dao.DataAccessException if the database cannot be used
     */
    public <T> T write(long epoch, Supplier<T> writes) {
        return together.execute(transaction -> {
            require(epoch);
            return writes.get();
        });
    }

    /**
     * Within a transaction of the caller, before its first write: no other server can lead until the transaction ends.
     *
     * @throws OptimisticLockingFailureException if the epoch has ended
     */
    public void require(long epoch) {
        if (!shared) {
            return;
        }
        database.sql(STALL).update();
        if (database.sql("select epoch from leadership where epoch = ? for share").param(epoch).query(Long.class).optional().isEmpty()) {
            throw new OptimisticLockingFailureException("this server does not lead: its epoch (" + epoch + ") is not the present one");
        }
    }
}
