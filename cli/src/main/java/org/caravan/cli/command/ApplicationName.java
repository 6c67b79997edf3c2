package org.caravan.cli.command;

import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Options that name the application of a command, in two equivalent ways: as a parameter or as an option. */
public final class ApplicationName {

    @Parameters(arity = "0..1", paramLabel = "APPLICATION", description = "Application; required if the server has several.")
    private String positional;

    @Option(names = "--application", paramLabel = "NAME", description = "Same as APPLICATION.")
    private String option;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** Null if no application is named. */
    public String named() {
        return one(Stream.of(Optional.ofNullable(positional), Optional.ofNullable(option)).flatMap(Optional::stream), command);
    }

    /** The named application. For destructive commands, which never choose an application by default. */
    public String required() {
        String name = named();
        if (name == null) {
            throw new ParameterException(command.commandLine(), "Missing required parameter: 'APPLICATION'\n    Maybe name it, as in: "
                    + command.qualifiedName() + " sock-shop; there is no default.");
        }
        return name;
    }

    /** The name, if all names are equal; null if there are none. */
    public static String one(Stream<String> names, CommandSpec command) {
        return names.distinct().reduce((one, other) -> {
            throw new ParameterException(command.commandLine(), "Two applications are named, (" + one + ") and (" + other
                    + ").\n    Maybe remove one of them.");
        }).orElse(null);
    }
}
