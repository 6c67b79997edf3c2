package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.caravan.adapter.testkit.DockerEngine;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.adapter.testkit.TinyImage;
import org.caravan.infrastructure.Host;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** One application on real hosts: a container of a Docker engine that asks a unikernel at another site. */
@Tag("slow")
class MixedFormsTest {

    private static final Path IMAGES = Path.of("target/images").toAbsolutePath();
    private static final Path EXAMPLE = Path.of("../examples/unikernel").toAbsolutePath();

    private Client client;

    @Test
    void aContainerAsksAUnikernelByTheNameOfItsComponent(@TempDir Path data) throws Exception {
        skipWhereNotPossible();
        run(EXAMPLE.resolve("build").toString());
        TinyImage.publish(IMAGES);
        run("../executionware/images/image-build", EXAMPLE.resolve("image.toml").toString(), "--output", IMAGES.toString());
        try (EmulatedBed bed = EmulatedBed.raise("cvm", "198.18.80");
                DockerEngine engine = DockerEngine.start(bed, bed.east("docker"));
                Server server = Server.startReal(data, IMAGES, Path.of("target/credentials").toAbsolutePath())) {
            client = server.client;
            deploy();
            asksAcrossForms(bed);
            repairsFiltersOfBothForms(bed);
            asksAcrossForms(bed);
            destroys(bed);
        }
    }

    private static void skipWhereNotPossible() {
        Stream.of(EmulatedBed.whyNot(), TinyImage.whyNot(), DockerEngine.whyNot()).filter(why -> !why.isEmpty()).findFirst()
                .ifPresent(why -> {
            abort(why);
        });
    }

    private void deploy() {
        client.put("infrastructure", Server.files("two-providers.caravan"));
        client.put("applications/mixed/model", Server.files("mixed.caravan"));
        assertThat(client.get("nodes").path("unobserved")).isEmpty();
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
        client.await("probes/" + run, answer -> !answer.path("state").asString().equals("RUNNING"));
        JsonNode plan = client.expect(200, "POST", "applications/mixed/plans", null);
        assertThat(plan.path("diffText").asString()).contains("greeter:1", "on pi-west-1 at west as microvm", "shelf:1",
                "on pi-east-1 at east");
        assertThat(plan.path("reportText").asString()).contains("as microvm: ");
        client.expect(202, "POST", "applications/mixed/plans/" + plan.path("id").asString() + "/approval", null);
        assertDone();
        assertThat(client.get("applications/mixed/drift").path("changes").asBoolean()).isFalse();
        assertThat(client.get("applications/mixed/metrics").size()).isEqualTo(2);
    }

    private void asksAcrossForms(EmulatedBed bed) {
        String inside =
                "docker exec $(docker ps --format '{{.Names}}' --filter label=org.caravan.copy) /bin/busybox wget -qO - http://greeter/";
        assertThat(bed.on(bed.east("docker"), inside)).isEqualTo("Hei from greeter:1, a unikernel");
    }

    /** The node of the shelf is no consumer of the greeter, which has an address per ISP. */
    private static void assertThatStrangersReachTheGreeter(EmulatedBed bed, String expected) {
        String addresses = bed.on(bed.west("microvm"),
                "sed -n 's/^address \\([^ ]*\\) .*/\\1/p' /var/lib/caravan/microvm/mixed.greeter.*/caravan");
        assertThat(addresses.lines()).isNotEmpty().allSatisfy(address -> assertThat(bed.on(bed.east("docker"),
                "timeout 2 bash -c 'exec 3<>/dev/tcp/%s/80' 2>/dev/null && echo open || echo closed".formatted(address)))
                .as(address).isEqualTo(expected));
    }

    private void repairsFiltersOfBothForms(EmulatedBed bed) {
        assertThatStrangersReachTheGreeter(bed, "closed");
        List.of(bed.east("docker"), bed.west("microvm")).forEach(host -> bed.on(host, "nft flush ruleset"));
        assertThatStrangersReachTheGreeter(bed, "open");
        JsonNode drift = client.get("applications/mixed/drift");
        assertThat(drift.toString()).contains("ADMIT greeter:1").contains("ADMIT shelf:1").contains("has no filter as planned");
        client.expect(202, "POST", "applications/mixed/repair", null);
        assertDone();
        assertThat(client.get("applications/mixed/drift").path("changes").asBoolean()).isFalse();
        assertThatStrangersReachTheGreeter(bed, "closed");
    }

    private void destroys(EmulatedBed bed) {
        client.expect(202, "DELETE", "applications/mixed", null);
        assertDone();
        Host west = bed.west("microvm");
        assertThat(bed.on(west, "ls /var/lib/caravan/microvm /dev/shm; pgrep -a qemu-system || true").lines()
                .filter(line -> line.contains("greeter"))).isEmpty();
        assertThat(bed.on(bed.east("docker"), "docker ps -aq; ls /var/lib/caravan/docker")).isEmpty();
    }

    private void assertDone() {
        JsonNode ended = client.await("applications/mixed/deployments/latest",
                answer -> !answer.path("state").asString().equals("RUNNING"));
        assertThat(ended.path("state").asString()).as(ended.toString()).isEqualTo("DONE");
    }

    private static void run(String... command) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).as(String.join(" ", List.of(command))).isZero();
    }
}
