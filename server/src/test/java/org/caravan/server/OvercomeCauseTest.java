package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.caravan.json.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What an application says of itself once the reason of a failure is gone; and what it says while its processes end again and again. */
@Tag("long")
class OvercomeCauseTest {

    private static final Predicate<JsonNode> ENDED = run -> !run.path("state").asString().endsWith("ING");

    @TempDir
    static Path data;

    private static Server server;
    private static Client client;

    @BeforeAll
    static void start() throws Exception {
        server = Server.start(data, List.of("--caravan.adaptation.every=0s"));
        client = server.client;
        client.put("infrastructure", files("city.caravan"));
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"standard\"}").path("probeRunId").asString();
        client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    /** Every host is there, and nothing crashes; each test has an application of its own. */
    @BeforeEach
    void restore() throws Exception {
        Files.deleteIfExists(data.resolve("simulated-outages.txt"));
        Files.deleteIfExists(data.resolve("simulated-crashes.txt"));
        client.put("infrastructure", files("city.caravan"));
    }

    private static String files(String name) {
        return Server.files("field-faults/" + name);
    }

    private static void model(String name, String file) {
        String text = Server.text("field-faults/" + file).replaceFirst("application \\w+", "application " + name);
        client.put("applications/" + name + "/model", Json.write(Map.of("files", Map.of(file, text))));
    }

    private JsonNode deployed(String name, String file, String request) {
        model(name, file);
        approve(name, plan(name, request));
        return client.await("applications/" + name + "/deployments/latest", ENDED);
    }

    private JsonNode plan(String name, String request) {
        return client.expect(200, "POST", "applications/" + name + "/plans", request);
    }

    private void approve(String name, JsonNode plan) {
        client.expect(202, "POST", "applications/" + name + "/plans/" + plan.path("id").asString() + "/approval", null);
    }

    private void outage(String text) throws Exception {
        Files.writeString(data.resolve("simulated-outages.txt"), text);
    }

    /** A host dies, its copies move, and it leaves the infrastructure as the message says. */
    @Test
    void aHostThatLeftTheInfrastructureIsNoReasonAnyMore() throws Exception {
        assertThat(deployed("dr", "dr.caravan", null).path("state").asString()).isEqualTo("DONE");
        String host = client.get("applications/dr").path("instances").path(0).path("hostId").asString();
        outage(host + "\n");
        approve("dr", plan("dr", "{\"without\":[\"" + host + "\"]}"));
        JsonNode failed = client.await("applications/dr/deployments/latest", ENDED);
        assertThat(failed.path("state").asString()).isEqualTo("FAILED");
        assertThat(client.get("applications/dr").path("state").asString()).as("copies may still be on " + host).isEqualTo("FAILED");

        String without = Server.text("field-faults/city.caravan").replaceAll("host " + host + " of \\S+ at \"" + host + "\"", "");
        client.put("infrastructure", Json.write(Map.of("files", Map.of("city.caravan", without))));
        assertThat(plan("dr", null).path("changes").asBoolean()).isFalse();
        JsonNode now = client.get("applications/dr");
        assertThat(now.path("state").asString()).isEqualTo("RUNNING");
        assertThat(now.has("lastError")).as(now.path("lastError").asString("")).isFalse();
        JsonNode listed = client.get("applications").valueStream().filter(one -> one.path("name").asString().equals("dr")).findFirst()
                .orElseThrow();
        assertThat(listed.path("state").asString()).as("the list, which asks no host").isEqualTo("RUNNING");
    }

    /** A host is out while a deployment runs, which goes back; the host comes back. */
    @Test
    void aHostThatCameBackIsNoReasonAnyMore() throws Exception {
        assertThat(deployed("scale", "scale.caravan", null).path("state").asString()).isEqualTo("DONE");
        String host = client.get("applications/scale").path("instances").path(0).path("hostId").asString();
        model("scale", "scale2.caravan");
        JsonNode second = plan("scale", null);
        approve("scale", second);
        outage(host + "\n");
        JsonNode failed = client.await("applications/scale/deployments/latest", ENDED);
        assertThat(failed.path("state").asString()).isIn("FAILED", "UNDONE");
        assertThat(failed.path("error").asString()).doesNotContain("the script counts");

        Files.delete(data.resolve("simulated-outages.txt"));
        if (failed.path("state").asString().equals("FAILED")) {
            resume("scale");
            assertThat(client.await("applications/scale/deployments/latest", ENDED).path("state").asString()).isEqualTo("UNDONE");
        } else {
            client.expect(202, "POST", "applications/scale/repair", null);
            client.await("applications/scale/deployments/latest", ENDED);
        }
        JsonNode now = client.get("applications/scale");
        assertThat(now.path("state").asString()).isEqualTo("RUNNING");
        assertThat(Optional.of(now.path("lastError").asString("")).filter(text -> !text.isEmpty())).isEmpty();
        assertThat(now.path("instances").findValuesAsString("verified")).containsOnly("true");
    }

    /** Undone because the new version itself does not run: that is still worth knowing, though all is as before. */
    @Test
    void aCrashLoopIsAStateOfItsOwnAndWhyAnUndoneDeploymentFailedStays() throws Exception {
        assertThat(deployed("loops", "scale.caravan", null).path("state").asString()).isEqualTo("DONE");
        try (EventReader events = new EventReader(client)) {
            Files.writeString(data.resolve("simulated-crashes.txt"), "loops/web:1 3\nnonsense\nloops/web:2 999\n");
            JsonNode down = client.await("applications/loops", seen -> seen.path("instances").findValuesAsString("state")
                    .contains("CRASH_LOOP"));
            assertThat(down.path("state").asString()).isEqualTo("DEGRADED");
            assertThat(down.path("lastError").asString())
                    .matches(
                    "(?s)1 of 2 instances are not running: web:1 in a crash loop on rack-\\d \\(\\d restarts, last exit code 3\\)\\."
                    + "\nMaybe see: caravan logs loops/web:1\\.");
            JsonNode looping = down.path("instances").path(0);
            assertThat(looping.path("restarts").asInt()).isGreaterThanOrEqualTo(5);
            assertThat(looping.path("lastExitCode").asInt()).isEqualTo(3);
            assertThat(down.path("instances").path(1).path("restarts").asInt()).isZero();
            assertThat(down.path("instances").path(1).has("lastExitCode")).isFalse();
            events.await("\"type\":\"restart\"");
            events.await("\"state\":\"CRASH_LOOP\"");

            model("loops", "scale2.caravan");
            approve("loops", plan("loops", null));
            JsonNode undone = client.await("applications/loops/deployments/latest", ENDED);
            assertThat(undone.path("error").asString()).contains("web:1 on rack-", "is in a crash loop (5 restarts, last exit code 3)");
            Files.delete(data.resolve("simulated-crashes.txt"));
            if (undone.path("state").asString().equals("FAILED")) {
                resume("loops");
                client.await("applications/loops/deployments/latest", ENDED);
            }
            JsonNode now = client.get("applications/loops");
            assertThat(now.path("state").asString()).isEqualTo("RUNNING");
            assertThat(now.path("lastError").asString()).contains("is in a crash loop");
        }
    }

    /** The server may have resumed it by itself meanwhile. */
    private void resume(String application) {
        HttpResponse<String> answer = client.send(client.request("applications/" + application + "/deployments/latest/resumption", "POST",
                null).header("Authorization", "Bearer " + client.token));
        if (answer.statusCode() != 202) {
            assertThat(answer.body()).contains("\"code\":\"deployment-running\"");
        }
    }
}
