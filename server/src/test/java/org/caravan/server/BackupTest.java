package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Optional;
import org.caravan.server.backup.BackupCommands;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class BackupTest {

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    /** Taken in the middle of a deployment, it is as good as what a crash at that moment would leave. */
    @Test
    void aServerGoesOnFromItsBackupElsewhere() throws IOException {
        Path data = folder.resolve("data");
        Path file = folder.resolve("caravan.backup");
        try (Server server = Server.start(data)) {
            Client client = server.client;
            client.put("infrastructure", Server.files("sites.caravan"));
            client.put("applications/sock-shop/model", Server.files("shop.caravan"));
            client.put("secrets/shop-db-password", "{\"value\":\"planted-5f2a\"}");
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
            client.await("probes/" + run, probes -> probes.path("state").asString().equals("DONE"));
            client.expect(200, "POST", "applications/sock-shop/plans", null);
            client.expect(202, "POST", "applications/sock-shop/plans/latest/approval", null);
            client.await("applications/sock-shop/deployments/latest",
                    deployment -> deployment.path("steps").valueStream().anyMatch(step -> step.path("state").asString().equals("DONE")));
            assertThat(run("backup", file.toString(), "--data", data.toString())).as(printed.toString()).isZero();
            client.await("applications/sock-shop/deployments/latest", deployment -> !deployment.path("state").asString().equals("RUNNING"));
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        Path elsewhere = folder.resolve("elsewhere");
        assertThat(run("restore", file.toString(), "--data", elsewhere.toString())).as(printed.toString()).isZero();
        try (Server server = Server.start(elsewhere)) {
            Client client = server.client;
            assertThat(Server.token(elsewhere)).isEqualTo(Server.token(data));
            JsonNode deployment = client.await("applications/sock-shop/deployments/latest",
                    found -> !found.path("state").asString().equals("RUNNING"));
            assertThat(deployment.path("state").asString()).as(deployment.toString()).isEqualTo("DONE");
            assertThat(client.get("applications/sock-shop/drift").path("changes").asBoolean()).isFalse();
            assertThat(client.get("secrets").toString()).contains("shop-db-password");
            assertThat(client.get("audit/verification").path("intact").asBoolean()).as(client.get("audit/verification").toString())
                    .isTrue();
            assertThat(client.get("applications/sock-shop/instances/" + first(client) + "/log?lines=5").path("lines")).isNotEmpty();
            assertThat(client.expect(404, "GET", "applications/sock-shop/instances/nobody:1/log", null).path("detail").asString())
                    .contains("nobody:1");
            assertThat(client.expect(422, "GET", "applications/sock-shop/instances/" + first(client) + "/log?lines=0", null).path("code")
                    .asString())
                    .isEqualTo("lines-out-of-range");
        }
    }

    private static String first(Client client) {
        return client.get("applications/sock-shop").path("instances").path(0).path("instance").asString();
    }

    @Test
    @Tag("long")
    void whatCannotBeBroughtBackIsRefusedAndLeavesNothing() throws IOException {
        Path data = folder.resolve("data");
        Server.start(data).close();
        Path file = folder.resolve("caravan.backup");
        assertThat(run("backup", file.toString(), "--data", data.toString())).isZero();
        assertThat(run("backup", file.toString(), "--data", data.toString())).isOne();
        assertThat(printed.toString()).contains("exists already");
        assertThat(run("backup", folder.resolve("other").toString(), "--data", folder.resolve("nowhere").toString())).isOne();
        assertThat(printed.toString()).contains("not the data folder of a server");
        assertThat(run("restore", file.toString(), "--data", data.toString())).isOne();
        assertThat(printed.toString()).contains("is not empty");
        byte[] whole = Files.readAllBytes(file);
        refused(Arrays.copyOf(whole, whole.length / 2));
        whole[whole.length / 2] ^= 0x55;
        refused(whole);
        refused("no backup".getBytes(StandardCharsets.UTF_8));
        assertThat(run("backup")).isOne();
        assertThat(printed.toString()).contains("Use: backup FILE [--data FOLDER]");
    }

    private void refused(byte[] content) throws IOException {
        Path file = Files.write(folder.resolve("damaged"), content);
        Path target = folder.resolve("target");
        assertThat(run("restore", file.toString(), "--data", target.toString())).isOne();
        assertThat(printed.toString()).contains("Maybe");
        assertThat(target).doesNotExist();
        try (var left = Files.list(folder)) {
            assertThat(left.map(path -> path.getFileName().toString())).noneMatch(name -> name.startsWith("."));
        }
    }

    @Test
    void otherArgumentsAreThoseOfTheServer() {
        assertThat(new BackupCommands(System.out, System.err).run("--caravan.port=0")).isEqualTo(Optional.empty());
    }

    private int run(String... arguments) {
        printed.reset();
        PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
        return new BackupCommands(stream, stream).run(arguments).orElseThrow();
    }
}
