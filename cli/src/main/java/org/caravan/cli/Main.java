package org.caravan.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.caravan.client.ApiFault;
import java.util.Locale;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code caravan} command. */
@Command(
        name = "caravan",
        version = "caravan 0.1.0",
        mixinStandardHelpOptions = true,
        description = "Places and deploys applications from the network it measured.",
        subcommands = {
            ValidateCommand.class,
            ImportCommand.class,
            InfrastructureCommand.class,
            ProbeCommand.class,
            NetworkCommand.class,
            MetricsCommand.class,
            NodesCommand.class,
            NodeCommand.class,
            PlanCommand.class,
            WhatIfCommand.class,
            DeployCommand.class,
            DeploymentsCommand.class,
            ResumeCommand.class,
            StatusCommand.class,
            PlansCommand.class,
            RollbackCommand.class,
            DriftCommand.class,
            OrphansCommand.class,
            DestroyCommand.class,
            SecretCommand.class,
            TokenCommand.class,
            AuditCommand.class,
            ImageCommand.class,
            AutoComplete.GenerateCompletion.class
        },
        footer = {
            "",
            "Exit codes: 0 done or nothing to do, 1 error, 2 changes pending, 3 failed and undone.",
            "Example: caravan deploy examples/sock-shop/sock-shop.caravan"
        })
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        // Names and arrows are Unicode; a C locale would turn them into question marks.
        System.setOut(new PrintStream(System.out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(System.err, true, StandardCharsets.UTF_8));
        System.exit(run(arguments));
    }

    /** As {@link #main} but returns the exit code. */
    public static int run(String... arguments) {
        CommandLine line = line();
        line.setExecutionExceptionHandler((fault, command, parsed) -> report(fault, command));
        return line.execute(arguments.length == 0 ? new String[] {"--help"} : arguments);
    }

    /** With all commands below it. */
    static CommandLine line() {
        CommandLine line = new CommandLine(new Main());
        line.registerConverter(NetworkHeat.Shown.class, word -> NetworkHeat.Shown.valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_')));
        return line;
    }

    private static int report(Exception fault, CommandLine command) {
        if (fault instanceof ApiFault known) {
            command.getErr().println(known.getMessage());
        } else {
            command.getErr().println("caravan failed in a way it should not: " + fault);
            command.getErr().println("    Maybe report this with the command you ran.");
        }
        return ExitCode.ERROR;
    }
}
