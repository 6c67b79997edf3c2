package org.caravan.cli.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.caravan.cli.Main;
import org.caravan.cli.Printed;
import org.caravan.cli.command.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** A capture of a web server that asks a database once per page and twice per order, on loopback addresses of their own. */
class TurnsReadCommandTest {

    private static final String CAPTURE = "src/test/resources/shop.pcap";

    @RegisterExtension
    final Printed printed = new Printed();

    @TempDir
    Path folder;

    @BeforeEach
    void assumeThatTsharkIsThere() {
        assumeThat(List.of(System.getenv("PATH").split(":")).stream().anyMatch(part -> Files.isExecutable(Path.of(part, "tshark"))))
                .as("SKIPPED: tshark is not installed").isTrue();
    }

    private int read(String... more) {
        List<String> words = new ArrayList<>(List.of("turns", "read", CAPTURE, "--component", "web=127.0.0.2:9002", "--component",
                "db=127.0.0.3:9003"));
        words.addAll(List.of(more));
        return Main.run(words.toArray(String[]::new));
    }

    @Test
    void printsRequestsAndWritesProfilesThatModelsRead() throws IOException {
        assertThat(read("--request", "home=GET /", "--request", "order=GET /order/*", "--output", folder.toString()))
                .isEqualTo(ExitCode.DONE);

        assertThat(printed.text()).contains("request home: 5 samples", "request order: 5 samples", "users -> web", "web -> db",
                "10 requests captured; 0 overlap others, 0 have no answer, 0 are of no named kind.", "order.turns.json");
        assertThat(JsonMapper.builder().build().readTree(Files.readString(folder.resolve("order.turns.json"))).toString())
                .startsWith("{\"request\":\"order\",\"samples\":5,\"hops\":[{\"from\":\"users\",\"to\":\"web\",\"turns\":3,\"bytes\":")
                .contains("{\"from\":\"web\",\"to\":\"db\",\"turns\":7,\"bytes\":");
    }

    @Test
    void profilesAreNotOverwritten() throws IOException {
        Path mine = Files.writeString(folder.resolve("home.turns.json"), "mine");

        assertThat(read("--request", "home=GET /", "-o", folder.toString())).isEqualTo(ExitCode.ERROR);
        assertThat(printed.text()).contains("already exists", "[file-exists]", "Maybe");
        assertThat(mine).hasContent("mine");
        assertThat(read("--request", "home=GET /", "-o", folder.toString(), "--force")).isEqualTo(ExitCode.DONE);
        assertThat(Files.readString(mine)).contains("\"turns\"");
    }

    @Test
    void requestWithoutSamplesEndsWithOne() {
        assertThat(read("--request", "none=POST /none", "--json")).isEqualTo(ExitCode.ERROR);
        assertThat(printed.text()).contains("\"samples\" : 0", "\"unrecognised\" : 10");
    }

    @Test
    void refusesUnreadableComponentsAndRequests() {
        assertThat(read("--component", "web=localhost", "--request", "home")).isEqualTo(ExitCode.ERROR);
        assertThat(printed.text()).contains("Component web=localhost is not NAME=ADDRESS", "[component-unreadable]",
                "Maybe web=10.0.0.2:80");
        assertThat(read("--request", "home=GET")).isEqualTo(ExitCode.ERROR);
        assertThat(printed.text()).contains("[request-unreadable]", "Maybe 'home=GET /'");
    }

    @Test
    void requestGivenTwiceIsRefused() {
        assertThat(read("--request", "home=GET /", "--request", "home=GET /index.html")).isEqualTo(ExitCode.ERROR);
        assertThat(printed.text()).contains("Request home is given twice", "[request-repeated]", "Maybe name the second one home-2");
    }

    @Test
    void missingCaptureIsNamed() {
        assertThat(Main.run("turns", "read", "none.pcap", "--component", "web=10.0.0.2", "--request", "home")).isEqualTo(ExitCode.ERROR);
        assertThat(printed.text()).contains("none.pcap does not exist", "[capture-missing]", "Maybe");
    }
}
