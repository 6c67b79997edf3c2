package org.caravan.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.caravan.cli.Main;
import org.caravan.cli.Printed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class UsageErrorTest {

    @RegisterExtension
    private final Printed printed = new Printed();

    /** A script reads 2 as "there are changes": {@code caravan diff … || test $? = 2}. */
    @ParameterizedTest
    @CsvSource({
        "diff --aplication shop, '--application'",
        "stauts, 'status'",
        "node, 'add, check, measure, drain, remove; or look at: caravan node --help'",
        "secret set, 'look at: caravan secret set --help'",
        "destroy, 'name it, as in: caravan destroy sock-shop; there is no default.'",
        "audit --last many, 'look at: caravan audit --help'",
        "network --heat warm, 'one of rtt, loaded-rtt, throughput.'",
        "probe --budget much, 'use 50MB/day.'",
        "completion tcsh, 'look at: caravan completion --help'",
    })
    void isNotTakenForAnAnswer(String line, String meant) {
        assertThat(Main.run(line.split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(printed.text()).contains("\n    Maybe " + meant).doesNotContain("Exception", "Usage:");
        assertThat(printed.text().lines()).hasSize(2);
    }

    @Test
    void everyHelpThatNamesExitCodesNamesThisOne() {
        List<String> without = new ArrayList<>();
        collect(Main.line(), without);
        assertThat(without).isEmpty();
    }

    private static void collect(CommandLine command, List<String> without) {
        String help = command.getUsageMessage(CommandLine.Help.Ansi.OFF);
        if (help.matches("(?is).*exit codes?\\b.*") && !help.matches("(?s).*\\b64 .*") && !command.getCommandName().equals("exec")) {
            without.add(command.getCommandSpec().qualifiedName());
        }
        command.getSubcommands().values().forEach(below -> collect(below, without));
    }
}
