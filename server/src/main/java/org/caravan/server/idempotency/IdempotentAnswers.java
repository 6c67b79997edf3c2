package org.caravan.server.idempotency;

import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Store of responses to requests with an idempotency key. They are kept for 24 hours; a later repetition counts as a new request. */
@Component
class IdempotentAnswers {

    private static final Duration KEPT = Duration.ofHours(24);

    private final JdbcClient database;
    private final Clock clock;

    IdempotentAnswers(JdbcClient database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /**
     * Reserves the key until {@link #keep} or {@link #forget}.
     *
     * @return the earlier use of the key; empty if the key was free and is now reserved
     */
    Optional<IdempotentAnswer> take(String tokenId, String key, String fingerprint) {
        int taken = database.sql(
                "insert into kept_answer (token_id, idempotency_key, fingerprint, status, asked_at) values (?, ?, ?, 0, ?) on conflict do "
                + "nothing")
                .params(tokenId, key, fingerprint, clock.instant().toString()).update();
        return taken == 1 ? Optional.empty() : database.sql("select * from kept_answer where token_id = ? and idempotency_key = ?")
                .params(tokenId, key)
                .query((row, line) -> new IdempotentAnswer(row.getString("fingerprint"), row.getInt("status"),
                        row.getString("content_type"), row.getString("location"), row.getBytes("body"))).optional();
    }

    void keep(String tokenId, String key, IdempotentAnswer answer) {
        database.sql(
                "update kept_answer set status = ?, content_type = ?, location = ?, body = ? where token_id = ? and idempotency_key = ?")
                .params(answer.status(), answer.contentType(), answer.location(), answer.body(), tokenId, key).update();
    }

    void forget(String tokenId, String key) {
        database.sql("delete from kept_answer where token_id = ? and idempotency_key = ?").params(tokenId, key).update();
    }

    @Scheduled(fixedDelay = 1, initialDelay = 1, timeUnit = TimeUnit.HOURS)
    void forgetOld() {
        database.sql("delete from kept_answer where asked_at < ?").param(clock.instant().minus(KEPT).toString()).update();
    }
}
