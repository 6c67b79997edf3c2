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
import org.caravan.server.organisation.OrganisationScope;
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
        AccessTokens.Issued issued = tokens.make("ci", Role.DEPLOYER, OrganisationScope.ALL, Duration.ofDays(1));
        Caller caller = new Caller(issued.listed().id(), "ci", Role.DEPLOYER, OrganisationScope.ALL);
        assertThat(tokens.byToken(issued.token())).contains(caller);
        assertThat(tokens.byId(issued.listed().id())).contains(caller);
        now = now.plus(Duration.ofDays(1));
        assertThat(tokens.byToken(issued.token())).isEmpty();
        assertThat(tokens.byId(issued.listed().id())).isEmpty();
    }

    @Test
    void nothingLikeATokenIsOne() {
        AccessTokens tokens = tokens();
        AccessTokens.Issued issued = tokens.make("ci", Role.VIEWER, OrganisationScope.ALL, Duration.ofDays(1));
        String other = issued.token().substring(0, issued.token().length() - 1) + (issued.token().endsWith("A") ? "B" : "A");
        assertThat(tokens.byToken(other)).isEmpty();
        assertThat(tokens.byToken("")).isEmpty();
    }

    /** Two servers of one database: each has its own object. */
    @Test
    void aSessionEndsAtEveryServerAndWithItsTime() {
        InstantSource source = () -> now;
        DataSource tables = tables();
        ConsoleSessions here = new ConsoleSessions(JdbcClient.create(tables), source.withZone(ZoneOffset.UTC));
        ConsoleSessions there = new ConsoleSessions(JdbcClient.create(tables), source.withZone(ZoneOffset.UTC));
        byte[] token = TokenText.digest("token");
        String cookie = here.open(new ConsoleSessions.Session(Caller.LOCAL, token), Duration.ofHours(8));
        String other = here.open(new ConsoleSessions.Session(Caller.LOCAL, token), Duration.ofHours(8));
        assertThat(there.find(TokenText.digest(cookie)).orElseThrow().tokenDigest()).isEqualTo(token);
        there.end(TokenText.digest(cookie));
        assertThat(here.find(TokenText.digest(cookie))).isEmpty();
        assertThat(here.find(TokenText.digest(other))).isPresent();
        now = now.plus(Duration.ofHours(8));
        assertThat(here.find(TokenText.digest(other))).isEmpty();
        for (int i = 0; i < 105; i++) {
            now = now.plusMillis(1);
            here.open(new ConsoleSessions.Session(Caller.LOCAL, token), Duration.ofHours(8));
        }
        assertThat(JdbcClient.create(tables).sql("select count(*) from console_session").query(Integer.class).single())
                .as("sessions of one token").isEqualTo(100);
    }

    @Test
    void theFilesOfTheDatabaseHaveNoToken() throws Exception {
        AccessTokens.Issued issued = tokens().make("ci", Role.VIEWER, OrganisationScope.ALL, Duration.ofDays(1));
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).as(file.toString()).doesNotContain(issued.token());
            }
        }
        assertThat(issued.toString()).doesNotContain(issued.token());
    }
}
