package org.caravan.server.start;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.caravan.forecast.StartTimes;
import org.caravan.server.data.StoredRows;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Store of completed starts of copies and of completed transfers of images. Keeps the newest of each host, form and image. */
@Component
class StartTimeStore {

    /** Older ones describe another version of the image or of the host's software. */
    static final Duration KEPT = Duration.ofDays(90);

    private static final StoredRows STARTS = new StoredRows("start time", "image", Optional.empty(), "wait: later starts replace it.");
    private static final StoredRows TRANSFERS = new StoredRows("image transfer", "image", Optional.empty(),
            "wait: later transfers replace it.");

    private final JdbcClient database;

    StartTimeStore(JdbcClient database) {
        this.database = database;
    }

    /** @param at when the copy was ready */
    record Kept(StartTimes.Start start, Instant at) {}

    void keep(StartTimes.Start start, Instant at) {
        database.sql("insert into start_time (host_id, form, image, at, host_type, millis, version) values (?, ?, ?, ?, ?, ?, ?) "
                + "on conflict (host_id, form, image, at) do nothing")
                .params(start.hostId(), start.form(), start.image(), text(at), start.hostType(), start.took().toMillis(),
                        start.version().orElse(null)).update();
        database.sql("delete from start_time where host_id = ? and form = ? and image = ? and at not in (select at from start_time "
                + "where host_id = ? and form = ? and image = ? order by at desc limit ?)")
                .params(start.hostId(), start.form(), start.image(), start.hostId(), start.form(), start.image(), StartTimes.REMEMBERED)
                .update();
    }

    void keep(StartTimes.Transfer transfer, Instant at) {
        database.sql("insert into image_transfer (host_id, image, at, bytes, millis, version) values (?, ?, ?, ?, ?, ?) "
                + "on conflict (host_id, image, at) do nothing")
                .params(transfer.hostId(), transfer.image(), text(at), transfer.bytes(), transfer.took().toMillis(),
                        transfer.version().orElse(null)).update();
        database.sql("delete from image_transfer where host_id = ? and image = ? and at not in (select at from image_transfer "
                + "where host_id = ? and image = ? order by at desc limit ?)")
                .params(transfer.hostId(), transfer.image(), transfer.hostId(), transfer.image(), StartTimes.REMEMBERED).update();
    }

    /** Removes those that are older than {@link #KEPT}. */
    void expire(Instant now) {
        database.sql("delete from start_time where at < ?").param(text(now.minus(KEPT))).update();
        database.sql("delete from image_transfer where at < ?").param(text(now.minus(KEPT))).update();
    }

    /** Newest first; rows that this version cannot read are left out. */
    List<Kept> starts() {
        return StoredRows.readable(database.sql("select host_id, form, image, at, host_type, millis, version from start_time "
                + "order by at desc")
                .query(STARTS.each(StartTimeStore::start)).list());
    }

    /** Newest first; rows that this version cannot read are left out. */
    List<StartTimes.Transfer> transfers() {
        return StoredRows.readable(database.sql("select host_id, image, bytes, millis, version from image_transfer order by at desc")
                .query(TRANSFERS.each(StartTimeStore::transfer)).list());
    }

    private static Kept start(ResultSet row, int line) throws SQLException {
        return new Kept(new StartTimes.Start(row.getString("form"), row.getString("host_id"), row.getString("host_type"),
                row.getString("image"), version(row), Duration.ofMillis(row.getLong("millis"))), Instant.parse(row.getString("at")));
    }

    private static StartTimes.Transfer transfer(ResultSet row, int line) throws SQLException {
        return new StartTimes.Transfer(row.getString("host_id"), row.getString("image"), version(row), row.getLong("bytes"),
                Duration.ofMillis(row.getLong("millis")));
    }

    private static Optional<String> version(ResultSet row) throws SQLException {
        return Optional.ofNullable(row.getString("version"));
    }

    /** All texts have the same length, so that they sort like times: Java leaves out milliseconds that are zero. */
    private static String text(Instant at) {
        String text = at.truncatedTo(ChronoUnit.MILLIS).toString();
        return text.contains(".") ? text : text.replace("Z", ".000Z");
    }
}
