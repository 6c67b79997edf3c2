package org.caravan.adapter.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code inspect.sh} reports about inbound bandwidth, on a node whose kernel has all that it needs. */
class InspectScriptTest {

    private static final NodeScripts SCRIPTS = new NodeScripts(InspectScriptTest.class);

    @TempDir
    Path folder;

    @Test
    void theReasonOfTheShaperIsReported() throws Exception {
        assertThat(inspected()).as("without inbound classes that were refused").noneMatch(line -> line.startsWith("no-"));
        Files.writeString(folder.resolve("inbound"), "nft refuses the classes: Error\nmore\n");
        assertThat(inspected()).contains("no-inbound nft refuses the classes: Error").doesNotContain("more");
    }

    private List<String> inspected() throws Exception {
        Path script = Files.writeString(folder.resolve("script"), """
                set -e
                RUN=%1$s CARAVAN=%1$s BRIDGE=lo
                require_bridge() { :; }
                declared_gpus() { :; }
                lacks_bandwidth() { return 1; }
                lacks_inbound() { return 1; }
                """.formatted(folder) + SCRIPTS.text("inspect.sh"));
        Process bash = new ProcessBuilder("bash", script.toString()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        List<String> lines = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        assertThat(bash.waitFor()).isZero();
        return lines;
    }
}
