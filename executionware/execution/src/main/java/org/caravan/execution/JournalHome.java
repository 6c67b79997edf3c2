package org.caravan.execution;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Where a journal lies, and what of its SQL is different there. Guarded by the lock of its {@link Database}. */
interface JournalHome {

    /** In words for a person, without credentials. */
    String name();

    /** What to look at when it cannot be used. */
    String wayOut();

    /** A connection that is set up and commits nothing by itself. */
    Connection connect() throws SQLException;

    /** A statement of {@link Schema} in the words of this database. */
    String inItsWords(String statement);

    /** Version of the tables that are there, 0 if none; whoever else would make them waits until this transaction ends. */
    int version(Database database) throws SQLException;

    void setVersion(Database database, int version) throws SQLException;

    /** What is there beside the tables, made anew at each start. */
    void guard(Database database) throws SQLException;

    /** What is written from now on is written by the leader of this epoch. */
    void lead(Database database, long epoch) throws SQLException;

    /** Whether the connection is gone, and another one may do what this one could not. */
    boolean lost(SQLException fault);

    /** Of the transaction that is open; empty if it changed nothing, or no connection is ever lost. */
    Optional<String> transaction(Connection connection) throws SQLException;

    /** Whether that transaction was committed: who asked for it did not hear the answer. */
    boolean committed(Connection connection, String transaction) throws SQLException;
}
