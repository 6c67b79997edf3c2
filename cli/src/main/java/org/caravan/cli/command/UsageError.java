package org.caravan.cli.command;

import java.util.List;
import java.util.stream.Collectors;
import org.caravan.client.ApiFault;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Converts a command line error into a fault with advice. No request has been sent to a server. */
public final class UsageError {

    private static final String WAY_OUT = "\n    Maybe ";

    private UsageError() {}

    /** The error in the common format of faults. */
    public static ApiFault fault(ParameterException wrong) {
        String message = wrong.getMessage();
        return new ApiFault("usage", message.contains(WAY_OUT) ? message : message + WAY_OUT + wayOut(wrong));
    }

    private static String wayOut(ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        String help = "look at: " + command.getCommandSpec().qualifiedName() + " --help";
        List<String> meant = wrong instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions()
                : wrong.getMessage().contains("subcommand") ? List.copyOf(command.getSubcommands().keySet()) : List.of();
        return meant.isEmpty() ? help : meant.stream().distinct().collect(Collectors.joining(", ")) + "; or " + help;
    }
}
