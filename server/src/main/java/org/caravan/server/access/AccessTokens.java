package org.caravan.server.access;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.server.data.RecordCheck;
import org.caravan.server.data.StoredRows;
import org.caravan.server.organisation.OrganisationScope;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Store of the tokens that admins create. */
@Component
class AccessTokens implements RecordCheck {

    private static final StoredRows ROWS = new StoredRows("token", "id", Optional.empty(),
            "revoke it and make another: caravan token revoke.");

    private static final Logger LOG = LoggerFactory.getLogger(AccessTokens.class);

    private final JdbcClient database;
    private final Clock clock;

    AccessTokens(JdbcClient database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** @param revokedAt empty: valid until it expires; @param usedAt last use, to the minute; empty: never used */
    record Listed(String id, String name, Role role, OrganisationScope reach, Optional<String> subject, Instant madeAt, Instant expiresAt,
            Optional<Instant> revokedAt, Optional<Instant> usedAt) {

        static Listed read(ResultSet row, int number) throws SQLException {
            return new Listed(row.getString("id"), row.getString("name"), Role.valueOf(row.getString("role")),
                    new OrganisationScope(Optional.ofNullable(row.getString("organisation"))),
                            Optional.ofNullable(row.getString("subject")), Instant.parse(row.getString("made_at")),
                    Instant.parse(row.getString("expires_at")), instant(row, "revoked_at"), instant(row, "used_at"));
        }

        private static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
            return Optional.ofNullable(row.getString(column)).map(Instant::parse);
        }

        boolean good(Instant now) {
            return revokedAt.isEmpty() && now.isBefore(expiresAt);
        }

        Caller caller() {
            return new Caller(subject.map(someone -> Caller.OIDC + someone).orElse(id), name, role, reach);
        }
    }

    /** A token at its creation, the only moment at which its text is known. */
    record Issued(Listed listed, String token) {
        @Override
        public String toString() {
            return "Issued[" + listed + ", (secret)]";
        }
    }

    Issued make(String name, Role role, OrganisationScope reach, Duration life) {
        return make(name, role, reach, Optional.empty(), life);
    }

    /** Creates the token of a console login. Its text is never shown. */
    Issued login(Caller caller, Duration life) {
        return make(caller.name(), caller.role(), caller.reach(), Optional.of(caller.tokenId().substring(Caller.OIDC.length())), life);
    }

    private Issued make(String name, Role role, OrganisationScope reach, Optional<String> subject, Duration life) {
        String id = TokenText.newId();
        String token = TokenText.newToken(id);
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        Listed listed = new Listed(id, name, role, reach, subject, now, now.plus(life), Optional.empty(), Optional.empty());
        database.sql("insert into access_token (id, name, role, token_digest, cookie_digest, made_at, expires_at, organisation, subject) "
                        + "values (?, ?, ?, ?, ?, ?, ?, ?, ?)")
                .params(id, name, role.name(), TokenText.digest(token), TokenText.digest(TokenText.newSecret()), now.toString(),
                        listed.expiresAt().toString(), reach.organisation().orElse(null), subject.orElse(null)).update();
        return new Issued(listed, token);
    }

    /** Tokens within the caller's scope, newest first. */
    List<Listed> list(OrganisationScope reach) {
        return (reach.all() ? database.sql("select * from access_token order by made_at desc, id")
                : database.sql("select * from access_token where organisation = ? order by made_at desc, id").param(reach.home()))
                .query(ROWS.each(Listed::read)).list().stream().flatMap(Optional::stream).toList();
    }

    @Override
    public List<UnreadableRecord> unreadable() {
        return StoredRows.readable(database.sql("select * from access_token").query(ROWS.failure(Listed::read)).list());
    }

    /** False if there is no such token within the caller's scope. A token that is already revoked is left unchanged. */
    boolean revoke(String id, OrganisationScope reach) {
        // Does not read the record, so that a token with a damaged record can be revoked.
        List<String> owner = database.sql("select coalesce(organisation, '') from access_token where id = ?").param(id).query(String.class)
                .list();
        if (owner.isEmpty() || !reach.all() && !reach.organisation().equals(Optional.of(owner.get(0)))) {
            return false;
        }
        database.sql("update access_token set revoked_at = ? where id = ? and revoked_at is null").params(clock.instant().toString(), id)
                .update();
        return true;
    }

    private Optional<Caller> caller(Optional<Listed> found, Instant now) {
        Optional<Listed> good = found.filter(listed -> listed.good(now));
        good.ifPresent(listed -> used(listed, now.truncatedTo(ChronoUnit.MINUTES)));
        return good.map(Listed::caller);
    }

    Optional<Caller> byToken(String token) {
        // The database compares the digests: with 256 random bits a timing attack gains nothing useful.
        return TokenText.id(token).flatMap(id -> caller(database.sql("select * from access_token where id = ? and token_digest = ?")
                .params(id, TokenText.digest(token))
                .query(ROWS.each(Listed::read)).optional().flatMap(readable -> readable), clock.instant()));
    }

    /** Caller of a token that was verified earlier. */
    Optional<Caller> byId(String id) {
        return caller(database.sql("select * from access_token where id = ?").param(id).query(ROWS.each(Listed::read)).optional()
                .flatMap(readable -> readable), clock.instant());
    }

    /** Notes the use at most once per minute, so that read requests do not each cause a write. */
    private void used(Listed listed, Instant minute) {
        if (listed.usedAt().filter(minute::equals).isEmpty()) {
            try {
                database.sql("update access_token set used_at = ? where id = ?").params(minute.toString(), listed.id()).update();
            } catch (DataAccessException unwritten) {
                // Reading must still work when the disk is full.
                LOG.debug("the use of token {} is not noted: {}", listed.id(), unwritten.getMessage());
            }
        }
    }
}
