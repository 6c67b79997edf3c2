package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.adapter.testkit.TinyImage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Real containers leave a drained node, which may then go. */
@Tag("real")
class DrainedNodeTest {

    private static final Path IMAGES = Path.of("target/images").toAbsolutePath();

    private Client client;

    @Test
    void aDrainedNodeIsLeftByItsContainersAndMayThenGo(@TempDir Path data) throws Exception {
        skip(EmulatedBed.whyNot(), TinyImage.whyNot());
        TinyImage.publish(IMAGES);
        try (EmulatedBed bed = EmulatedBed.raise("cvn5", "198.18.82");
                Server server = Server.startReal(data, IMAGES, Path.of("target/credentials").toAbsolutePath())) {
            client = server.client;
            client.put("infrastructure", Server.files("drained-sites.caravan"));
            client.put("applications/shelf/model", Server.files("shelf.caravan"));
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
            client.await("probes/" + run, answer -> !answer.path("state").asString().equals("RUNNING"));
            deploy();
            String left = host("shelf:1");
            String other = left.equals("pi-east-1") ? "pi-west-1" : "pi-east-1";
            measuresTheNetworkToAPeer(left, other);
            JsonNode refused = ended(begin(left, "{\"work\":\"REMOVE\",\"force\":true}"));
            assertThat(refused.path("state").asString()).as("by force neither").isEqualTo("UNFIT");
            assertThat(refused.path("findings").toString()).contains("MISSING", "shelf shelf:1");
            client.put("nodes/" + left + "/drain", "");
            deploy();
            assertThat(host("shelf:1")).isEqualTo(other);
            assertThat(bed.on(left.equals("pi-east-1") ? bed.east("lxc") : bed.west("lxc"), "lxc-ls -1")).isEmpty();
            assertThat(bed.on(left.equals("pi-east-1") ? bed.west("lxc") : bed.east("lxc"), "lxc-ls -1 --running"))
                    .startsWith("shelf.shelf.1.");
            JsonNode gone = ended(begin(left, "{\"work\":\"REMOVE\"}"));
            assertThat(gone.path("state").asString()).as(gone.toString()).isEqualTo("DONE");
            assertThat(hosts()).containsExactly(other);
            client.expect(202, "DELETE", "applications/shelf", null);
            awaitDone();
        }
    }

    private void measuresTheNetworkToAPeer(String hostId, String peerId) {
        JsonNode measured = ended(begin(hostId, "{\"work\":\"MEASURE\",\"times\":2,\"peerId\":\"" + peerId + "\"}"));
        assertThat(measured.path("state").asString()).as(measured.toString()).isEqualTo("DONE");
        System.out.println(measured.path("capability"));
        assertThat(measured.path("capability").path("figures").valueStream().map(figure -> figure.path("what").asString()))
                .as(measured.toString()).contains("cpu", "memory", "disk", "network-out", "network-in");
    }

    private void deploy() {
        JsonNode plan = client.expect(200, "POST", "applications/shelf/plans", null);
        assertThat(plan.path("outcome").asString()).as(plan.toString()).isEqualTo("PLANNED");
        client.expect(202, "POST", "applications/shelf/plans/" + plan.path("id").asString() + "/approval", null);
        awaitDone();
    }

    private void awaitDone() {
        JsonNode ended = client.await("applications/shelf/deployments/latest",
                answer -> !answer.path("state").asString().equals("RUNNING"));
        assertThat(ended.path("state").asString()).as(ended.toString()).isEqualTo("DONE");
    }

    private String host(String instance) {
        return client.get("applications/shelf").path("instances").valueStream()
                .filter(one -> one.path("instance").asString().equals(instance)).findFirst().orElseThrow().path("hostId").asString();
    }

    private List<String> hosts() {
        return client.get("infrastructure").path("sites").valueStream().flatMap(site -> site.path("hosts").valueStream())
                .map(host -> host.path("id").asString()).toList();
    }

    private String begin(String hostId, String body) {
        return client.expect(202, "POST", "nodes/" + hostId + "/tasks", body).path("id").asString();
    }

    private JsonNode ended(String id) {
        return client.await("node-tasks/" + id, task -> !task.path("state").asString().equals("RUNNING"));
    }

    private static void skip(String... reasons) {
        Stream.of(reasons).filter(why -> !why.isEmpty()).findFirst().ifPresent(why -> {
            System.err.println("SKIPPED DrainedNodeTest: " + why);
            abort(why);
        });
    }
}
