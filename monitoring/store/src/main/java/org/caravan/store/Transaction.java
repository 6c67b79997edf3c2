package org.caravan.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Runs transactions on one connection, used by one thread at a time. Each transaction is committed or rolled back as a whole. */
final class Transaction implements AutoCloseable {

    /** Creates the tables of a new file, and rejects a file of another version. */
    interface Creation {
        void on(Connection connection, Path file) throws SQLException;
    }

    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    private final Path file;
    private final Connection connection;
    private final Lock lock = new ReentrantLock();

    Transaction(Path file) {
        this(file, Schema::create);
    }

    Transaction(Path file, Creation creation) {
        this.file = file;
        try {
            connection = Schema.open(file);
            creation.on(connection, file);
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            throw fault("could not be opened", e);
        }
    }

    /** Runs a transaction. {@code what} names the failed operation in the fault, as in "could not be read". */
    <T> T run(String what, Work<T> work) {
        lock.lock();
        try {
            T result = work.on(connection);
            connection.commit();
            return result;
        } catch (SQLException | RuntimeException e) {
            rollBack(e);
            throw e instanceof RuntimeException known ? known : fault(what, e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            connection.close();
        } catch (SQLException e) {
            throw fault("could not be closed", e);
        } finally {
            lock.unlock();
        }
    }

    private void rollBack(Exception cause) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    private SampleStoreFault fault(String what, Exception cause) {
        return new SampleStoreFault(
                "Sample store (" + file + ") " + what + ": " + cause.getMessage()
                        + ".\nMaybe the disk is full, or the folder is not there or not writable.",
                cause);
    }
}
