package org.caravan.cli;

import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Which application a command is about, said in the same two ways everywhere: after the command, or by the option. */
final class ApplicationName {

    @Parameters(arity = "0..1", paramLabel = "APPLICATION", description = "Application; required if the server has several.")
    private String positional;

    @Option(names = "--application", paramLabel = "NAME", description = "Same as APPLICATION.")
    private String option;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** Null where none is named. */
    String named() {
        return one(Stream.of(Optional.ofNullable(positional), Optional.ofNullable(option)).flatMap(Optional::stream), command);
    }

    /** For what is not to happen to the wrong one: never guessed. */
    String required() {
        String name = named();
        if (name == null) {
            throw new ParameterException(command.commandLine(), "Missing required parameter: 'APPLICATION'\n    Maybe name it, as in: "
                    + command.qualifiedName() + " sock-shop; it is never guessed.");
        }
        return name;
    }

    /** The only one of several names that may be the same; null for none. */
    static String one(Stream<String> names, CommandSpec command) {
        return names.distinct().reduce((one, other) -> {
            throw new ParameterException(command.commandLine(), "Two applications are named, (" + one + ") and (" + other + ").\n    Maybe leave one of them out.");
        }).orElse(null);
    }
}
