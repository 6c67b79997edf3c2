package org.caravan.server.model;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.json.Json;
import org.caravan.server.data.RecordCheck;
import org.caravan.server.data.StoredRows;
import org.caravan.server.organisation.OrganisationScope;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Stores every accepted revision of every model. */
@Component
class ModelStore implements RecordCheck {

    private static final StoredRows ROWS = new StoredRows("model", "revision", Optional.of("application"),
            "submit the model again: caravan plan FILE.");

    private final JdbcClient database;
    private final Clock clock;

    ModelStore(JdbcClient database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    StoredModel add(String application, String version, String digest, Map<String, String> files, String handedOverBy) {
        database.sql("insert into model (application, version, digest, files, accepted_at, handed_over_by) values (?, ?, ?, ?, ?, ?)")
                .params(application, version, digest, Json.write(files), clock.instant().toString(), handedOverBy)
                .update();
        return latest(application).orElseThrow();
    }

    /** @throws UnreadableRecord if it cannot be read */
    Optional<StoredModel> latest(String application) {
        return database.sql("select * from model where application = ? order by revision desc limit 1")
                .param(application)
                .query(ROWS.one(ModelStore::model))
                .optional();
    }

    /** The newest revision with this digest. @throws UnreadableRecord if it cannot be read */
    Optional<StoredModel> of(String application, String digest) {
        return database.sql("select * from model where application = ? and digest = ? order by revision desc limit 1")
                .params(application, digest).query(ROWS.one(ModelStore::model)).optional();
    }

    /** Like {@link #latest}, but also empty if the record is unreadable, for a caller that replaces it. */
    Optional<StoredModel> readable(String application) {
        return database.sql("select * from model where application = ? order by revision desc limit 1").param(application)
                .query(ROWS.each(ModelStore::model))
                .optional().flatMap(found -> found);
    }

    @Override
    public List<UnreadableRecord> unreadable() {
        return StoredRows.readable(
                database.sql("select * from model where revision in (select max(revision) from model group by application)")
                .query(ROWS.failure(ModelStore::model)).list());
    }

    void remove(String application, long upToRevision) {
        database.sql("delete from model where application = ? and revision <= ?").params(application, upToRevision).update();
    }

    /** Number of the latest revision; 0 before the first. */
    long revision(String application) {
        return database.sql("select coalesce(max(revision), 0) from model where application = ?").param(application).query(Long.class)
                .single();
    }

    /** Names of the applications within the caller's scope, sorted. */
    List<String> applications(OrganisationScope reach) {
        return reach.organisation().map(organisation ->
                database.sql("select distinct model.application from model join owned on owned.kind = 'APPLICATION' "
                        + "and owned.name = model.application where owned.organisation = ? order by model.application").param(organisation)
                        .query(String.class).list())
                .orElseGet(this::applications);
    }

    /** Latest versions by application name within the caller's scope, sorted; does not read the texts. */
    SortedMap<String, String> versions(OrganisationScope reach) {
        SortedMap<String, String> versions = new TreeMap<>();
        database.sql("select application, version from model where revision in (select max(revision) from model group by application) "
                        + "and (cast(? as text) is null or application in (select name from owned where kind = 'APPLICATION' and "
                                + "organisation = ?))")
                .params(reach.organisation().orElse(null), reach.organisation().orElse(null))
                .query((row, number) -> versions.put(row.getString("application"), row.getString("version"))).list();
        return versions;
    }

    List<String> applications() {
        return database.sql("select distinct application from model order by application").query(String.class).list();
    }

    @SuppressWarnings("unchecked")
    private static StoredModel model(ResultSet row, int number) throws SQLException {
        return new StoredModel(row.getLong("revision"), row.getString("application"), row.getString("version"),
                row.getString("digest"), Json.read(row.getString("files"), Map.class),
                Instant.parse(row.getString("accepted_at")), Optional.ofNullable(row.getString("handed_over_by")));
    }
}
