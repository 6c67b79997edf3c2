package org.caravan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.caravan.cli.command.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person sees who has just begun, or asks for what is not there. */
class NothingYetTest {

    /** The infrastructure and its paths in one, as the server here answers everything alike. */
    private static final String SITES = "{\"simulated\":true,\"sites\":[{\"id\":\"bergen\"},{\"id\":\"centre\"}]}";

    @RegisterExtension
    private final Printed printed = new Printed();

    private static List<String> asked(String answer, int exitCode, String... words) throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(answer)) {
            assertThat(Main.run(Stream.concat(Stream.of(words), Stream.of("--server", server.url())).toArray(String[]::new)))
                    .isEqualTo(exitCode);
            return server.asked();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "status, no applications yet, caravan deploy FILE",
        "secret list, no secrets yet, caravan secret set NAME < FILE",
        "token list, no tokens yet but the owner's, caravan token create NAME --role viewer",
        "endpoint list, no endpoints are allowed, caravan endpoint allow HOST",
        "deployments shop, no deployments yet, caravan deploy shop",
        "forecast shop, no router has counted requests of shop yet, caravan status shop",
        "predictions shop, shop is not deployed: no plan is in force, caravan deploy shop",
        "start-times, no copy has started on a real host of the infrastructure yet, caravan deploy APPLICATION",
        "plans shop, no plans yet that shop followed, caravan deploy shop",
        "image list, no images, import one: caravan image import FILE",
        "network, No measurements are known., caravan probe.",
    })
    void emptyListsSaySo(String line, String what, String wayOut) throws IOException {
        asked("[]", ExitCode.DONE, line.split(" "));
        assertThat(printed.text()).startsWith(what + "\n    Maybe ").contains(wayOut);
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret list", "token list", "audit --json", "endpoint list", "organisation list", "infrastructure",
            "image list"})
    void whatTheServerKeepsIsNotSimulated(String line) throws IOException {
        assertThat(asked(SITES, ExitCode.DONE, line.split(" "))).doesNotContain("/api/v1/health");
        assertThat(printed.text()).doesNotContain("SIMULATED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nodes", "status --application shop", "drift --application shop", "metrics"})
    void hostsAndWhatRunsThereAre(String line) throws IOException {
        asked(SITES, ExitCode.DONE, line.split(" "));
        assertThat(printed.text()).contains("SIMULATED: this server's hosts and network are simulated");
    }

    @Test
    void aSiteThatIsNotThereIsNotAnEmptyTable() throws IOException {
        asked(SITES, ExitCode.ERROR, "network", "--from", "nix", "--to", "center");
        assertThat(printed.text())
                .isEqualTo("error: There is no site (nix).\nThere is no site (center). [unknown-site]\n    Maybe one of bergen, centre.\n");
        asked(SITES, ExitCode.DONE, "network", "--from", "bergen", "--to", "centre");
        asked(SITES, ExitCode.USAGE, "network", "--family", "ipv5");
    }

    @Test
    void chosenPathsMeanAllOfThem() throws IOException {
        String done = "{\"probeRunId\":\"1\",\"state\":\"DONE\"}";
        assertThat(scope(done, "probe", "--path", "a.X/ipv4 -> b.X/ipv4")).isEqualTo("full");
        assertThat(scope(done, "probe", "--path", "a.X/ipv4 -> b.X/ipv4", "--scope", "idle")).isEqualTo("idle");
        assertThat(scope(done, "probe")).isEqualTo("standard");
    }

    private static String scope(String answer, String... words) throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(answer)) {
            assertThat(Main.run(Stream.concat(Stream.of(words), Stream.of("--server", server.url())).toArray(String[]::new)))
                    .isEqualTo(ExitCode.DONE);
            return server.bodies().get(0).replaceFirst(".*\"scope\":\"(\\w+)\".*", "$1");
        }
    }
}
