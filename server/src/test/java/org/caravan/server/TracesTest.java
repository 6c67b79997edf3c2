package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.caravan.json.Json;
import org.caravan.server.Collector.Told;
import org.caravan.server.trace.Traces;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a server in a process of its own tells a collector of traces, by OTLP. Hosts are simulated. */
class TracesTest {

    private static final String APPLICATION = "/api/v1/applications/{name}";
    private static final String PLANNED = "POST " + APPLICATION + "/plans";
    private static final String MADE = " > send caravan.plan-requested > take caravan.plan-requested > planning";
    private static final String PLANNING = PLANNED + MADE;
    static final String PLANNING_ASKED_FOR = "POST " + APPLICATION + "/plannings" + MADE;
    private static final String APPROVED = PLANNING + " > POST " + APPLICATION + "/plans/{id}/approval";
    private static final String TAKEN = APPROVED + " > send caravan.plan-approved > take caravan.plan-approved";
    private static final String DEPLOYMENT = TAKEN + " > deployment";
    private static final String PLANTED = "a secret that nobody is to read";

    @TempDir
    Path data;

    @Test
    @Tag("long")
    void aDeploymentIsOneTraceAndTheLogNamesIt() throws Exception {
        List<String> lines = new CopyOnWriteArrayList<>();
        Files.writeString(Files.createDirectories(data.resolve("credentials/traces")).resolve("authorization"),
                "Bearer of the collector\n");
        try (Collector collector = new Collector()) {
            Process server = Server.process(data, collector.argument(), "--caravan.log=json",
                    "--logging.level.org.caravan.execution=debug");
            try {
                Client client = KillTest.client(server, data, lines::add);
                prepare(client, collector);
                client.expect(200, "PUT", "secrets/planted", "{\"value\": \"" + PLANTED + "\"}");
                String plan = client.expect(200, "POST", "applications/sock-shop/plans", null).path("id").asString();
                String id = client.expect(202, "POST", "applications/sock-shop/plans/latest/approval", null).path("deploymentId")
                        .asString();
                client.await("applications/sock-shop/deployments/latest", answer -> answer.path("state").asString().equals("DONE"));
                Told run = collector.await(span -> span.name().equals("deployment"));
                List<Told> trace = collector.awaitTrace(run.trace(), Set.of(
                        PLANNED, PLANNED + " > adapter requireImage", PLANNED + " > send caravan.plan-requested",
                        PLANNED + " > send caravan.plan-requested > take caravan.plan-requested",
                        PLANNING, PLANNING + " > adapter inspect", PLANNING + " > search", PLANNING + " > adapter observe",
                        APPROVED, APPROVED + " > adapter requireImage", APPROVED + " > send caravan.plan-approved", TAKEN,
                        TAKEN + " > adapter observe", DEPLOYMENT, DEPLOYMENT + " > adapter observe",
                        DEPLOYMENT + " > step IMAGE", DEPLOYMENT + " > step IMAGE > adapter ensureImage",
                        DEPLOYMENT + " > step CREATE", DEPLOYMENT + " > step CREATE > adapter ensure",
                        DEPLOYMENT + " > step CONFIRM", DEPLOYMENT + " > step CONFIRM > adapter whyNotReady", DEPLOYMENT
                                + " > step ENTRY"));
                assertThat(run.attributes()).containsEntry("caravan.application", "sock-shop").containsEntry("caravan.deployment", id)
                        .containsEntry("caravan.plan", plan)
                        .containsEntry("caravan.outcome", "DONE");
                stepsAndCallsSayWhatTheyAreOf(trace, id, client.get("applications/sock-shop/deployments/latest").path("steps"));
                // Its log is read here by a thread of its own, which may be behind.
                client.await("health", any -> Stream.of("CREATE frontend:1", "approved, deployment")
                        .allMatch(part -> lines.stream().anyMatch(line -> line.contains(part))));
                linesNameTheTrace(lines, run, id);
                assertThat(collector.raw()).contains("sock-shop").doesNotContain(PLANTED).doesNotContain(client.token);
                assertThat(collector.authorizations()).containsExactly("Bearer of the collector");
            } finally {
                server.destroyForcibly().waitFor();
            }
        }
    }

    /** A model that was taken before anything is measured is not planned by itself. */
    private static void prepare(Client client, Collector collector) {
        client.put("infrastructure", Server.files("sites.caravan"));
        client.put("applications/sock-shop/model", Server.files("shop.caravan"));
        collector.await(span -> span.name().equals("take caravan.model-accepted"));
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
        client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
    }

    private static void stepsAndCallsSayWhatTheyAreOf(List<Told> trace, String id, JsonNode steps) {
        List<Told> told = trace.stream().filter(span -> span.name().startsWith("step ")).toList();
        assertThat(told).extracting(span -> span.attribute("caravan.step"))
                .containsExactlyInAnyOrderElementsOf(steps.valueStream().map(step -> step.path("number").asString()).toList());
        assertThat(told).allSatisfy(step -> assertThat(step.attributes()).containsEntry("caravan.deployment", id)
                .containsEntry("caravan.application", "sock-shop")
                .containsEntry("caravan.attempt", "1").containsEntry("caravan.outcome", "DONE"));
        assertThat(trace).filteredOn(span -> span.name().equals("adapter ensure")).isNotEmpty().allSatisfy(call -> {
            Told step = told.stream().filter(one -> one.id().equals(call.parent())).findFirst().orElseThrow();
            assertThat(call.attributes()).containsEntry("caravan.host", step.attribute("caravan.host"))
                    .containsEntry("caravan.step", step.attribute("caravan.step"))
                    .containsEntry("caravan.deployment", id).containsEntry("caravan.application", "sock-shop")
                    .containsKeys("caravan.adapter", "caravan.copy");
        });
    }

    private static void linesNameTheTrace(List<String> lines, Told run, String id) {
        List<JsonNode> read = lines.stream().filter(line -> line.startsWith("{")).map(line -> Json.mapper().readTree(line)).toList();
        assertThat(read).filteredOn(line -> line.path("message").asString().contains("CREATE frontend:1")).isNotEmpty().allSatisfy(line -> {
            assertThat(line.path("deployment").asString()).isEqualTo(id);
            assertThat(line.path("step").asString()).matches("\\d+");
            assertThat(line.path("trace").path("id").asString()).as(line.toString()).isEqualTo(run.trace());
        });
        assertThat(read).filteredOn(line -> line.path("message").asString().contains("approved, deployment")).isNotEmpty()
                .allSatisfy(line -> assertThat(line.path("trace").path("id").asString()).as(line.toString()).isEqualTo(run.trace()));
    }

    /** Whoever sends a context decides: its trace goes on here, and the plan's is linked. */
    @Test
    @Tag("long")
    void aClientsOwnTraceGoesOnAndARestartLinksBack() throws Exception {
        String own = "0af7651916cd43dd8448eb211c80319c";
        try (Collector collector = new Collector()) {
            Process first = Server.process(data, collector.argument());
            try {
                Client client = KillTest.client(first, data);
                prepare(client, collector);
                client.expect(200, "POST", "applications/sock-shop/plans", null);
                String planned = collector.await(span -> span.name().equals("planning") && collector.path(span).equals(PLANNING)).trace();
                HttpResponse<String> begun = client.send(client.request("applications/sock-shop/plans/latest/approval", "POST", null)
                        .header("Authorization", "Bearer " + client.token).header("traceparent", "00-" + own + "-b7ad6b7169203331-01"));
                assertThat(begun.statusCode()).isEqualTo(202);
                Told approval = collector.await(span -> span.name().endsWith("/approval"));
                assertThat(approval.trace()).isEqualTo(own);
                assertThat(approval.parent()).isEqualTo("b7ad6b7169203331");
                assertThat(approval.links()).containsExactly(planned);
                client.await("applications/sock-shop/deployments/latest", deployment -> deployment.path("steps").valueStream()
                        .anyMatch(step -> step.path("state").asString().equals("DONE")));
                first.destroyForcibly().waitFor();
                goneOnWithAfterARestart(collector, planned, own);
            } finally {
                first.destroyForcibly().waitFor();
            }
        }
    }

    private void goneOnWithAfterARestart(Collector collector, String planned, String own) throws Exception {
        Process second = Server.process(data, collector.argument());
        try {
            KillTest.converges(KillTest.client(second, data));
            Told run = collector.await(span -> span.name().equals("deployment") && !span.trace().equals(own));
            assertThat(run.parent()).as("a trace of its own").isEmpty();
            assertThat(run.links()).containsExactly(planned);
            assertThat(run.attributes()).containsEntry("caravan.application", "sock-shop").containsEntry("caravan.deployment", "1")
                    .containsEntry("caravan.outcome", "DONE");
        } finally {
            second.destroyForcibly().waitFor();
        }
    }

    /** A collector that is away is named in the log, and holds up nothing. */
    @Test
    @Tag("long")
    void withoutACollectorTheServerGoesOn() throws Exception {
        List<String> lines = new CopyOnWriteArrayList<>();
        Process server = Server.process(data, "--caravan.traces.endpoint=http://127.0.0.1:9/v1/traces");
        try {
            Client client = KillTest.client(server, data, lines::add);
            KillTest.beginDeployment(client);
            KillTest.converges(client);
            client.await("health", health -> lines.stream()
                    .anyMatch(line -> line.contains("spans are lost: http://127.0.0.1:9/v1/traces does not accept them")));
            assertThat(String.join("\n", lines)).doesNotContain("\tat ");
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    @Test
    void byDefaultNothingIsTraced() {
        assertThat(Server.shared().bean(Traces.class)).isSameAs(Traces.OFF);
    }
}
