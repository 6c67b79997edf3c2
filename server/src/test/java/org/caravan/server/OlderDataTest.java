package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.caravan.server.backup.BackupCommands;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What older releases kept is read, and gone on with. */
class OlderDataTest {

    private static final Path OLDER = Path.of("src/test/resources/older");

    @TempDir
    Path folder;

    static List<String> releases() throws IOException {
        try (Stream<Path> files = Files.list(OLDER)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".backup"))
                    .map(name -> name.replace(".backup", "")).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void isReadAndGoneOnWith(String release) throws IOException {
        Path data = folder.resolve("data");
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed);
        assertThat(new BackupCommands(out, out).run("restore", OLDER.resolve(release + ".backup").toString(), "--data", data.toString()))
                .as(printed.toString()).contains(0);
        try (Server server = Server.start(data)) {
            Client client = server.client;
            assertThat(client.get("applications/sock-shop").path("state").asString()).isEqualTo("RUNNING");
            assertThat(client.get("applications/sock-shop/deployments/latest").path("state").asString()).isEqualTo("DONE");
            assertThat(client.get("applications/sock-shop/drift").path("changes").asBoolean()).isFalse();
            assertThat(client.get("applications/sock-shop/plans/latest").path("outcome").asString()).isEqualTo("PLANNED");
            assertThat(client.get("secrets").toString()).contains("shop-db-password");
            assertThat(client.get("tokens").toString()).contains("older");
            assertThat(client.get("audit/verification").path("intact").asBoolean()).isTrue();
            assertThat(client.get("network").toString()).contains("MEASURED");
            client.expect(200, "POST", "applications/sock-shop/plans", null);
            assertThat(client.get("applications/sock-shop/plans/latest").path("diff").path("changes").asBoolean()).isFalse();
            client.expect(202, "DELETE", "applications/sock-shop", null);
            client.await("applications/sock-shop/deployments/latest", deployment -> deployment.path("state").asString().equals("DONE"));
            Client viewer = new Client(client.base.getPort(), Files.readString(OLDER.resolve(release + ".token")).strip());
            assertThat(viewer.get("applications").toString()).contains("sock-shop");
            assertThat(viewer.expect(403, "DELETE", "applications/sock-shop", null).path("code").asString()).isEqualTo("role-missing");
        }
    }
}
