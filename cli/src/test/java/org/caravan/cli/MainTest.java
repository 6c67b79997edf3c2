package org.caravan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.Terminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class MainTest {

    @RegisterExtension
    private final Printed printed = new Printed();

    @Test
    void aServerThatIsNotThereIsAnErrorWithAWayOut() throws IOException {
        String url;
        try (ServerSocket free = new ServerSocket(0)) {
            url = "http://127.0.0.1:" + free.getLocalPort();
        }
        assertThat(Main.run("status", "--server", url)).isEqualTo(ExitCode.ERROR);
        assertThat(printed.text()).contains("The server at " + url + " does not answer").contains("Maybe start it");
    }

    /** In descriptions a percent sign is a format's beginning. */
    @Test
    void allHelpCanBeFormatted() {
        assertThat(Main.run("network", "chart", "--help")).isEqualTo(ExitCode.DONE);
        assertThat(printed.text()).contains("with 95 % confidence intervals");
        assertThat(descriptions(Main.line())).isNotEmpty()
                .allSatisfy(description -> assertThatCode(() -> String.format(description)).doesNotThrowAnyException());
    }

    private static List<String> descriptions(CommandLine line) {
        List<String> all = new ArrayList<>(List.of(line.getCommandSpec().usageMessage().description()));
        line.getCommandSpec().options().forEach(option -> all.addAll(List.of(option.description())));
        line.getCommandSpec().positionalParameters().forEach(parameter -> all.addAll(List.of(parameter.description())));
        line.getSubcommands().values().forEach(command -> all.addAll(descriptions(command)));
        return all;
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThat(Main.run("validate", "no-such.caravan")).isEqualTo(ExitCode.ERROR);
        assertThat(printed.text()).contains("no-such.caravan cannot be read").contains("Maybe the path is relative");
    }

    @Test
    void whatAnswersButIsNoCaravanServerIsSaid() throws IOException {
        try (PlainHttpServer other = new PlainHttpServer("<html>hello</html>")) {
            assertThat(Main.run("nodes", "--server", other.url())).isEqualTo(ExitCode.ERROR);
        }
        assertThat(printed.text()).contains("is not JSON");
    }

    @Test
    void aModelWithMistakesIsShownWithAllOfThem(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("a.caravan"), "application a {}");
        String verdict = "{\"accepted\":false,\"diagnostics\":[{\"severity\":\"ERROR\",\"code\":\"no-component\","
                + "\"message\":\"Application a has no component.\",\"suggestion\":\"add "
                        + "one.\",\"file\":\"a.caravan\",\"line\":1,\"column\":13}]}";
        try (PlainHttpServer server = new PlainHttpServer(verdict)) {
            assertThat(Main.run("validate", "--server", server.url(), file.toString())).isEqualTo(ExitCode.ERROR);
        }
        assertThat(printed.text()).contains("a.caravan:1:13: error: Application a has no component. [no-component]\n    Maybe add one.");
    }

    @Test
    void aDeploymentThatWasUndoneIsNoSuccess() throws IOException {
        String undone = "{\"id\":\"4\",\"state\":\"UNDONE\",\"error\":\"CREATE web:1@2 on pi-1 failed: full\\nMaybe look.\",\"steps\":"
                + "[{\"attempt\":1,\"number\":1,\"state\":\"UNDONE\",\"text\":\"[] -> #1 CREATE web:1@2 on pi-1, is new\"}]}";
        try (PlainHttpServer server = new PlainHttpServer(undone)) {
            assertThat(Main.run("resume", "--application", "shop", "--server", server.url())).isEqualTo(ExitCode.UNDONE);
        }
        assertThat(printed.text()).contains("UNDONE  [] -> #1 CREATE").contains("failed and was undone; shop is as it was before")
                .contains("on pi-1 failed: full");
    }

    @Test
    void driftIsToldWithWhatIsAtRisk() throws IOException {
        String drift =
                "{\"changes\":true,\"text\":\"[] -> #1 CREATE db:1@1 on pi-1, is not there yet\",\"dataAtRisk\":[\"db:1 keeps data.\"]}";
        try (PlainHttpServer server = new PlainHttpServer(drift)) {
            assertThat(Main.run("drift", "--application", "shop", "--server", server.url())).isEqualTo(ExitCode.CHANGES_PENDING);
            assertThat(Main.run("drift", "--repair", "--application", "shop", "--server", server.url()))
                    .isEqualTo(ExitCode.CHANGES_PENDING);
        }
        assertThat(printed.text()).contains("CREATE db:1@1").contains("Data at risk: db:1 keeps data.")
                .contains("the plan was not approved");
    }

    @Test
    void whatWasNotSeenIsNotTheSame() throws IOException {
        String drift =
                "{\"changes\":false,\"text\":\"! pi-2 was not observed (it is off.\\nMaybe switch it on): web:1 there is left "
                + "alone.\\n\",\"dataAtRisk\":[],\"unobserved\":[{\"hostId\":\"pi-2\",\"reason\":\"it is off\"}]}";
        try (PlainHttpServer server = new PlainHttpServer(drift)) {
            assertThat(Main.run("drift", "--application", "shop", "--server", server.url())).isEqualTo(ExitCode.UNOBSERVED);
            assertThat(printed.text()).startsWith(
                    "The observed state matches the target, but 1 host was not observed: pi-2.\n! pi-2 was not observed (it is off.");
            assertThat(Main.run("drift", "--json", "--application", "shop", "--server", server.url())).isEqualTo(ExitCode.UNOBSERVED);
        }
        assertThat(printed.text()).contains("\"hostId\" : \"pi-2\"", "\"reason\" : \"it is off\"");
        try (PlainHttpServer server = new PlainHttpServer("{\"orphans\":[],\"machines\":[],\"unobserved\":[\"pi-2: off\"]}")) {
            assertThat(Main.run("orphans", "--server", server.url())).isEqualTo(ExitCode.UNOBSERVED);
        }
        assertThat(printed.text()).contains("not observed: pi-2.",
                "belongs to an application, as far as observed.\nNot observed: pi-2: off");
    }

    @Test
    void orphansAreListedAndKeptUntilSomebodyApproves() throws IOException {
        String orphans = "{\"orphans\":[{\"hostId\":\"pi-1\",\"label\":\"old.web.1.3\",\"state\":\"RUNNING\"}],"
                + "\"machines\":[{\"id\":\"i-7\",\"hostId\":\"ohio-3\",\"state\":\"RUNNING\"}],\"unobserved\":[\"pi-2: off\"]}";
        try (PlainHttpServer server = new PlainHttpServer(orphans)) {
            assertThat(Main.run("orphans", "--remove", "--server", server.url())).isEqualTo(ExitCode.CHANGES_PENDING);
        }
        assertThat(printed.text()).contains("old.web.1.3").contains("on pi-1").contains("machine i-7").contains("of host ohio-3")
                .contains("Not observed: pi-2: off").contains("the plan was not approved");
    }

    @Test
    void plansAreListedWithTheTargetMarked() throws IOException {
        String targets = "[{\"planId\":\"0123456789abcdef\",\"generation\":3,\"since\":\"2026-11-21T08:00:00.123Z\",\"instances\":7,"
                + "\"deploymentId\":\"2\",\"phase\":\"UNDO\",\"state\":\"UNDONE\",\"current\":true}]";
        try (PlainHttpServer server = new PlainHttpServer(targets)) {
            assertThat(Main.run("plans", "--application", "shop", "--server", server.url())).isEqualTo(ExitCode.DONE);
        }
        assertThat(printed.text()).contains("* 3          0123456789ab  2026-11-21T08:00:00Z")
                .contains("7  2 undone automatically, undoing")
                .contains("caravan rollback shop --to GENERATION");
    }

    @Test
    void whatIfShowsTheAnswerAndKeepsTheChart(@TempDir Path folder) throws IOException {
        Path chart = folder.resolve("whatif.svg");
        try (PlainHttpServer server = new PlainHttpServer("{\"text\":\"mean latency in ms\",\"chart\":\"<svg/>\"}")) {
            assertThat(Main.run("whatif", "--application", "shop", "--pin", "catalogue=ohio", "--rtt", "edge<->cloud=280ms", "--users",
                    "x10",
                    "--chart", chart.toString(), "--server", server.url())).isEqualTo(ExitCode.DONE);
            assertThat(Main.run("whatif", "--application", "shop", "--cases", "no-such.cases", "--server", server.url()))
                    .isEqualTo(ExitCode.ERROR);
        }
        assertThat(printed.text()).contains("mean latency in ms").contains("no-such.cases cannot be read");
        assertThat(chart).hasContent("<svg/>");
    }

    @Test
    void adviceIsShownAsTheServerWritesIt() throws IOException {
        try (PlainHttpServer server = new PlainHttpServer("{\"text\":\"1. bundle, order\",\"advised\":[],\"reasons\":[]}")) {
            assertThat(Main.run("advise", "shop", "--cache-hits", "60", "--server", server.url())).isEqualTo(ExitCode.DONE);
            assertThat(Main.run("advise", "shop", "--most", "many", "--server", server.url())).isEqualTo(ExitCode.USAGE);
        }
        assertThat(printed.text()).contains("1. bundle, order").contains("--most");
    }

    /** Severities as the server writes them, in small letters. */
    @Test
    void lintEndsAsItsWorstRemarkSays() throws IOException {
        Map<String, Integer> expected = Map.of("error", ExitCode.ERROR, "warning", ExitCode.CHANGES_PENDING, "advice", ExitCode.DONE);
        for (Map.Entry<String, Integer> one : expected.entrySet()) {
            String plan = "{\"id\":\"0123456789abcdef\",\"outcome\":\"PLANNED\",\"remarks\":[{\"severity\":\"" + one.getKey()
                    + "\",\"text\":\"t\"}]}";
            try (PlainHttpServer server = new PlainHttpServer(plan)) {
                assertThat(Main.run("plan", "lint", "--application", "shop", "--server", server.url())).as(one.getKey())
                        .isEqualTo(one.getValue());
            }
        }
    }

    @Test
    void whatIsDoubtfulAboutAPlanIsShownBySeverity() throws IOException {
        String plan = "{\"id\":\"0123456789abcdef\",\"outcome\":\"PLANNED\",\"remarks\":[%s]}";
        String remark = "{\"severity\":\"WARNING\",\"text\":\"warning: The slo (fast) is hardly kept. [promise-close]\"}";
        try (PlainHttpServer server = new PlainHttpServer(String.format(plan, remark))) {
            assertThat(Main.run("plan", "lint", "--application", "shop", "--server", server.url())).isEqualTo(ExitCode.CHANGES_PENDING);
        }
        try (PlainHttpServer server = new PlainHttpServer(String.format(plan, ""))) {
            assertThat(Main.run("plan", "lint", "--application", "shop", "--server", server.url())).isEqualTo(ExitCode.DONE);
        }
        assertThat(printed.text()).contains("warning: The slo (fast) is hardly kept.").contains("No warnings about plan 0123456789ab.");
    }

    @Test
    void withoutAPlacementTheConflictIsNamed() throws IOException {
        // The planning and its plan in one, as this server answers everything alike.
        String none =
                "{\"id\":\"7\",\"state\":\"DONE\",\"planId\":\"none\",\"outcome\":\"NO_PLACEMENT\",\"reasons\":[\"Instance (db:1) fits no "
                + "host.\"],\"conflict\":{\"lines\":[\"This cannot be kept (proved; "
                + "without it there is a placement):\",\"  require db at oslo\"]}}";
        try (PlainHttpServer server = new PlainHttpServer(none)) {
            assertThat(Main.run("plan", "--application", "shop", "--server", server.url())).isEqualTo(ExitCode.ERROR);
        }
        assertThat(printed.text())
                .contains(
                "  Instance (db:1) fits no host.\nThis cannot be kept (proved; without it there is a placement):\n  require db at oslo");
    }

    @Test
    void timeLeftIsRoundedAsCoarselyAsItIsKnown() {
        assertThat(Terminal.timeLeft(0.2)).isEqualTo("1 s");
        assertThat(Terminal.timeLeft(42.4)).isEqualTo("42 s");
        assertThat(Terminal.timeLeft(200)).isEqualTo("3 min");
    }

    /** Of one thing as of many: what, its code to look for, a way out. */
    @Test
    void whatIsRefusedHasTheFormOfDiagnostics() throws IOException {
        String one = "{\"code\":\"never-deployed\",\"detail\":\"It was never deployed.\",\"suggestion\":\"deploy it.\",\"diagnostics\":[]}";
        String form = "error: It was never deployed. [never-deployed]\n    Maybe deploy it.\n";
        String many =
                "{\"code\":\"rejected-input\",\"detail\":\"No.\",\"diagnostics\":[{\"severity\":\"ERROR\",\"code\":\"never-deployed\","
                + "\"message\":\"It was never deployed.\",\"suggestion\":\"deploy it.\"}]}";
        for (String problem : List.of(one, many)) {
            try (PlainHttpServer server = new PlainHttpServer(409, problem)) {
                assertThat(Main.run("drift", "shop", "--server", server.url())).isEqualTo(ExitCode.ERROR);
            }
        }
        assertThat(printed.text()).isEqualTo(form + form);
        assertThat(Main.run("destroy")).isEqualTo(ExitCode.USAGE);
        assertThat(printed.text()).contains("error: Missing required parameter: 'APPLICATION' [usage]\n    Maybe ");
    }

    @Test
    void anEmptyFileIsNotCalledAValidModel(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("a.caravan"), "");
        assertThat(Main.run("validate", "--server", "http://127.0.0.1:9", file.toString())).isEqualTo(ExitCode.DONE);
        assertThat(printed.text()).isEqualTo(file + ":1:1: warning: File " + file
                + " declares nothing. [nothing-declared]\n    Maybe save it first, or use another file.\n"
                + "The files are valid, but contain no application.\n");
    }

    @Test
    void completionIsGenerated() {
        assertThat(Main.run("completion", "bash")).isEqualTo(ExitCode.DONE);
        assertThat(printed.text()).contains("complete -F").contains("destroy");
    }
}
