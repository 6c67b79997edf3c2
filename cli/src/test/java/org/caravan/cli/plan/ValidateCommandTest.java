package org.caravan.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.caravan.cli.Main;
import org.caravan.cli.PlainHttpServer;
import org.caravan.cli.Printed;
import org.caravan.cli.command.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Given files decide, without a server; the server judges what they leave open. */
class ValidateCommandTest {

    private static final String NOWHERE = "http://127.0.0.1:9";
    private static final String REFUSED =
            "{\"accepted\":false,\"diagnostics\":[{\"severity\":\"ERROR\",\"code\":\"unknown-site\",\"message\":\"NorNet does not have "
            + "it.\"}]}";
    private static final String ACCEPTED = "{\"accepted\":true,\"diagnostics\":[],\"applications\":[\"mini\"],\"infrastructures\":[]}";

    @RegisterExtension
    private final Printed printed = new Printed();

    @TempDir
    private Path folder;

    @BeforeEach
    void files() throws IOException {
        write("app", """
                application mini {
                  component a { form container { image "x/a"  cpu 0.1  memory 64 MiB } provides http on 80 }
                  users u { at hall via NetCo ipv4  rate 1 requests/s  mix r 100 % }
                  request r { users -> a  turns 1  bytes 1 KiB }
                }
                """);
        write("infra", """
                infrastructure Mini {
                  host type box { arch amd64  cores 2  memory 2 GiB  disk 10 GiB  price 5 EUR/month }
                  site lab { kind edge  country NO  position 60 10  isp NetCo { ipv4 "10.77.1.0/24" gateway "10.77.1.1" }  \
                provider simulated { host box-1 of box at "box-1" } }
                  site hall { kind users  country NO  position 60 10  isp NetCo { ipv4 "10.77.2.0/24" gateway "10.77.2.1" }  \
                vantage v at "v" credentials lab }
                }
                """);
        write("elsewhere", Files.readString(path("infra")).replace("site hall", "site court").replace("Mini", "Elsewhere"));
        write("mistaken", Files.readString(path("infra")).replace("cores 2", "cores 0"));
        write("other", Files.readString(path("app")).replace("application mini", "application other").replace("at hall", "at nowhere"));
        write("broken", "application broken {\n  component a { form container { image \"x/a\"  cpu 0  memory 64 MB } }\n}\n");
        write("area", "area north { countries NO }\n");
        write("empty", "");
    }

    /** @param said parts of the output, separated by +; the server is never asked where the files decide */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "app infra|0|The model is valid.",
        "infra app|0|The model is valid.",
        "infra|0|The model is valid.",
        "app elsewhere|1|[unknown-site]+infrastructure Elsewhere does not have+court",
        "app infra elsewhere|1|[unknown-site]+Elsewhere",
        "app mistaken|1|Cores 0 of host type box+[cores-range]",
        "broken other infra|1|[cpu-range]+[unknown-unit]+other.caravan:3:+[unknown-site]",
        "broken infra|1|broken.caravan:2:+[cpu-range]+[unknown-unit]",
        "app app infra|0|The model is valid.",
        "empty|0|[nothing-declared]+The files are valid, but contain no application.",
        "area|0|[no-application]"})
    void givenFilesDecideWithoutAServer(String names, int exit, String said) throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(exit == 0 ? REFUSED : ACCEPTED)) {
            assertThat(validate(server.url(), names)).as(printed.text()).isEqualTo(exit);
            assertThat(server.asked()).isEmpty();
        }
        assertThat(printed.text()).contains(said.split("\\+"));
    }

    @Test
    void theInfrastructureInForceJudgesApplicationsThatComeAlone() throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(REFUSED)) {
            assertThat(validate(server.url(), "app")).isEqualTo(ExitCode.ERROR);
        }
        assertThat(printed.text()).contains("NorNet does not have it. [unknown-site]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"app|(server-unreachable)", "app --offline|no server was asked", "app area|(server-unreachable)"})
    void applicationsThatNoInfrastructureJudgesAreValidWithAWarning(String names, String reason) {
        assertThat(validate(NOWHERE, names)).isEqualTo(ExitCode.DONE);
        assertThat(printed.text()).contains("[infrastructure-unchecked]", reason, "Maybe name the file of the infrastructure as well.",
                "The model is valid.");
    }

    @Test
    void aServerThatRefusesToJudgeIsNamedByItsCode() throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(401, "{\"status\":401,\"code\":\"token-missing\",\"detail\":\"no token\"}")) {
            assertThat(validate(server.url(), "app")).isEqualTo(ExitCode.DONE);
        }
        assertThat(printed.text()).contains("(not-allowed)", "The model is valid.");
    }

    @ParameterizedTest
    @CsvSource({"app infra,0,true", "broken,1,false"})
    void jsonHasTheMembersOfTheServersVerdict(String names, int exit, boolean accepted) {
        assertThat(validate(NOWHERE, names + " --json")).isEqualTo(exit);
        JsonNode verdict = JsonMapper.builder().build().readTree(printed.text());
        assertThat(verdict.propertyNames()).containsExactlyInAnyOrder("diagnostics", "accepted", "applications", "infrastructures");
        assertThat(verdict.path("accepted").asBoolean()).isEqualTo(accepted);
        verdict.path("diagnostics").forEach(found -> assertThat(found.propertyNames())
                .containsExactlyInAnyOrder("severity", "code", "message", "suggestion", "file", "line", "column", "length"));
    }

    /** Libraries of the language have nothing to say. */
    @Test
    void aProcessOfItsOwnPrintsTheVerdictAlone() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-cp", System.getProperty("java.class.path"),
                Main.class.getName(), "validate", path("app").toString(), path("infra").toString()).redirectErrorStream(true).start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("The model is valid." + System.lineSeparator());
        assertThat(process.waitFor()).isEqualTo(ExitCode.DONE);
    }

    @Test
    void exitCodesAreDocumentedInTheHelp() {
        assertThat(Main.run("validate", "--help")).isEqualTo(ExitCode.DONE);
        assertThat(printed.text()).contains("Exit codes:", " 0 ", " 1 ", " 64 ");
        assertThat(Main.run("validate")).isEqualTo(ExitCode.USAGE);
        assertThat(Main.run("validate", "no-such.caravan")).isEqualTo(ExitCode.ERROR);
    }

    private int validate(String server, String words) {
        return Main.run(Stream.concat(Stream.of("validate", "--server", server),
                Stream.of(words.split(" ")).map(word -> word.startsWith("-") ? word : path(word).toString())).toArray(String[]::new));
    }

    private Path path(String name) {
        return folder.resolve(name + ".caravan");
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(path(name), text);
    }
}
