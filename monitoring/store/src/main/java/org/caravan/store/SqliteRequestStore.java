package org.caravan.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.application.RequestCounts;
import org.caravan.measure.metric.EntryObservation;
import org.caravan.measure.metric.EntryStore;
import org.caravan.measure.metric.EntrySum;
import org.caravan.measure.metric.MinuteCounts;
import org.caravan.measure.metric.RequestStore;
import org.caravan.measure.metric.RequestSum;
import org.caravan.measure.metric.RouterObservation;

/**
 * Stores request counts in one SQLite file: a row per minute and another per hour, application, users and request, for two weeks. The last
 * observation of each router is stored with them, in the same transaction, so that a restart of the server neither loses nor doubles a
 * request. Counts of users who enter without a router have tables of the same form.
 */
public final class SqliteRequestStore implements RequestStore, EntryStore {

    private static final Duration KEPT = Duration.ofDays(14);
    private static final Tables ROUTERS = new Tables("router", "request");
    private static final Tables ENTRIES = new Tables("entry_total", "entry");

    private final Transaction file;
    private final Pruning pruning;

    /** Names. @param totals last observation of each counter. @param counts per minute and hour */
    private record Tables(String totals, String counts) {}

    /** One series of an observation. @param request for entries, component and source */
    private record Counted(String copy, String request, String start, Instant at, String application, String usersId) {}

    /** @param path created if missing; its folder must exist. Throws {@link SampleStoreFault}. */
    public SqliteRequestStore(Path path, Clock clock) {
        this.file = new Transaction(path, SqliteRequestStore::create);
        this.pruning = new Pruning(clock);
    }

    private static void create(Connection connection, Path path) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            // Times are in milliseconds since 1970, begins of windows and their lengths in seconds.
            for (Tables tables : List.of(ROUTERS, ENTRIES)) {
                statement.execute("CREATE TABLE IF NOT EXISTS " + tables.totals() + """
                         (copy TEXT NOT NULL, request TEXT NOT NULL, start TEXT NOT NULL, at INTEGER NOT NULL,
                          counts TEXT NOT NULL, PRIMARY KEY (copy, request)) WITHOUT ROWID""");
                statement.execute("CREATE TABLE IF NOT EXISTS " + tables.counts() + """
                         (length INTEGER NOT NULL, begin INTEGER NOT NULL, application TEXT NOT NULL,
                          users TEXT NOT NULL, request TEXT NOT NULL, at INTEGER NOT NULL, counts TEXT NOT NULL,
                          PRIMARY KEY (length, application, begin, users, request)) WITHOUT ROWID""");
            }
        }
    }

    @Override
    public void take(List<RouterObservation> observations) {
        file.run("could not take " + observations.size() + " observations of routers", connection -> {
            for (RouterObservation seen : observations) {
                for (Map.Entry<String, String> request : seen.byRequest().entrySet()) {
                    take(connection, ROUTERS, new Counted(seen.copy(), request.getKey(), seen.start(), seen.at(), seen.application(),
                            seen.usersId()), RequestCounts.parse(request.getValue()));
                }
            }
            prune(connection);
            return null;
        });
    }

    @Override
    public void takeEntries(List<EntryObservation> observations) {
        file.run("could not take " + observations.size() + " observations of entries", connection -> {
            for (EntryObservation seen : observations) {
                String series = seen.component() + " " + seen.source();
                take(connection, ENTRIES, new Counted(seen.counter() + " " + seen.usersId(), series, seen.start(), seen.at(),
                        seen.application(), seen.usersId()), RequestCounts.parse(seen.counts()));
            }
            prune(connection);
            return null;
        });
    }

    private static void take(Connection connection, Tables tables, Counted seen, RequestCounts now) throws SQLException {
        RequestCounts since = now;
        String newest = "SELECT start, at, counts FROM " + tables.totals() + " WHERE copy = ? AND request = ?";
        try (PreparedStatement select = connection.prepareStatement(newest)) {
            select.setString(1, seen.copy());
            select.setString(2, seen.request());
            try (ResultSet row = select.executeQuery()) {
                if (row.next()) {
                    if (row.getLong(2) >= seen.at().toEpochMilli()) {
                        return;
                    }
                    since = row.getString(1).equals(seen.start()) ? now.since(RequestCounts.parse(row.getString(3))) : now;
                }
            }
        }
        String replace = "INSERT OR REPLACE INTO " + tables.totals() + " VALUES (?, ?, ?, ?, ?)";
        try (PreparedStatement upsert = connection.prepareStatement(replace)) {
            upsert.setString(1, seen.copy());
            upsert.setString(2, seen.request());
            upsert.setString(3, seen.start());
            upsert.setLong(4, seen.at().toEpochMilli());
            upsert.setString(5, now.text());
            upsert.executeUpdate();
        }
        if (since.received() > 0 || since.answered() > 0) {
            for (Window window : Window.values()) {
                add(connection, tables, window, seen, since);
            }
        }
    }

    private static void add(Connection connection, Tables tables, Window window, Counted seen, RequestCounts since) throws SQLException {
        long begin = window.startOf(seen.at());
        String where = " WHERE length = ? AND application = ? AND begin = ? AND users = ? AND request = ?";
        Optional<RequestCounts> before = Optional.empty();
        try (PreparedStatement select = connection.prepareStatement("SELECT counts FROM " + tables.counts() + where)) {
            select.setLong(1, window.seconds());
            select.setString(2, seen.application());
            select.setLong(3, begin);
            select.setString(4, seen.usersId());
            select.setString(5, seen.request());
            try (ResultSet row = select.executeQuery()) {
                before = row.next() ? Optional.of(RequestCounts.parse(row.getString(1))) : before;
            }
        }
        String replace = "INSERT OR REPLACE INTO " + tables.counts() + " VALUES (?, ?, ?, ?, ?, ?, ?)";
        try (PreparedStatement upsert = connection.prepareStatement(replace)) {
            upsert.setLong(1, window.seconds());
            upsert.setLong(2, begin);
            upsert.setString(3, seen.application());
            upsert.setString(4, seen.usersId());
            upsert.setString(5, seen.request());
            upsert.setLong(6, seen.at().toEpochMilli());
            upsert.setString(7, before.map(since::plus).orElse(since).text());
            upsert.executeUpdate();
        }
    }

    @Override
    public List<RequestSum> sums(String application, Instant since) {
        return sums(ROUTERS, Optional.of(application), since);
    }

    @Override
    public List<RequestSum> sums(Instant since) {
        return sums(ROUTERS, Optional.empty(), since);
    }

    @Override
    public List<EntrySum> entries(String application, Instant since) {
        return sums(ENTRIES, Optional.of(application), since).stream().map(SqliteRequestStore::entry).toList();
    }

    @Override
    public List<EntrySum> entries(Instant since) {
        return sums(ENTRIES, Optional.empty(), since).stream().map(SqliteRequestStore::entry).toList();
    }

    private static EntrySum entry(RequestSum sum) {
        String[] series = sum.requestId().split(" ");
        return new EntrySum(sum.application(), series[0], sum.usersId(), EntryObservation.Source.valueOf(series[1]), sum.counts(),
                sum.newestAt());
    }

    /** Minutes up to the next full hour, then hours: two weeks are at most 60 + 336 rows of each series. */
    private List<RequestSum> sums(Tables tables, Optional<String> application, Instant since) {
        String select = "SELECT application, users, request, at, counts FROM " + tables.counts() + " WHERE "
                + (application.isPresent() ? "application = ?5 AND " : "")
                + "(length = ?1 AND begin >= ?2 AND begin < ?3 OR length = ?4 AND begin >= ?3)";
        return file.run("could not be read", connection -> {
            Map<List<String>, RequestSum> sums = new TreeMap<>((one, other) -> String.join("\t", one).compareTo(String.join("\t", other)));
            try (PreparedStatement statement = connection.prepareStatement(select)) {
                statement.setLong(1, Window.MINUTE.seconds());
                statement.setLong(2, Window.MINUTE.startOf(since));
                statement.setLong(3, Window.HOUR.firstFrom(Instant.ofEpochSecond(Window.MINUTE.startOf(since))));
                statement.setLong(4, Window.HOUR.seconds());
                if (application.isPresent()) {
                    statement.setString(5, application.get());
                }
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        RequestSum one = new RequestSum(row.getString(1), row.getString(2), row.getString(3),
                                RequestCounts.parse(row.getString(5)), Instant.ofEpochMilli(row.getLong(4)));
                        sums.merge(List.of(one.application(), one.usersId(), one.requestId()), one, SqliteRequestStore::plus);
                    }
                }
            }
            return new ArrayList<>(sums.values());
        });
    }

    @Override
    public List<MinuteCounts> minutes(String application, Instant since) {
        return file.run("could not be read", connection -> {
            List<MinuteCounts> minutes = new ArrayList<>();
            Map<String, String> names = new HashMap<>(); // each row brings texts of its own
            try (PreparedStatement statement = connection.prepareStatement("SELECT users, request, at, counts FROM request "
                    + "WHERE length = ? AND application = ? AND begin >= ? ORDER BY begin, users, request")) {
                statement.setLong(1, Window.MINUTE.seconds());
                statement.setString(2, application);
                statement.setLong(3, Window.MINUTE.startOf(since));
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        minutes.add(new MinuteCounts(names.computeIfAbsent(row.getString(1), name -> name),
                                names.computeIfAbsent(row.getString(2), name -> name),
                                RequestCounts.Totals.parse(row.getString(4)), Instant.ofEpochMilli(row.getLong(3))));
                    }
                }
            }
            return minutes;
        });
    }

    @Override
    public List<RequestSum> history(String application, Instant since, Instant until) {
        return file.run("could not be read", connection -> {
            List<RequestSum> minutes = new ArrayList<>();
            try (PreparedStatement statement = connection.prepareStatement("SELECT users, request, at, counts FROM request "
                    + "WHERE length = ? AND application = ? AND begin >= ? AND begin < ? ORDER BY begin, users, request")) {
                statement.setLong(1, Window.MINUTE.seconds());
                statement.setString(2, application);
                statement.setLong(3, Window.MINUTE.startOf(since));
                statement.setLong(4, Window.MINUTE.startOf(until));
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        minutes.add(new RequestSum(application, row.getString(1), row.getString(2),
                                RequestCounts.parse(row.getString(4)), Instant.ofEpochMilli(row.getLong(3))));
                    }
                }
            }
            return minutes;
        });
    }

    private static RequestSum plus(RequestSum one, RequestSum other) {
        return new RequestSum(one.application(), one.usersId(), one.requestId(), one.counts().plus(other.counts()),
                one.newestAt().isAfter(other.newestAt()) ? one.newestAt() : other.newestAt());
    }

    @Override
    public void close() {
        file.close();
    }

    private void prune(Connection connection) throws SQLException {
        pruning.ifDue(now -> {
            Instant oldest = now.minus(KEPT);
            for (Tables tables : List.of(ROUTERS, ENTRIES)) {
                Pruning.delete(connection, "DELETE FROM " + tables.counts() + " WHERE begin < ?", oldest.getEpochSecond());
                Pruning.delete(connection, "DELETE FROM " + tables.totals() + " WHERE at < ?", oldest.toEpochMilli());
            }
        });
    }
}
