package org.caravan.server.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.caravan.server.decision.Choices;
import org.caravan.server.decision.GivenDecisions;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** The database of the servers of a world, with their decisions and the choices of people. Nothing of it is lost when a server dies. */
final class WorldTables implements AutoCloseable {

    private final Path file;
    private final SingleConnectionDataSource connection;
    private final JdbcClient client;
    private final Choices choices;

    WorldTables(Path file, Clock clock) {
        this.file = file;
        try {
            connection = new SingleConnectionDataSource(KeptStatements.of(DriverManager.getConnection("jdbc:sqlite:" + file)), true);
            connection.getConnection().createStatement().execute("pragma synchronous = off");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        client = JdbcClient.create(connection);
        choices = GivenDecisions.choices(client, clock);
    }

    DataSource source() {
        return connection;
    }

    Choices choices() {
        return choices;
    }

    int decisions() {
        return client.sql("select count(*) from decision").query(Integer.class).single();
    }

    /** State of the latest decision about an application that names a host; "none" if there is none. */
    String latestDecision(String application, String hostId) {
        return client.sql("select coalesce(state, 'none') from decision where application = ? and subjects like ? order by number desc "
                + "limit 1").params(application, "%\"" + hostId + "\"%").query(String.class).optional().orElse("none");
    }

    /** Whether a plan that the decision approves must not begin: as the server claims a decision. */
    boolean ended(long decision) {
        return client.sql("select count(*) from decision where number = ? and state in ('LAPSED', 'FAILED')").param(decision)
                .query(Integer.class).single() > 0;
    }

    /** Whether a decision can still change by itself, for example because nobody approves it in time. */
    boolean undecided() {
        return client.sql("select count(*) from decision where state in ('DECIDED', 'DEPLOYING', 'PROPOSED', 'EXPIRED')")
                .query(Integer.class).single() > 0;
    }

    /** Decisions that were made before this time but whose outcome is unknown; empty text if there are none. */
    String openDecisions(Instant before) {
        List<String> open = new ArrayList<>();
        client.sql("select number, state, outcome from decision where state in ('DECIDED', 'DEPLOYING') and at < ? order by number")
                .param(before.toString())
                .query((row, line) -> open.add(row.getLong(1) + " " + row.getString(2) + " " + row.getString(3))).list();
        return String.join("; ", open);
    }

    @Override
    public void close() {
        connection.destroy();
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
