package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.adapter.testkit.TinyImage;
import org.caravan.json.Json;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Start times are learned from real deployments: after five, each of 20 new applications is predicted before it is deployed. Prints each
 * prediction beside its measurement; what is asserted is that each start is recorded, because speed depends on the machine.
 */
@Tag("real")
class LearnedStartTest {

    private static final String MANAGEMENT = "198.18.97";
    private static final int LEARNED = 5;
    private static final int NEW = 20;
    private static final String LISTED = "start-times?image=tiny/web";

    private Client client;

    @Test
    void startsOfNewDeploymentsArePredicted(@TempDir Path data) throws Exception {
        Stream.of(EmulatedBed.whyNot(), TinyImage.whyNot()).filter(why -> !why.isEmpty()).findFirst().ifPresent(why -> {
            System.err.println("SKIPPED LearnedStartTest: " + why);
            abort(why);
        });
        Path images = data.resolve("images");
        TinyImage.publish(images);
        try (EmulatedBed bed = EmulatedBed.raise("cvnq", MANAGEMENT);
                Server server = Server.startReal(data, images, Path.of("target/credentials").toAbsolutePath())) {
            client = server.client;
            client.put("infrastructure", Json.write(Map.of("files", Map.of("sites.caravan",
                    Server.text("drained-sites.caravan").replace("198.18.82", MANAGEMENT)))));
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> !answer.path("state").asString().equals("RUNNING"));
            assertThat(client.get(LISTED)).as("nothing is learned yet").isEmpty();
            List<Double> errors = new ArrayList<>();
            for (int number = 1; number <= LEARNED + NEW; number++) {
                JsonNode before = client.get(LISTED).path(0);
                once("shelf" + number);
                JsonNode after = client.get(LISTED).path(0);
                assertThat(after.path("newestAt").asString()).as("it is recorded").isGreaterThan(before.path("newestAt").asString());
                assertThat(after.path("starts").asInt()).isEqualTo(Math.min(number, 21));
                assertThat(after.path("transferMillis").asInt()).as("the host has the image").isZero();
                if (number > LEARNED) {
                    errors.add(error(number, before, after.path("newestMillis").asLong()));
                }
            }
            errors.sort(null);
            System.out.printf(Locale.ROOT, "start times: %d of %d within 20 %%, median error %.1f %%, largest %.1f %%; load %.1f%n",
                    errors.stream().filter(error -> error <= 0.2).count(), NEW, errors.get(NEW / 2) * 100, errors.get(NEW - 1) * 100,
                    ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
            System.out.println(client.get("start-times").toPrettyString());
        }
    }

    private static double error(int number, JsonNode before, long took) {
        long predicted = before.path("medianMillis").asLong();
        double error = Math.abs(predicted - took) / (double) took;
        System.out.printf(Locale.ROOT, "deployment %2d on %s: predicted %4d ms (90 %%: %4d), took %4d ms, error %5.1f %%%n", number,
                before.path("hostId").asString(), predicted, before.path("slowMillis").asLong(), took, error * 100);
        return error;
    }

    /** Deploys an application of one copy and removes it again. */
    private void once(String application) {
        String model = Server.text("shelf.caravan").replace("application shelf", "application " + application)
                .replace("minimise", "require shelf at east\n  minimise");
        client.put("applications/" + application + "/model", Json.write(Map.of("files", Map.of("shelf.caravan", model))));
        JsonNode plan = client.expect(200, "POST", "applications/" + application + "/plans", null);
        assertThat(plan.path("outcome").asString()).as(plan.toString()).isEqualTo("PLANNED");
        client.expect(202, "POST", "applications/" + application + "/plans/" + plan.path("id").asString() + "/approval", null);
        ended(application);
        client.expect(202, "DELETE", "applications/" + application, null);
        ended(application);
    }

    private void ended(String application) {
        JsonNode ended = client.await("applications/" + application + "/deployments/latest",
                answer -> !answer.path("state").asString().equals("RUNNING"));
        assertThat(ended.path("state").asString()).as(ended.toString()).isEqualTo("DONE");
    }
}
