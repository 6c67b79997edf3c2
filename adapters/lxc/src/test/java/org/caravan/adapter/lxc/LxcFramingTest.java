package org.caravan.adapter.lxc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopyCommand;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.testkit.TinyImage;
import org.caravan.text.ShellWord;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Images whose start words try to be calls, on a node of the test bed: the security review's way to root (finding C1). */
@Tag("real")
class LxcFramingTest extends LxcCopies {

    private static final String HOSTILE = "tiny/hostile";
    private static final String PROOF = "/var/lib/caravan/SEC-PROOF";
    private static final Path MANIFESTS = Path.of("target/images/manifests").toAbsolutePath();

    @AfterEach
    void removeProof() throws Exception {
        LxcBed.bed().on(east, "rm -f " + PROOF);
        Files.deleteIfExists(hostile());
    }

    private static Path hostile() {
        return MANIFESTS.resolve(HOSTILE + ".json");
    }

    /** As it lay in the store before names and words of images were looked at. */
    private static void store(String word) throws Exception {
        JsonMapper json = new JsonMapper();
        JsonNode index = json.readTree(Files.readString(MANIFESTS.resolve(TinyImage.WEB + ".json")));
        ((ObjectNode) index).put("name", HOSTILE);
        index.path("images").forEach(image -> ((ArrayNode) image.path("start")).add(word));
        Files.createDirectories(hostile().getParent());
        Files.writeString(hostile(), json.writeValueAsString(index), StandardCharsets.UTF_8);
    }

    @Test
    void aStoredImageWithNulsIsRefusedWhenItIsDeployedAndNothingOfItRuns() throws Exception {
        String payload = "{ id; hostname; } >" + PROOF;
        store("x\n" + "A".repeat(20_000) + " 1 " + payload.length() + "\n" + payload + "\0".repeat(16_000));
        List<CompletableFuture<Throwable>> copies = Stream.of(1, 2).map(index -> CompletableFuture.supplyAsync(() ->
                catchThrowable(() -> adapter.ensure(east, new CopyId("node", new InstanceId("hostile", index), 1), hostileSpec(110 + index),
                        List.of())))).toList();
        assertThat(copies).allSatisfy(copy -> assertThat(copy.join()).isInstanceOf(AdapterFault.class).hasMessageContaining(HOSTILE)
                .hasMessageContaining("U+0000")
                .hasMessageContaining("\nMaybe "));
        assertThat(LxcBed.bed().on(east, "[ ! -e " + PROOF + " ] && echo none")).isEqualTo("none");
        start(east, WEB, spec);
    }

    /** What is text stays text: it reaches the program as its argument. */
    @Test
    void textThatLooksLikeACallIsAnArgument() throws Exception {
        String payload = ": >" + PROOF;
        String word = "x\n'; touch " + PROOF + " #\n" + "A".repeat(5_000) + "\n1 0 " + payload.length() + " " + payload.length() + " "
                + "0".repeat(64) + "\n" + payload + "\n$(touch " + PROOF + ")\\0101";
        store(word);
        CopyId id = new CopyId("node", new InstanceId("hostile", 3), 1);
        adapter.ensureImage(east, HOSTILE);
        start(east, id, hostileSpec(113));
        CopyCommand read = new CopyCommand(List.of("/bin/cat", "/run/caravan/start"), Duration.ofMinutes(2), Bytes.ofMebi(1));
        assertThat(adapter.exec(east, id, read).output()).contains(ShellWord.quoted(word));
        assertThat(LxcBed.bed().on(east, "[ ! -e " + PROOF + " ] && echo none")).isEqualTo("none");
    }

    private static CopySpec hostileSpec(int slot) {
        return LxcFixture.spec(slot, HOSTILE);
    }
}
