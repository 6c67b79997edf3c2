package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.caravan.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * A record that cannot be read affects its own application only: two organisations with an application each, and every kind of record of
 * one is damaged in turn.
 */
@DisabledIfSystemProperty(named = "test.database", matches = "postgresql",
        disabledReason = "damages the files of SQLite; the statements are the same")
class UnreadableRecordsTest {

    private static final String DAMAGED = "vixen";
    private static final String OTHER = "badger";

    @TempDir
    static Path data;

    private static Server server;
    private static Client owner;
    private static Client acme;
    private static Client harbour;

    @BeforeAll
    static void start() throws Exception {
        server = Server.start(data);
        owner = server.client;
        owner.put("infrastructure", Server.files("sites.caravan"));
        acme = member("acme");
        harbour = member("harbour");
        String run = owner.expect(202, "POST", "probes", "{\"scope\": \"standard\"}").path("probeRunId").asString();
        owner.await("probes/" + run, probe -> probe.path("state").asString().equals("DONE"));
        deploy(acme, DAMAGED);
        deploy(harbour, OTHER);
        server.modelsTaken();
        owner.expect(200, "PUT", "secrets/whole", "{\"value\": \"x\"}");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Client member(String organisation) {
        owner.expect(201, "POST", "organisations", "{\"name\": \"" + organisation + "\"}");
        String token = owner.expect(201, "POST", "tokens", "{\"name\": \"x\", \"role\": \"admin\", \"organisation\": \"" + organisation
                + "\"}").path("token").asString();
        return new Client(owner.base.getPort(), token);
    }

    private static void deploy(Client client, String name) {
        client.put("applications/" + name + "/model", Json.write(Map.of("files", Map.of("shelf.caravan", Server.text("shelf.caravan")
                .replace("application shelf version \"1\" {", "application " + name + " {")
                .replace("users-coast via Fibre", "users-bergen via BKK")))));
        String plan = client.expect(200, "POST", "applications/" + name + "/plans", null).path("id").asString();
        String id = client.expect(202, "POST", "applications/" + name + "/plans/" + plan + "/approval", null).path("deploymentId")
                .asString();
        client.await("applications/" + name + "/deployments/" + id, run -> run.path("state").asString().equals("DONE"));
    }

    private static int change(String file, String sql, Object... values) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve(file)); var statement =
                connection.prepareStatement(sql)) {
            connection.createStatement().execute("pragma busy_timeout = 5000");
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }

    private static Object value(String file, String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve(file)); var row =
                connection.createStatement().executeQuery(sql)) {
            assertThat(row.next()).as(sql).isTrue();
            return row.getObject(1);
        }
    }

    /** Every operation that reads, of the installation and of both applications: what answers otherwise than 200 or 404. */
    private static List<String> notWell(Client client, String application) {
        List<String> not = new ArrayList<>();
        owner.get("openapi").path("paths").properties().forEach(path -> {
            String asked = path.getKey().replace("{name}", application).replace("{instance}", "a:1");
            if (!path.getValue().has("get") || asked.endsWith("/events") || asked.contains("{") && !asked.endsWith("{id}")) {
                return;
            }
            asked = asked.replace("{id}", "latest");
            HttpResponse<String> answer = client.send(client.request(asked, "GET", null).header("Authorization", "Bearer " + client.token));
            int status = answer.statusCode();
            if (status >= 500 && !asked.equals("/api/v1/probes/latest")) { // a run of the installation, and itself damaged
                not.add(status + " " + asked + " " + Json.mapper().readTree(answer.body()).path("code").asString(answer.body()));
            }
        });
        return not;
    }

    /** FILE TABLE COLUMN WHERE. */
    private static final List<String> COLUMNS = List.of(
            "server.db plan answer application = 'vixen'", "server.db plan plan application = 'vixen'",
            "server.db model files application = 'vixen'", "server.db model accepted_at application = 'vixen'",
            "server.db probe_run answer 1 = 1", "server.db decision subjects 1 = 1", "server.db decision figures 1 = 1",
                    "server.db decision at 1 = 1",
            "server.db access_token role name = 'spare'", "server.db access_token expires_at name = 'spare'",
                    "server.db access_token made_at name = 'spare'",
            "runs.db steps kind run_id = 1", "runs.db steps state run_id = 1", "runs.db steps phase run_id = 1",
                    "runs.db steps ended_at run_id = 1", "runs.db steps waits_for run_id = 1",
            "runs.db runs state application = 'vixen'", "runs.db runs terms application = 'vixen'",
                    "runs.db runs started_at application = 'vixen'",
            "runs.db entries entries application = 'vixen'", "runs.db targets since application = 'vixen'");

    static List<String> columns() {
        return COLUMNS;
    }

    /** Each is damaged alone, and repaired afterwards. A minute of CPU. */
    @ParameterizedTest
    @MethodSource("columns")
    @Tag("slow")
    void aDamagedColumnAffectsItsOwnApplicationOnly(String column) throws Exception {
        damaged(List.of(column));
    }

    @Test
    void allColumnsOfAnApplicationDamagedAtOnceAffectNoOther() throws Exception {
        damaged(COLUMNS);
    }

    private static void damaged(List<String> columns) throws Exception {
        if (owner.get("tokens").findValuesAsString("name").stream().noneMatch("spare"::equals)) {
            owner.expect(201, "POST", "tokens", "{\"name\": \"spare\", \"role\": \"viewer\", \"organisation\": \"acme\"}");
        }
        Map<String, Object> before = new LinkedHashMap<>();
        for (String column : columns) {
            String[] words = column.split(" ", 4);
            Object value = value(words[0], "select " + words[2] + " from " + words[1] + " where " + words[3]);
            before.put(column, value);
            String text = String.valueOf(value);
            set(words, text.length() > 200 ? text.substring(0, 200) : "TELEPORT" + text);
        }
        try {
            assertThat(notWell(harbour, OTHER)).as("another organisation").isEmpty();
            assertThat(notWell(owner, OTHER)).as("the installation, and its look at another application").isEmpty();
            assertThat(notWell(acme, DAMAGED)).allMatch(answer -> answer.startsWith("500 ") && answer.endsWith(" record-unreadable"));
            assertThat(owner.get("applications").findValuesAsString("name")).contains(OTHER, DAMAGED);
        } finally {
            for (Map.Entry<String, Object> each : before.entrySet()) {
                set(each.getKey().split(" ", 4), each.getValue());
            }
        }
    }

    private static void set(String[] words, Object value) throws Exception {
        assertThat(change(words[0], "update " + words[1] + " set " + words[2] + " = ? where " + words[3], value))
                .as(String.join(" ", words)).isPositive();
    }

    /** The finding of the security review: one cut plan took all applications of all organisations away. */
    @Test
    @Tag("long")
    void aCutPlanInForceAfterARestart() throws Exception {
        Object before = value("runs.db", "select plan from plans where application = 'vixen'");
        server.close();
        change("runs.db", "update plans set plan = substr(plan, 1, 200) where application = 'vixen'");
        try {
            startAgain();
            assertThat(notWell(harbour, OTHER)).isEmpty();
            assertThat(notWell(owner, OTHER)).isEmpty();
            JsonNode problem = acme.expect(500, "GET", "applications/" + DAMAGED, null);
            assertThat(problem.path("code").asString()).isEqualTo("record-unreadable");
            assertThat(problem.path("detail").asString()).startsWith("The stored plan in force (")
                    .contains(") of application (vixen) cannot be read: ").doesNotContain("Exception");
            assertThat(problem.path("suggestion").asString()).contains("caravan-server restore");
            assertThat(harbour.expect(200, "POST", "applications/" + OTHER + "/plans", null).path("outcome").asString())
                    .as("others plan on").isEqualTo("PLANNED");
            JsonNode listed = acme.get("applications").path(0);
            assertThat(listed.path("state").asString()).isEqualTo("DEGRADED");
            assertThat(listed.path("lastError").asString()).contains("cannot be read");
            assertThat(owner.get("orphans").toString()).as("copies of an application whose plan cannot be read are no orphans")
                    .doesNotContain("vixen");
            JsonNode health = owner.await("health", now -> now.path("status").asString().equals("DEGRADED"));
            assertThat(part(health).path("wrong").asString()).contains("plan in force (", "of application (vixen)", "\nMaybe ");
            assertThat(part(harbour.get("health")).path("wrong").asString()).as("no name of another organisation's")
                    .contains("1 × plan in force").doesNotContain("vixen");
            assertThat(client("/actuator/prometheus")).contains("caravan_records_unreadable 1.0");
        } finally {
            server.close();
            change("runs.db", "update plans set plan = ? where application = 'vixen'", before);
            startAgain();
        }
        assertThat(acme.get("applications/" + DAMAGED).path("state").asString()).isEqualTo("RUNNING");
    }

    private static void startAgain() {
        server = Server.start(data);
        owner = server.client;
        acme = new Client(owner.base.getPort(), acme.token);
        harbour = new Client(owner.base.getPort(), harbour.token);
    }

    private static JsonNode part(JsonNode health) {
        return health.path("parts").valueStream().filter(part -> part.path("name").asString().equals("records")).findFirst().orElseThrow();
    }

    private static String client(String path) {
        return owner.send(owner.request(path, "GET", null).header("Authorization", "Bearer " + owner.token)).body();
    }

    @Test
    void aDamagedSecretAndADamagedModelCanBeSetAgain() throws Exception {
        Path file = data.resolve("secrets/cut");
        owner.expect(200, "PUT", "secrets/cut", "{\"value\": \"x\"}");
        java.nio.file.Files.write(file, new byte[] {1, 2, 3});
        assertThat(owner.get("secrets").findValuesAsString("name")).contains("whole").doesNotContain("cut");
        assertThat(owner.expect(500, "POST", "secret-key-rotations", null).path("code").asString()).as("the former key stays")
                .isEqualTo("record-unreadable");
        owner.expect(200, "PUT", "secrets/cut", "{\"value\": \"y\"}");
        assertThat(owner.get("secrets").findValuesAsString("name")).contains("whole", "cut");
        owner.expect(200, "POST", "secret-key-rotations", null);

        Object before = value("server.db", "select files from model where application = 'vixen' order by revision desc limit 1");
        change("server.db", "update model set files = '{' where application = 'vixen'");
        try {
            assertThat(acme.expect(500, "GET", "applications/" + DAMAGED + "/model", null).path("code").asString())
                    .isEqualTo("record-unreadable");
            acme.put("applications/" + DAMAGED + "/model", "{\"files\": " + before + "}");
            acme.get("applications/" + DAMAGED + "/model");
        } finally {
            change("server.db", "update model set files = ? where application = 'vixen'", before); // earlier revisions, too
        }
    }
}
