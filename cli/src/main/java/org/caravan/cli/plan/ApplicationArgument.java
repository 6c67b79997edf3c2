package org.caravan.cli.plan;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.caravan.cli.command.ApplicationChoice;
import org.caravan.cli.command.ApplicationName;
import org.caravan.client.Api;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Parameter that is either model files, which are submitted first, or an application on the server. */
final class ApplicationArgument {

    /** Application names have no dots; names of model files end with .caravan. */
    private static final String NAME = "[A-Za-z][A-Za-z0-9_-]*";

    @Parameters(arity = "0..*", paramLabel = "FILE|APPLICATION",
            description =
                    "Model files to submit first, or the name of an application on the server. If a file with this name exists, it is "
                            + "used.")
    private List<Path> given = List.of();

    @Option(names = "--application", paramLabel = "NAME", description = "Application; required if the server or the files have several.")
    private String option;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** Submits the files, if there are any, and returns the application. */
    ApplicationChoice.Chosen handOver(Api api) {
        List<Path> files = given.stream().filter(path -> !isName(path)).toList();
        Stream<String> names = given.stream().filter(ApplicationArgument::isName).map(Path::toString);
        String named = ApplicationName.one(option == null ? names : Stream.concat(names, Stream.of(option)), command);
        return new ApplicationChoice(api).choose(files, named);
    }

    /**
     * The application on the server.
     *
     * @param with option that is given with it, and that names something of an application on the server
     * @throws ParameterException if model files are given
     */
    String application(Api api, String with) {
        if (!given.stream().allMatch(ApplicationArgument::isName)) {
            throw new ParameterException(command.commandLine(), with + " names a plan on the server; model files cannot be given with it."
                    + "\n    Maybe give the name of the application in their place.");
        }
        return handOver(api).name();
    }

    private static boolean isName(Path path) {
        return path.toString().matches(NAME) && !Files.exists(path);
    }
}
