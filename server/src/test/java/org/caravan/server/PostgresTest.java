package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.caravan.server.backup.BackupCommands;
import org.caravan.testing.postgres.Postgres;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** A server with its state in PostgreSQL, in processes of their own. */
@Tag("long")
class PostgresTest {

    private final PGSimpleDataSource database = Postgres.shared().database();

    @TempDir
    Path data;

    @Test
    void aKilledServerConvergesOnAnotherDataFolder(@TempDir Path other) throws Exception {
        Process first = Server.process(data, Server.inPostgres(data, database));
        try {
            Client client = KillTest.client(first, data);
            KillTest.beginDeployment(client);
            assertThat(data.resolve("server.db")).doesNotExist();
            assertThat(data.resolve("runs.db")).doesNotExist();
        } finally {
            first.destroyForcibly().waitFor();
        }
        // The first step that was done may have been an image's: then there is no copy yet.
        if (Files.exists(data.resolve("simulated-machines.json"))) {
            Files.copy(data.resolve("simulated-machines.json"), other.resolve("simulated-machines.json"));
        }
        Process second = Server.process(other, Server.inPostgres(other, database));
        try {
            Client client = KillTest.client(second, other);
            KillTest.converges(client);
            everythingKeptIsListed(client);
        } finally {
            second.destroyForcibly().waitFor();
        }
    }

    private static void everythingKeptIsListed(Client client) {
        assertThat(client.get("applications/sock-shop/plans?outcome=PLANNED&most=1").size()).isEqualTo(1);
        String latest = client.get("applications/sock-shop/plans/latest").path("id").asString();
        assertThat(client.get("applications/sock-shop/plans?before=" + latest).size()).isZero();
        assertThat(client.get("probes?state=DONE").size()).isEqualTo(1);
        assertThat(client.get("probes?before=" + client.get("probes/latest").path("id").asString()).size()).isZero();
        assertThat(client.get("audit?tokenId=local").size()).isGreaterThan(4);
        assertThat(client.get("audit/verification").path("intact").asBoolean()).isTrue();
        String plan = client.expect(200, "POST", "applications/sock-shop/plans", null).path("id").asString();
        assertThat(client.expect(200, "POST", "applications/sock-shop/plans", null).path("id").asString()).isEqualTo(plan);
        assertThat(client.get("applications/sock-shop/plans/latest").path("id").asString()).isEqualTo(plan);
    }

    @Test
    void backupSaysWhereTheStateIs() throws Exception {
        Files.writeString(data.resolve("database"), "jdbc:postgresql://db/caravan\n");
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);
        assertThat(new BackupCommands(stream, stream).run("backup", data.resolve("file").toString(), "--data", data.toString()))
                .contains(1);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("is in jdbc:postgresql://db/caravan, which the backup does not include")
                .contains("Maybe copy that with pg_dump");
    }

    @Test
    void whatCannotBeUsedEndsTheStartInWords() throws Exception {
        String argument = Server.inPostgres(data, database);
        Files.writeString(data.resolve("credentials/database/user"), "nobody-at-all");
        assertThat(said(argument)).contains("nobody-at-all").contains("Maybe start PostgreSQL").doesNotContain("\tat org.");
        assertThat(said("--caravan.database.url=jdbc:postgresql://127.0.0.1/x?password=planted")).contains("holds a user or a password")
                .doesNotContain("planted");
    }

    private String said(String argument) throws Exception {
        return Server.refusal(Server.process(data, argument));
    }
}
