package org.caravan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.caravan.cli.command.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;

class CompletionTest {

    @RegisterExtension
    private final Printed printed = new Printed();

    @Test
    void everyCommandIsKnownByTheNameItDeclares() {
        assertThat(Commands.all()).allSatisfy((name, command) -> assertThat(command.getAnnotation(Command.class).name()).isEqualTo(name));
        assertThat(Main.line().getSubcommands().keySet()).containsExactlyElementsOf(Commands.all().keySet());
    }

    /** A process that runs one command reads the declarations of that one alone: help and mistakes still know all. */
    @Test
    void helpAndMistypedCommandsKnowAllOfThem() {
        assertThat(Main.run("--help")).isEqualTo(ExitCode.DONE);
        assertThat(printed.text()).contains("whatif").contains("rollback").contains("Exit codes");
        assertThat(Main.run("stauts")).isNotEqualTo(ExitCode.DONE);
        assertThat(printed.text()).contains("status");
    }

    @Test
    void fishIsToldEveryCommandAndEveryOption() {
        assertThat(Main.run("completion", "fish")).isEqualTo(ExitCode.DONE);
        assertThat(printed.text()).contains("-n '__caravan_is' -a deploy").contains("-n '__caravan_is token' -a create")
                .contains("-n '__caravan_in token create' -l role");
    }

    /** What a person gets who presses Tab; the shells themselves say it. */
    @Test
    void shellsCompleteByIt(@TempDir Path folder) throws IOException, InterruptedException {
        assumeThat(Files.isExecutable(Path.of("/usr/bin/fish"))).as("SKIPPED: there is no fish").isTrue();
        Main.run("completion", "fish");
        Path script = Files.writeString(folder.resolve("caravan.fish"), printed.text());
        assertThat(completed(script, "caravan dep")).contains("deploy", "deployments").doesNotContain("status");
        assertThat(completed(script, "caravan token ")).contains("create", "list", "revoke").doesNotContain("deploy");
        assertThat(completed(script, "caravan token create --r")).contains("--role");
        assertThat(completed(script, "caravan status --app")).contains("--application");
        assertThat(completed(script, "caravan token create ci --role "))
                .containsExactlyInAnyOrder("viewer", "deployer", "operator", "admin");
        assertThat(completed(script, "caravan probe --scope ")).containsExactlyInAnyOrder("idle", "trains", "quick", "standard", "full");
        assertThat(completed(script, "caravan completion ")).containsExactlyInAnyOrder("bash", "zsh", "fish");
    }

    private static List<String> completed(Path script, String line) throws IOException, InterruptedException {
        Process fish = new ProcessBuilder("fish", "--no-config", "-c", "source " + script + "; complete -C '" + line + "'")
                .redirectErrorStream(true).start();
        String text = new String(fish.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(fish.waitFor()).as(text).isZero();
        return text.lines().map(shown -> shown.split("\t")[0]).toList();
    }
}
