package org.caravan.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import javax.sql.DataSource;
import org.caravan.server.Tables;
import org.caravan.server.organisation.Reach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

class AccessTokensTest {

    @TempDir
    Path folder;

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    DataSource tables() {
        return Tables.in(folder);
    }

    private AccessTokens tokens() {
        InstantSource source = () -> now;
        return new AccessTokens(JdbcClient.create(tables()), source.withZone(ZoneOffset.UTC));
    }

    @Test
    void aTokenIsGoodUntilItExpires() {
        AccessTokens tokens = tokens();
        AccessTokens.Issued issued = tokens.make("ci", Role.DEPLOYER, Reach.ALL, Duration.ofDays(1));
        String cookie = TokenText.cookie(issued.listed().id(), issued.token());
        Caller caller = new Caller(issued.listed().id(), "ci", Role.DEPLOYER, Reach.ALL);
        assertThat(tokens.byToken(issued.token())).contains(caller);
        assertThat(tokens.byCookie(cookie)).contains(caller);
        now = now.plus(Duration.ofDays(1));
        assertThat(tokens.byToken(issued.token())).isEmpty();
        assertThat(tokens.byCookie(cookie)).isEmpty();
    }

    @Test
    void nothingLikeATokenIsOne() {
        AccessTokens tokens = tokens();
        AccessTokens.Issued issued = tokens.make("ci", Role.VIEWER, Reach.ALL, Duration.ofDays(1));
        String other = issued.token().substring(0, issued.token().length() - 1) + (issued.token().endsWith("A") ? "B" : "A");
        assertThat(tokens.byToken(other)).isEmpty();
        assertThat(tokens.byToken("")).isEmpty();
        assertThat(tokens.byCookie(issued.token())).isEmpty();
        assertThat(tokens.byToken(TokenText.cookie(issued.listed().id(), issued.token()))).isEmpty();
    }

    @Test
    void theFilesOfTheDatabaseHaveNoToken() throws Exception {
        AccessTokens.Issued issued = tokens().make("ci", Role.VIEWER, Reach.ALL, Duration.ofDays(1));
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).as(file.toString()).doesNotContain(issued.token());
            }
        }
        assertThat(issued.toString()).doesNotContain(issued.token());
    }
}
