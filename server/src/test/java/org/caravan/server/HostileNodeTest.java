package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.caravan.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * What a machine can do to the server between its first contact and being a host: the machine itself is hostile, or another one answers in
 * its place. A real server, a real SSH server that lies.
 */
class HostileNodeTest {

    @TempDir
    private static Path data;

    private static Path knownHosts;
    private static Server server;
    private static HostileNode node;
    private static Client client;

    @BeforeAll
    static void start() throws Exception {
        Path credentials = HostileNode.credentials(data.resolve("credentials"));
        knownHosts = credentials.resolve("bed/known_hosts");
        node = new HostileNode();
        server = Server.startReal(data, data.resolve("images"), credentials);
        client = server.client;
        client.put("infrastructure", Server.files("attic.caravan"));
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
        node.close();
    }

    @BeforeEach
    void forget() throws Exception {
        Files.writeString(knownHosts, "");
        node.shows();
        node.answers("");
    }

    @Test
    void aKeyThatDiffersBetweenTheFirstLookAndThePinningIsNotPinned() throws Exception {
        KeyPair between = HostileNode.newKey();
        node.shows(between);
        String fingerprint = client.expect(200, "POST", "nodes/board-1/proposal", Json.write(place())).path("hostKey").path("fingerprint")
                .asString();
        assertThat(fingerprint).isNotEqualTo(node.fingerprint());
        JsonNode refused = client.expect(409, "PUT", "nodes/board-1/host-key", pinning(fingerprint));
        assertThat(refused.path("code").asString()).isEqualTo("host-key-differs");
        assertThat(Files.readString(knownHosts)).isEmpty();
    }

    @Test
    void aMachineBetweenThatAppearsAfterThePinningGetsNoLogin() {
        pin();
        int before = node.users().size();
        node.shows(HostileNode.newKey(), HostileNode.newKey());
        JsonNode task = ended("CHECK");
        assertThat(task.path("state").asString()).isEqualTo("FAILED");
        assertThat(task.path("error").asString()).contains("shows another host key than the one pinned").contains("\nMaybe ");
        assertThat(node.users()).hasSize(before);
    }

    @Test
    void aKeyThatChangesLaterIsNeverPinnedOverTheFormerOne() throws Exception {
        pin();
        String pinned = Files.readString(knownHosts);
        KeyPair other = HostileNode.newKey();
        node.shows(other, other, other);
        JsonNode key = client.expect(200, "POST", "nodes/board-1/proposal", Json.write(place())).path("hostKey");
        assertThat(key.path("knowledge").asString()).isEqualTo("OTHER");
        assertThat(client.expect(409, "PUT", "nodes/board-1/host-key", pinning(key.path("fingerprint").asString())).path("code").asString())
                .isEqualTo("host-key-changed");
        assertThat(Files.readString(knownHosts)).isEqualTo(pinned);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "garbage", "ok\tonly two", "\u0000\u0001\u0002\n\n\n", "perfect\tnode\tis fit\t\n",
            "ok\ttoo\tmany\tfields\there\n"})
    void garbageIsNoFitNode(String garbage) {
        pin();
        node.answers(garbage);
        JsonNode task = ended("CHECK");
        assertThat(task.path("state").asString()).isEqualTo("FAILED");
        assertThat(task.path("error").asString()).contains("The node (board-1) gives no answer.").contains("\nMaybe ");
    }

    @Test
    void whatItSaysReachesNoTerminalAsCommandsAndIsBounded() {
        pin();
        node.answers("ok\tsub\u001b[2Jject\t\u001b]0;owned\u0007 \u202Eevil\u2066 " + "x".repeat(100_000) + "\t\u009b31m\n"
                + "ok\tsame\tsame\t\n".repeat(50_000));
        JsonNode task = ended("CHECK");
        List<JsonNode> findings = task.path("findings").valueStream().toList();
        assertThat(findings).hasSize(201);
        assertThat(findings.get(200).path("verdict").asString()).isEqualTo("FAILED");
        assertThat(task.path("state").asString()).isEqualTo("UNFIT");
        assertThat(findings).allSatisfy(finding -> finding.valueStream().forEach(field ->
                assertThat(field.asString()).hasSizeLessThan(600)
                        .doesNotContainPattern("[\\x00-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069]")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu\tevents/s\tNaN", "cpu\tevents/s\tInfinity", "cpu\tevents/s\t-1", "cpu\tevents/s\t1e308", "cpu\tevents/s\t",
            "cpu\tevents/s\tfast",
        "cpu\tMiB/s\t1", "soul\tevents/s\t1", "cpu\tevents/s\t9999999999999999999", "cpu\tevents/s"})
    void anAbsurdMeasurementIsAFaultOfThatNode(String figure) {
        pin();
        client.put("infrastructure", Json.write(Map.of("files", Map.of("attic.caravan", attic()))));
        try {
            node.answers("figure\tcpu\tevents/s\t1000\nfigure\t" + figure + "\n");
            JsonNode task = ended("MEASURE");
            assertThat(task.path("state").asString()).isEqualTo("FAILED");
            assertThat(task.path("error").asString())
                    .startsWith("The host (board-1) answered the call measure with a text that cannot be read ").contains("\nMaybe ");
        } finally {
            client.put("infrastructure", Server.files("attic.caravan"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-oProxyCommand=touch /tmp/owned", "-oProxyCommand", "--help", "a b", "$(reboot)", "`reboot`", "1.2.3.4;reboot",
            "1.2.3.4\n", "",
        "1.2.3.4\" port 1 } site evil {"})
    void anAddressIsAnAddress(String address) {
        refused("place-invalid", with("address", address), "board-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-x", "../../root", "a b", "bed;reboot", "$(reboot)", "bed\n", ""})
    void credentialsSiteAndTypeAreNames(String name) {
        refused("place-invalid", with("credentials", name), "board-1");
        refused("place-invalid", with("siteId", name), "board-1");
        refused("place-invalid", with("hostTypeId", name), "board-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-oProxyCommand=x", "a%20b", "%24(reboot)", "a%22%20port%201"})
    void aNodeHasAName(String encoded) {
        refused("place-invalid", place(), encoded);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%3Breboot", "a%0Ab", "%1B%5B2J"})
    void noPathHasWhatEndsACommand(String encoded) {
        JsonNode refusal = client.expect(400, "POST", "nodes/" + encoded + "/tasks", Json.write(Map.of("work", "CHECK", "place", place())));
        assertThat(refusal.path("code").asString()).isEqualTo("bad-request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-oProxyCommand=x", "root reboot", "root\nreboot", "$(reboot)", "\u001b[2Jroot"})
    void aUserIsAUser(String user) throws Exception {
        pin();
        node.shows();
        Path file = knownHosts.resolveSibling("user");
        int before = node.users().size();
        Files.writeString(file, user + "\n");
        try {
            assertThat(ended("CHECK").path("error").asString()).contains("is no user's name").contains("\nMaybe ");
            assertThat(node.users()).hasSize(before);
        } finally {
            Files.writeString(file, "root\n");
        }
    }

    private static void refused(String code, Map<String, Object> place, String encodedName) {
        int commands = node.commands().size();
        for (String[] call : new String[][] {{"POST", "proposal", Json.write(place)},
                {"PUT", "host-key", Json.write(Map.of("place", place, "fingerprint", "SHA256:x"))},
                {"POST", "tasks", Json.write(Map.of("work", "CHECK", "place", place))},
                        {"POST", "tasks", Json.write(Map.of("work", "ADD", "place", place))}}) {
            JsonNode refusal = client.expect(422, call[0], "nodes/" + encodedName + "/" + call[1], call[2]);
            assertThat(refusal.path("code").asString()).isEqualTo(code);
            assertThat(refusal.path("detail").asString()).doesNotContainPattern("[\\x00-\\x09\\x0b-\\x1f]");
        }
        assertThat(node.commands()).hasSize(commands);
    }

    private static void pin() {
        client.expect(200, "PUT", "nodes/board-1/host-key", pinning(node.fingerprint()));
    }

    private static JsonNode ended(String work) {
        String id = client.expect(202, "POST", "nodes/board-1/tasks", Json.write(Map.of("work", work, "place", place()))).path("id")
                .asString();
        return client.await("node-tasks/" + id, task -> !task.path("state").asString().equals("RUNNING"));
    }

    /** With the node as a host that was added before. */
    private static String attic() {
        return Server.text("attic.caravan").replace("isp Fibre",
                "provider lxc { credentials bed  host board-1 of board at \"127.0.0.1\" port " + node.port() + " }\n    isp Fibre");
    }

    private static Map<String, Object> place() {
        return Map.of("siteId", "attic", "hostTypeId", "board", "address", "127.0.0.1", "port", node.port(), "credentials", "bed");
    }

    private static Map<String, Object> with(String field, String value) {
        Map<String, Object> changed = new HashMap<>(place());
        changed.put(field, value);
        return changed;
    }

    private static String pinning(String fingerprint) {
        return Json.write(Map.of("place", place(), "fingerprint", fingerprint));
    }
}
