package org.caravan.server.node;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.adapter.lxc.NodeMeasurement.Reading;
import org.caravan.api.node.HostCapability;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.json.Json;
import org.caravan.measure.Moments;
import org.caravan.server.data.RecordCheck;
import org.caravan.server.data.StoredRows;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Store of the measured host capabilities. A new record without power figures inherits the figures of the previous record. */
@Component
class Capabilities implements RecordCheck {

    private static final StoredRows ROWS = new StoredRows("capability record", "host_id", Optional.empty(),
            "measure the host again: caravan node measure HOST.");

    private static final String NEWEST = "select host_id, record from capability c where version = (select max(version) from capability l "
            + "where l.host_id = c.host_id)";

    private final JdbcClient database;
    private final Clock clock;

    Capabilities(JdbcClient database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** The newest record of the host; empty if the host was not measured or its record cannot be read. */
    Optional<HostCapability> latest(String hostId) {
        return database.sql("select host_id, record from capability where host_id = ? order by version desc limit 1")
                .param(hostId).query(ROWS.each(Capabilities::read)).optional().flatMap(found -> found);
    }

    /** The newest record of each measured host; records that cannot be read are omitted. */
    Map<String, HostCapability> all() {
        Map<String, HostCapability> all = new LinkedHashMap<>();
        database.sql(NEWEST + " order by host_id").query((row, line) -> Map.entry(row.getString("host_id"), ROWS.each(Capabilities::read)
                .mapRow(row, line))).list().forEach(entry -> entry.getValue().ifPresent(known -> all.put(entry.getKey(), known)));
        return all;
    }

    @Override
    public List<UnreadableRecord> unreadable() {
        return StoredRows.readable(
                database.sql(NEWEST)
                .query(ROWS.failure(Capabilities::read)).list());
    }

    private static HostCapability read(ResultSet row, int line) throws SQLException {
        return Json.read(row.getString("record"), HostCapability.class);
    }

    synchronized HostCapability add(String hostId, List<Reading> readings, Optional<String> peerId, Optional<HostCapability.Watts> watts) {
        Optional<HostCapability> before = latest(hostId);
        HostCapability made = new HostCapability(version(hostId) + 1, clock.instant(), figures(readings),
                peerId, watts.or(() -> before.flatMap(HostCapability::watts)), threads(readings));
        database.sql("insert into capability (host_id, version, measured_at, record) values (?, ?, ?, ?)")
                .params(hostId, made.version(), made.measuredAt().toString(), Json.write(made)).update();
        return made;
    }

    private int version(String hostId) {
        return database.sql("select coalesce(max(version), 0) from capability where host_id = ?").param(hostId).query(Integer.class)
                .single();
    }

    void forget(String hostId) {
        database.sql("delete from capability where host_id = ?").param(hostId).update();
    }

    /** Empty if the processor was not measured. */
    static Optional<Integer> threads(List<Reading> readings) {
        return readings.stream().filter(reading -> reading.what().equals(Reading.THREADS)).findFirst()
                .map(reading -> (int) Math.round(reading.value())).filter(threads -> threads > 0);
    }

    static List<HostCapability.Figure> figures(List<Reading> readings) {
        Map<String, List<Reading>> byKind = readings.stream().filter(reading -> !reading.what().equals(Reading.THREADS))
                .collect(Collectors.groupingBy(Reading::what, LinkedHashMap::new, Collectors.toList()));
        return byKind.values().stream().map(same -> {
            Moments moments = same.stream().map(reading -> Moments.of(reading.value())).reduce(Moments.NONE, Moments::merge);
            return new HostCapability.Figure(same.get(0).what(), same.get(0).unit(), moments.mean(), moments.halfWidth95(), same.size());
        }).toList();
    }
}
