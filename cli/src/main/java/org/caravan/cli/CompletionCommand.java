package org.caravan.cli;

import java.util.concurrent.Callable;
import org.caravan.cli.command.ExitCode;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints a completion script for a shell. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Prints a completion script for a shell.",
        footer = {
            "",
            "bash, zsh: source <(caravan completion bash)",
            "fish:      caravan completion fish > ~/.config/fish/completions/caravan.fish",
            "Example: caravan completion fish"
        })
final class CompletionCommand implements Callable<Integer> {

    /** Supported shells. */
    enum Shell { bash, zsh, fish }

    @Parameters(paramLabel = "SHELL", description = "Shell: ${COMPLETION-CANDIDATES}.")
    private Shell shell;

    @Override
    public Integer call() {
        CommandLine all = Main.line();
        // zsh reads the bash script through its bashcompinit, which the script of picocli calls.
        System.out.print(shell == Shell.fish ? new FishCompletion(all).text() : AutoComplete.bash("caravan", all));
        return ExitCode.DONE;
    }
}
