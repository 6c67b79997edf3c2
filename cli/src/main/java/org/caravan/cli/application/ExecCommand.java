package org.caravan.cli.application;

import java.util.List;
import java.util.Optional;
import org.caravan.api.application.CommandOrder;
import org.caravan.api.application.CommandView;
import org.caravan.cli.command.LiveCommand;
import org.caravan.cli.output.TextStream;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a command in an instance. This process returns its output streams and its exit code. */
@Command(
        name = "exec",
        mixinStandardHelpOptions = true,
        description =
                "Runs a command in a running instance and exits with its exit code. The command has no standard input and is not "
                + "interpreted by a shell.",
        exitCodeList = {"0..255:Exit code of COMMAND.", "1:Also: error; COMMAND did not run."},
        footer = {"", "The audit log records the program, not its arguments.", "",
                "Example: caravan exec frontend:1 -- sh -c 'ls -l /srv; df -h /'"})
public final class ExecCommand extends LiveCommand {

    @Parameters(index = "0", paramLabel = "INSTANCE",
            description = "Component and number (frontend:1), or the component if it has one instance;"
            + " with the application before it where the server has several: sock-shop/frontend:1.")
    private String instance;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "COMMAND", description = "Program and arguments, after --.")
    private List<String> command;

    @Option(names = "--application", paramLabel = "NAME", description = "Application, if INSTANCE does not name it.")
    private String application;

    @Option(names = "--seconds", paramLabel = "N", defaultValue = "30",
            description = "Timeout in seconds, 1 to 300 (default: ${DEFAULT-VALUE}); then the command is killed.")
    private int seconds;

    @Option(names = "--raw",
            description =
            "Write control characters to a terminal unchanged instead of as \\u001b. Pipes and files always receive the original bytes.")
    private boolean raw;

    @Override
    protected int run(Api api) {
        Answer<CommandView> ended = api.post(new InstanceResolver(api).path(application, instance, "commands"),
                new CommandOrder(command, Optional.of(seconds)), CommandView.class);
        if (!printedJson(ended)) {
            print(ended.value());
        }
        return ended.value().exitCode();
    }

    private void write(TextStream stream, String text) {
        if (raw) {
            stream.raw(text);
        } else {
            stream.content(text);
        }
    }

    private void print(CommandView ended) {
        write(TextStream.output(), ended.output());
        write(TextStream.error(), ended.errorOutput());
        if (ended.cut()) {
            System.err.println(
                    "The output is truncated to 256 KiB each for standard output and standard error.\n    Maybe write it to a file in the "
                    + "instance.");
        }
        if (ended.timedOut()) {
            System.err.println("It was killed after " + seconds + " s.\n    Maybe set a longer limit with --seconds, at most 300.");
        }
    }
}
