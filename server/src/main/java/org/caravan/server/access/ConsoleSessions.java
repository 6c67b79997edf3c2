package org.caravan.server.access;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Console sessions in the database, so that a logout ends them at every server. The cookie is a random value of 256 bits, independent of
 * the token; only its digest is stored.
 */
@Component
class ConsoleSessions {

    /** Maximum of sessions per token; the oldest sessions end first. */
    private static final int MOST = 100;

    private final JdbcClient database;
    private final Clock clock;

    ConsoleSessions(JdbcClient database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /** @param tokenId {@link Caller#LOCAL}, or the id of an access token; @param tokenDigest digest of the token at login */
    record Session(String tokenId, byte[] tokenDigest) {}

    /** @return the cookie */
    String open(Session session, Duration life) {
        Instant now = clock.instant();
        database.sql("delete from console_session where expires_at <= ?").param(now.toString()).update();
        database.sql(
                "delete from console_session where token_id = ? and cookie_digest not in (select cookie_digest from console_session where "
                + "token_id = ? order by opened_at desc limit "
                + (MOST - 1) + ")").params(session.tokenId(), session.tokenId()).update();
        String cookie = TokenText.newSecret();
        database.sql("insert into console_session (cookie_digest, token_id, token_digest, opened_at, expires_at) values (?, ?, ?, ?, ?)")
                .params(TokenText.digest(cookie), session.tokenId(), session.tokenDigest(), now.toString(), now.plus(life).toString())
                .update();
        return cookie;
    }

    /** Empty if the session ended or expired. @param cookieDigest digest of an unverified cookie */
    Optional<Session> find(byte[] cookieDigest) {
        return database.sql("select token_id, token_digest from console_session where cookie_digest = ? and expires_at > ?")
                .params(cookieDigest, clock.instant().toString())
                .query((row, line) -> new Session(row.getString(1), row.getBytes(2))).optional();
    }

    void end(byte[] cookieDigest) {
        database.sql("delete from console_session where cookie_digest = ?").param(cookieDigest).update();
    }
}
