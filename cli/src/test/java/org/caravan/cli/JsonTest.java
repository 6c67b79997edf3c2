package org.caravan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.caravan.cli.command.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What programs read: with {@code --json} nothing else is printed. */
class JsonTest {

    private static final String ONE = "{\"name\":\"shop\",\"version\":\"1.0\",\"state\":\"RUNNING\",\"instances\":[]}";

    private static final String SUMMARY = ONE.replace("[]", "0");

    @RegisterExtension
    private final Printed printed = new Printed();

    private int run(int status, String answer, String... words) throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(status, answer)) {
            return Main.run(Stream.concat(Stream.of(words), Stream.of("--json", "--server", server.url())).toArray(String[]::new));
        }
    }

    private JsonNode said() {
        return JsonMapper.builder().build().readTree(printed.text());
    }

    @Test
    void statusIsAListHoweverManyThereAre() throws IOException {
        assertThat(run(200, "[" + SUMMARY + "]", "status")).isEqualTo(ExitCode.DONE);
        assertThat(said().isArray()).isTrue();
        assertThat(said().get(0).path("name").asString()).isEqualTo("shop");
    }

    @Test
    void oneOfThemThatFailedIsAnError() throws IOException {
        assertThat(run(200, "[" + SUMMARY + "," + SUMMARY.replace("RUNNING", "FAILED") + "]", "status")).isEqualTo(ExitCode.ERROR);
    }

    @Test
    void whatIsNamedIsOneDocument() throws IOException {
        assertThat(run(200, ONE, "status", "--application", "shop")).isEqualTo(ExitCode.DONE);
        assertThat(said().path("name").asString()).isEqualTo("shop");
    }

    @Test
    void whatNobodyApprovedIsTold() throws IOException {
        assertThat(run(200, ONE, "destroy", "shop")).isEqualTo(ExitCode.CHANGES_PENDING);
        assertThat(said().path("name").asString()).isEqualTo("shop");
    }

    @Test
    void aRefusalIsTheServersProblemInOneLine() throws IOException {
        String problem =
                "{\"title\":\"Conflict\",\"status\":409,\"detail\":\"It was never "
                + "deployed.\",\"code\":\"never-deployed\",\"suggestion\":\"deploy it.\",\"diagnostics\":[]}";
        assertThat(run(409, problem, "drift", "--application", "shop")).isEqualTo(ExitCode.ERROR);
        assertThat(printed.text().lines()).hasSize(1);
        assertThat(said().path("code").asString()).isEqualTo("never-deployed");
        assertThat(said().path("status").asInt()).isEqualTo(409);
        assertThat(said().path("text").asString()).isEqualTo("error: It was never deployed. [never-deployed]\n    Maybe deploy it.");
    }

    @Test
    void anAnswerThatDoesNotFitIsPrintedBeforeTheError() throws IOException {
        String answer = "{\"changes\":3.5,\"text\":{\"newer\":true}}";
        assertThat(run(200, answer, "drift", "--application", "shop", "--repair", "--auto-approve")).isEqualTo(ExitCode.ERROR);
        assertThat(printed.text()).containsSubsequence("newer", "answer-unreadable");
    }

    @Test
    void aRefusedTokenHasTheServersCode() throws IOException {
        assertThat(run(401, "{\"status\":401,\"code\":\"token-missing\",\"detail\":\"no token\"}", "nodes")).isEqualTo(ExitCode.ERROR);
        assertThat(said().path("code").asString()).isEqualTo("token-missing");
    }

    @Test
    void whatNobodyAskedTheServerHasTheSameMembers(@TempDir Path folder) throws IOException {
        assertThat(run(200, "[]", "validate", Files.write(folder.resolve("server.jar"), new byte[] {'P', 'K', 3, 4, (byte) 0xFF})
                .toString())).isEqualTo(ExitCode.ERROR);
        assertThat(said().path("code").asString()).isEqualTo("file-unreadable");
        assertThat(said().path("detail").asString()).endsWith("server.jar is not text: it is not UTF-8.");
        assertThat(said().path("suggestion").asString()).isEqualTo("another file is meant; names of models end with .caravan.");
    }

    @Test
    void aModelThatIsRejectedComesWithItsDiagnostics(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("a.caravan"), "application a {}");
        String verdict =
                "{\"accepted\":false,\"diagnostics\":[{\"severity\":\"ERROR\",\"code\":\"no-component\",\"message\":\"Application a has "
                + "no component.\"}]}";
        assertThat(run(200, verdict, "plan", file.toString())).isEqualTo(ExitCode.ERROR);
        assertThat(said().path("code").asString()).isEqualTo("model-rejected");
        assertThat(said().path("diagnostics").get(0).path("code").asString()).isEqualTo("no-component");
        assertThat(said().path("detail").asString()).isEqualTo("The model has 1 problem; nothing was changed.");
    }

    @Test
    void aWrongCommandLineIsAProblemToo() throws IOException {
        assertThat(run(200, "[]", "network", "--familly")).isEqualTo(ExitCode.USAGE);
        assertThat(said().path("code").asString()).isEqualTo("usage");
        assertThat(said().path("suggestion").asString()).startsWith("--family");
    }

    @Test
    void pathsAreThoseThatAreAskedFor() throws IOException {
        String paths = "[{\"from\":\"a.X/ipv4\",\"to\":\"b.X/ipv4\"},{\"from\":\"b.X/ipv4\",\"to\":\"a.X/ipv4\"}]";
        assertThat(run(200, paths, "network", "--family", "ipv4", "--heat")).isEqualTo(ExitCode.DONE);
        assertThat(said()).hasSize(2);
    }

    @Test
    void everyCommandThatPrintsHasIt() {
        List<String> without = new ArrayList<>();
        collect(Main.line(), without);
        assertThat(without).containsExactly("caravan completion");
    }

    private static void collect(CommandLine command, List<String> without) {
        boolean runs = command.getCommandSpec().userObject() instanceof Callable;
        if (runs && command.getCommandSpec().findOption("--json") == null) {
            without.add(command.getCommandSpec().qualifiedName());
        }
        command.getSubcommands().values().forEach(below -> collect(below, without));
    }
}
