package org.caravan.execution.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Database dialect and location of a journal. Guarded by the lock of its {@link Database}. */
interface JournalDialect {

    /** Location for display, without credentials. */
    String name();

    /** Suggestion for a user if the database cannot be used. */
    String wayOut();

    /** A configured connection without auto-commit. */
    Connection connect() throws SQLException;

    /** Translates a statement of {@link Schema} to the dialect of this database. */
    String inItsWords(String statement);

    /** Version of the existing tables; 0 if there are none. Concurrent table creation waits until this transaction ends. */
    int version(Database database) throws SQLException;

    void setVersion(Database database, int version) throws SQLException;

    /** Recreates objects other than tables; called at each start. */
    void guard(Database database) throws SQLException;

    /** Marks subsequent writes as those of the leader of this epoch. */
    void lead(Database database, long epoch) throws SQLException;

    /** True if the connection is lost and the work can be repeated on a new one. */
    boolean lost(SQLException fault);

    /**
     * True if the same work may succeed later: the connection is lost, the disk is full or does not answer, another process has locked it.
     */
    boolean passes(SQLException fault);

    /** Id of the open transaction; empty if it changed nothing, or if this database cannot lose connections. */
    Optional<String> transaction(Connection connection) throws SQLException;

    /** True if the transaction was committed; used when the answer to its commit was lost. */
    boolean committed(Connection connection, String transaction) throws SQLException;
}
