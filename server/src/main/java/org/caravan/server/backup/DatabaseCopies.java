package org.caravan.server.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Copies SQLite files while a server may write to them. The state and the journal are locked together, so that the pair is consistent as
 * after a crash, from which the server recovers. The files of figures are copied one by one.
 */
final class DatabaseCopies {

    private static final List<String> TOGETHER = List.of("server.db", "runs.db");
    private static final List<String> ALONE = List.of("samples.db", "samples-spool.db", "readings.db", "requests.db",
            "bandwidth.db");
    /** Maximum wait for a writer of the server, which usually holds a file for milliseconds. */
    private static final int PATIENCE_MILLIS = 30_000;

    private DatabaseCopies() {}

    /** Whether a path is one of the database files, with its auxiliary files. */
    static boolean isOfDatabase(String path) {
        return Stream.concat(TOGETHER.stream(), ALONE.stream())
                .anyMatch(name -> path.equals(name) || path.equals(name + "-wal") || path.equals(name + "-shm")
                        || path.equals(name + "-journal"));
    }

    /** Upper bound of the copies' size in bytes; unused pages are not copied. */
    static long sizes(Path data) throws IOException {
        long sum = 0;
        for (String name : Stream.concat(TOGETHER.stream(), ALONE.stream()).flatMap(name -> Stream.of(name, name + "-wal")).toList()) {
            Path file = data.resolve(name);
            sum += Files.exists(file) ? Files.size(file) : 0;
        }
        return sum;
    }

    /** Copies the databases that exist. @return their names */
    static List<String> take(Path data, Path target) {
        List<String> copied = new ArrayList<>(together(there(TOGETHER, data), data, target));
        there(ALONE, data).forEach(name -> copied.addAll(together(List.of(name), data, target)));
        return copied;
    }

    private static List<String> there(List<String> names, Path data) {
        return names.stream().filter(name -> Files.exists(data.resolve(name))).toList();
    }

    private static List<String> together(List<String> names, Path data, Path target) {
        List<Connection> held = new ArrayList<>();
        try {
            for (String name : names) {
                held.add(hold(data.resolve(name)));
            }
            for (String name : names) {
                copy(data.resolve(name), target.resolve(name));
            }
            return names;
        } catch (SQLException e) {
            throw new BackupFault("The databases (" + names + ") in " + data + " cannot be copied: " + e.getMessage()
                    + "\nMaybe run this as the user the server runs as, or see whether the disk is full (df -h).", e);
        } finally {
            held.forEach(DatabaseCopies::release);
        }
    }

    /** Locks a database: readers continue, writers wait as for any other writer. */
    private static Connection hold(Path file) throws SQLException {
        Connection connection = open(file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private static void copy(Path file, Path target) throws SQLException {
        try (Connection connection = open(file); PreparedStatement statement = connection.prepareStatement("VACUUM INTO ?")) {
            statement.setString(1, target.toString());
            statement.execute();
        }
    }

    private static Connection open(Path file) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = " + PATIENCE_MILLIS);
        }
        return connection;
    }

    /** Ends the lock. The transaction changed nothing, so nothing is committed. */
    private static void release(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new BackupFault("A database could not be let go: " + e.getMessage() + "\nMaybe the disk fails.", e);
        }
    }
}
