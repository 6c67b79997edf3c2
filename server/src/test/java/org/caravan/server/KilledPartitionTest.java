package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.caravan.server.SteeredPartitions.Steered;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A server is killed with SIGKILL in the middle of a planning in partitions: another one goes on, and plans what would have been planned.
 */
@Tag("servers")
class KilledPartitionTest {

    private static final String PARTITIONS = "caravan.partition-requested";
    private static final String PLANNINGS = "caravan.plan-requested";
    private static final int SIGKILL = 9;

    @TempDir
    Path folder;

    private SharedServers servers;
    private Server survivor;
    private Steered partitions;

    @BeforeEach
    void begin() throws Exception {
        servers = new SharedServers(folder, "--caravan.planning.partition-from=1", "--caravan.planning.partitions=2");
        survivor = servers.start("survivor", SteeredPartitions.class);
        partitions = survivor.bean(Steered.class);
        survivor.client.put("infrastructure", Server.files("sites.caravan"));
        survivor.client.put("applications/twins/model", Server.files("twins.caravan"));
        servers.modelsTaken();
    }

    private void measure() {
        String run = survivor.client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
        survivor.client.await("probes/" + run, answer -> answer.path("state").asString().equals("DONE"));
    }

    @AfterEach
    void end() throws Exception {
        survivor.close();
        servers.close();
    }

    @Test
    void theOtherOnePlansThePartitionOfWhoWasKilledWithIt() throws Exception {
        measure();
        JsonNode undisturbed = planned(asked());
        partitions.begun.clear();
        // It keeps its own until the other one is dead: each has one.
        partitions.together = new CountDownLatch(2);
        String planning = asked();
        await("a partition that is begun").until(() -> partitions.begun.size() == 1);
        killedWith(1 - partitions.begun.peek());
        await("one that waits again").until(() -> servers.broker.given(PARTITIONS) == 1);
        partitions.together.countDown();
        JsonNode plan = planned(planning);
        assertThat(partitions.begun).containsExactlyInAnyOrder(0, 1);
        sameAs(undisturbed, plan);
    }

    /** It has planned it, and is killed before it answers. */
    private void killedWith(int partition) throws Exception {
        Process victim = servers.process("victim", HoldingServer.class);
        try {
            Queue<String> said = new ConcurrentLinkedQueue<>();
            Pair.drain(victim.inputReader(), said);
            await("the partition in the other process").atMost(Duration.ofMinutes(10))
                    .until(() -> said.contains(HoldingServer.HOLDS + partition) || !victim.isAlive());
            assertThat(victim.isAlive()).as("it ended by itself: %s", said).isTrue();
            assertThat(servers.broker.given(PARTITIONS)).as("one each").isEqualTo(2);
        } finally {
            assertThat(victim.destroyForcibly().waitFor()).isEqualTo(128 + SIGKILL);
        }
    }

    @Test
    void theOtherOnePlansAllOfItWhereWhoAskedForPartitionsWasKilled() throws Exception {
        partitions.together = new CountDownLatch(2);
        survivor.bean(CamelContext.class).getRouteController().stopRoute("plan-requested");
        Process victim = servers.process("victim", HoldingServer.class);
        try {
            Client client = servers.client(victim);
            // Each keeps what was measured since it is there.
            measure();
            client.await("network", network -> measured(network) == measured(survivor.client.get("network")));
            client.expect(202, "POST", "applications/twins/plannings", null);
            await("both partitions").until(() -> servers.broker.given(PARTITIONS) == 2 && partitions.begun.size() == 1);
        } finally {
            assertThat(victim.destroyForcibly().waitFor()).isEqualTo(128 + SIGKILL);
        }
        await("the planning that nobody makes").until(() -> servers.broker.unacknowledged(PLANNINGS) == 1
                && servers.broker.given(PLANNINGS) == 0);
        survivor.bean(CamelContext.class).getRouteController().startRoute("plan-requested");
        partitions.together.countDown();
        JsonNode plan = survivor.client.await("applications/twins/plans", plans -> plans.size() == 1).get(0);
        assertThat(partitions.begun).as("the two of who was killed are planned for nobody").containsExactlyInAnyOrder(0, 1, 0, 1);
        sameAs(planned(asked()), plan);
    }

    private static long measured(JsonNode network) {
        return Pattern.compile("MEASURED").matcher(network.toString()).results().count();
    }

    private String asked() {
        return survivor.client.expect(202, "POST", "applications/twins/plannings", null).path("id").asString();
    }

    private JsonNode planned(String planning) {
        JsonNode ended = survivor.client.await("plannings/" + planning,
                answer -> !answer.path("state").asString().matches("WAITING|RUNNING"));
        assertThat(ended.path("state").asString()).as(ended.toString()).isEqualTo("DONE");
        return survivor.client.get("applications/twins/plans/" + ended.path("planId").asString());
    }

    /** Nothing of what was killed is left, but in the word about who planned. */
    private void sameAs(JsonNode undisturbed, JsonNode plan) {
        assertThat(plan.path("planText").asString()).isNotEmpty().isEqualTo(undisturbed.path("planText").asString());
        assertThat(plan.path("report").path("notes").valueStream().map(JsonNode::asString))
                .anyMatch(note -> note.startsWith("searched in 2 partitions (2 by server survivor)"));
        await("queues without a message").until(() -> servers.broker.unacknowledged(PARTITIONS) == 0
                && servers.broker.unacknowledged(PLANNINGS) == 0);
    }
}
