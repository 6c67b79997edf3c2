package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.caravan.durable.DurableFiles;
import org.caravan.server.backup.BackupCommands;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SIGKILL at random moments of approvals, uploads, changes of tokens, secrets and their key, and of backups and restores: what was
 * acknowledged is there, and nothing that is half done stays. {@code ./caravan bench kills} does it a hundred times.
 */
@Tag("real")
class KilledServerTest {

    private static final int KILLS = Integer.getInteger("kills", 4);
    private static final long SEED = Long.getLong("kills.seed", 20_261_125L);
    private static final int LATEST_MILLIS = 3_000;
    private static final int RESTORES = 4;
    private static final int REPORTED = 10;

    @TempDir
    Path folder;

    private final Random chance = new Random(SEED);
    private int looked;

    @Test
    void whatWasAcknowledgedIsThereAndNothingHalfDoneStays() throws Exception {
        Path data = folder.resolve("home/data");
        KillLoad load = new KillLoad(SEED);
        int whole = 0;
        for (int kill = 0; kill <= KILLS; kill++) {
            Process server = server(data);
            try {
                Client client = KillTest.client(server, data);
                if (kill == 0) {
                    measure(client);
                }
                looked += load.find(client);
                assertThat(leftovers(data)).as("kill %d of seed %d", kill, SEED).isEmpty();
                if (kill > 0 && kill % REPORTED == 0) { // a long run that is ended early has shown that much
                    System.out.printf("after %d kills: %d acknowledged things looked for, 0 lost (seed %d)%n", kill, looked, SEED);
                }
                if (kill < KILLS) {
                    whole += killed(server, client, load, data, kill);
                }
            } finally {
                server.destroyForcibly().waitFor();
            }
        }
        System.out.printf(
                "%d kills: %d acknowledged things looked for, 0 lost, nothing half done; %d backups ended before their kill (seed %d)%n",
                KILLS, looked, whole, SEED);
        restoresAreKilled(data, load);
    }

    private static Process server(Path data) throws IOException {
        return Server.process(data, "--caravan.limits.token-rate=0", "--caravan.limits.address-rate=0");
    }

    private static void measure(Client client) {
        client.put("infrastructure", Server.files("sites.caravan"));
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
        client.await("probes/" + run, probes -> probes.path("state").asString().equals("DONE"));
    }

    /** The server, and a backup of it that is under way. @return how many backups ended before */
    private int killed(Process server, Client client, KillLoad load, Path data, int number) throws Exception {
        Path file = folder.resolve("home/" + number + ".backup");
        Process backup = command("backup", file, data);
        CompletableFuture<Void> people = load.begin(client);
        pause();
        server.destroyForcibly().waitFor();
        pause();
        backup.destroyForcibly().waitFor();
        people.join();
        if (Files.notExists(file)) {
            return 0;
        }
        assertThat(run("restore", file, folder.resolve("whole-" + number))).as("a backup that is there is whole").isZero();
        return 1;
    }

    private void restoresAreKilled(Path data, KillLoad load) throws Exception {
        Path file = folder.resolve("last.backup");
        assertThat(run("backup", file, data)).isZero();
        Path restored = folder.resolve("again/data");
        for (int restore = 0; restore < RESTORES; restore++) {
            Process process = command("restore", file, restored);
            pause();
            process.destroyForcibly().waitFor();
            if (Files.exists(restored.resolve("server.db"))) {
                break;
            }
            assertThat(restored).doesNotExist();
        }
        if (Files.notExists(restored)) {
            assertThat(run("restore", file, restored)).isZero();
        }
        Process server = server(restored);
        try {
            looked += load.find(KillTest.client(server, restored));
            assertThat(leftovers(restored)).isEmpty();
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    private void pause() {
        long end = System.nanoTime() + chance.nextInt(LATEST_MILLIS) * 1_000_000L;
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    private static Process command(String verb, Path file, Path data) throws IOException {
        return Server.java(CaravanServer.class, verb, file.toString(), "--data", data.toString());
    }

    private static int run(String verb, Path file, Path data) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);
        int code = new BackupCommands(stream, stream).run(verb, file.toString(), "--data", data.toString()).orElseThrow();
        assertThat(code).as(said.toString(StandardCharsets.UTF_8)).isZero();
        return code;
    }

    /** Files that only a process that was killed can have left; called while the server that came after it runs, and does nothing. */
    private static List<String> leftovers(Path data) throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> all = Files.walk(data)) {
            for (Path each : all.toList()) {
                String name = data.relativize(each).toString();
                boolean draft = each.getFileName().toString().startsWith(DurableFiles.DRAFT);
                boolean scratch = name.startsWith("scratch/") && Files.isRegularFile(each) && !name.contains("tomcat");
                boolean announcement = name.matches("images/[.]uploads/[0-9a-f]{12}[.](json|holder)")
                        && Files.notExists(data.resolve(name.replaceFirst("[.][a-z]+$", "")));
                if (draft || scratch || announcement || name.equals("secrets.key.next")) {
                    found.add(name);
                }
            }
        }
        try (Stream<Path> beside = Files.list(data.getParent())) {
            beside.map(each -> each.getFileName().toString()).filter(name -> name.startsWith(".caravan-")).forEach(found::add);
        }
        return found;
    }
}
