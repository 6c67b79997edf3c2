package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.json.Json;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A real machine from bare Debian to a measured host and back. */
@Tag("real")
class NodeOnboardingTest {

    private static final Path IMAGES = Path.of("target/images").toAbsolutePath();
    private static final List<String> SHARED_TUNINGS = List.of("vm.swappiness", "fs.inotify.max_user_instances", "kernel.keys.maxkeys",
            "net.core.rmem_max", "net.core.wmem_max");

    private Client client;

    @Test
    void aBareDebianMachineBecomesAMeasuredHostAndLeavesAgain(@TempDir Path data) throws Exception {
        if (!BareNode.whyNot().isEmpty()) {
            System.err.println("SKIPPED NodeLifeTest: " + BareNode.whyNot());
            abort(BareNode.whyNot());
        }
        Map<String, String> tunings = tunings();
        Path credentials = credentials(data.resolve("credentials"));
        try (BareNode node = BareNode.raise(Files.readString(credentials.resolve("attic/id_ed25519.pub")).strip());
                Server server = Server.startReal(data, IMAGES, credentials)) {
            client = server.client;
            client.put("infrastructure", Server.files("attic.caravan"));
            trustsOnlyAComparedKey(node, credentials);
            checkChangesNothing(node);
            preparesAndAsksForARestart(node);
            node.reboot();
            answersAgain();
            isFitMeasuredAndAHost();
            leaves(node, credentials);
        } finally {
            restore(tunings);
        }
    }

    private void trustsOnlyAComparedKey(BareNode node, Path credentials) throws Exception {
        JsonNode proposal = client.expect(200, "POST", "nodes/board-1/proposal", Json.write(place()));
        assertThat(proposal.path("diffText").asString()).contains("+       host board-1 of board at \"198.18.81.2\"");
        assertThat(proposal.path("hostKey").path("knowledge").asString()).isEqualTo("UNKNOWN");
        String fingerprint = proposal.path("hostKey").path("fingerprint").asString();
        assertThat(said("ssh-keygen", "-lf", node.file("/etc/ssh/ssh_host_ed25519_key.pub").toString())).contains(fingerprint);
        assertThat(ended(begin("CHECK")).path("error").asString()).contains("their known_hosts cannot be read");
        assertThat(client.expect(409, "PUT", "nodes/board-1/host-key", pinning("SHA256:other")).path("code").asString())
                .isEqualTo("host-key-differs");
        assertThat(client.expect(200, "PUT", "nodes/board-1/host-key", pinning(fingerprint)).path("knowledge").asString())
                .isEqualTo("PINNED");
        assertThat(Files.readString(credentials.resolve("attic/known_hosts"))).startsWith("198.18.81.2 ssh-ed25519 ");
    }

    private void checkChangesNothing(BareNode node) {
        JsonNode check = ended(begin("CHECK"));
        System.out.println(text(check));
        assertThat(check.path("state").asString()).isEqualTo("UNFIT");
        assertThat(finding(check, "packages")).startsWith("CHANGE install by apt:").contains(" lxc ", "sysbench", "zstd");
        assertThat(finding(check, "bridge")).startsWith("CHANGE br0 takes over eth0");
        assertThat(node.file("/usr/bin/lxc-start")).doesNotExist();
        assertThat(node.file("/etc/sysctl.d/60-caravan.conf")).doesNotExist();
        assertThat(node.file("/var/lib/caravan")).doesNotExist();
    }

    private void preparesAndAsksForARestart(BareNode node) throws Exception {
        JsonNode added = ended(begin("ADD"));
        System.out.println(text(added));
        assertThat(added.path("state").asString()).as(text(added)).isEqualTo("UNFIT");
        assertThat(finding(added, "packages")).startsWith("CHANGED install by apt:");
        assertThat(finding(added, "bridge")).startsWith("REBOOT br0 takes over eth0");
        assertThat(finding(added, "tunings")).startsWith("CHANGED swappiness 100");
        assertThat(node.file("/usr/bin/lxc-start")).isExecutable();
        assertThat(Files.readString(node.file("/etc/sysctl.d/60-caravan.conf"))).contains("vm.swappiness = 100");
        JsonNode again = ended(begin("CHECK"));
        assertThat(finding(again, "bridge")).startsWith("REBOOT ");
        assertThat(hosts()).isEmpty();
    }

    /** The kept connection died without a word; that is noticed once, or twice. */
    private void answersAgain() {
        for (int attempt = 1; ended(begin("CHECK")).path("state").asString().equals("FAILED"); attempt++) {
            assertThat(attempt).as("attempts after the restart").isLessThan(5);
        }
    }

    private void isFitMeasuredAndAHost() {
        JsonNode added = ended(begin("ADD"));
        System.out.println(text(added));
        assertThat(added.path("state").asString()).as(text(added)).isEqualTo("DONE");
        assertThat(finding(added, "bridge")).isEqualTo("OK br0 is there");
        assertThat(finding(added, "host type")).startsWith("OK ");
        assertThat(added.path("diffText").asString()).contains("+       host board-1 of board");
        JsonNode host = client.get("nodes").path("hosts").path(0);
        assertThat(host.path("hostId").asString()).isEqualTo("board-1");
        assertThat(host.path("capability").path("watts").path("load").asDouble()).isEqualTo(4.4);
        Map<String, JsonNode> figures = host.path("capability").path("figures").valueStream()
                .collect(Collectors.toMap(figure -> figure.path("what").asString(), figure -> figure));
        assertThat(figures).containsOnlyKeys("cpu", "memory", "disk");
        // How near they lie together is the machine's affair: three times, while others write to its disk, they may not.
        assertThat(figures.values()).allMatch(figure -> figure.path("mean").asDouble() > 0
                && figure.path("halfWidth95").asDouble() > 0 && figure.path("times").asInt() == 3);
        System.out.println(host.path("capability"));
        assertThat(ended(begin("CHECK")).path("state").asString()).isEqualTo("DONE");
    }

    private void leaves(BareNode node, Path credentials) throws Exception {
        JsonNode removed = ended(begin("REMOVE"));
        System.out.println(text(removed));
        assertThat(removed.path("state").asString()).as(text(removed)).isEqualTo("DONE");
        assertThat(finding(removed, "packages")).contains("stay", "lxc");
        assertThat(node.file("/var/lib/caravan")).doesNotExist();
        assertThat(node.file("/etc/sysctl.d/60-caravan.conf")).doesNotExist();
        assertThat(Files.readString(node.file("/etc/subuid"))).doesNotContain("1900544000");
        assertThat(hosts()).isEmpty();
        assertThat(Files.readString(credentials.resolve("attic/known_hosts"))).isEmpty();
    }

    private List<String> hosts() {
        return client.get("infrastructure").path("sites").valueStream().flatMap(site -> site.path("hosts").valueStream())
                .map(host -> host.path("id").asString()).toList();
    }

    private static Map<String, Object> place() {
        return Map.of("siteId", "attic", "hostTypeId", "board", "address", BareNode.ADDRESS, "credentials", "attic");
    }

    private static String pinning(String fingerprint) {
        return Json.write(Map.of("place", place(), "fingerprint", fingerprint));
    }

    private String begin(String work) {
        return client.expect(202, "POST", "nodes/board-1/tasks", Json.write(Map.of("work", work, "place", place(), "times", 3,
                "watts", Map.of("idle", 2.0, "load", 4.4)))).path("id").asString();
    }

    private JsonNode ended(String id) {
        return client.await("node-tasks/" + id, task -> !task.path("state").asString().equals("RUNNING"));
    }

    private static String finding(JsonNode task, String subject) {
        return task.path("findings").valueStream().filter(one -> one.path("subject").asString().equals(subject)).findFirst()
                .map(one -> one.path("verdict").asString() + " " + one.path("what").asString())
                .orElse("nothing of " + subject + " in " + text(task));
    }

    private static String text(JsonNode task) {
        return task.path("state").asString() + task.path("error").asString("") + task.path("findings").valueStream()
                .map(one -> "\n  " + one.path("verdict").asString() + " " + one.path("subject").asString() + " "
                        + one.path("what").asString())
                .collect(Collectors.joining());
    }

    private static Path credentials(Path folder) throws Exception {
        Path own = Files.createDirectories(folder.resolve("attic"));
        Files.writeString(own.resolve("user"), "root\n");
        said("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", own.resolve("id_ed25519").toString());
        return folder;
    }

    private static String said(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }

    /** The kernel is this machine's: what the preparation sets for it all is set back. By programs: Java reads such files by the byte. */
    private static Map<String, String> tunings() throws Exception {
        Map<String, String> values = new TreeMap<>();
        for (String name : SHARED_TUNINGS) {
            values.put(name, said("sysctl", "-en", name).strip());
        }
        return values;
    }

    private static void restore(Map<String, String> values) throws Exception {
        for (Map.Entry<String, String> value : values.entrySet()) {
            if (!value.getValue().isEmpty() && !said("sysctl", "-en", value.getKey()).strip().equals(value.getValue())) {
                said("sysctl", "-w", value.getKey() + "=" + value.getValue());
            }
        }
    }
}
