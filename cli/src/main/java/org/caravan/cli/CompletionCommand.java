package org.caravan.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints what a shell needs to complete commands and options. */
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

    /** Shells that can be told. */
    enum Shell { bash, zsh, fish }

    @Parameters(paramLabel = "SHELL", description = "Shell: ${COMPLETION-CANDIDATES}.")
    private Shell shell;

    @Override
    public Integer call() {
        CommandLine all = Main.line();
        // zsh reads bash's through its own bashcompinit, which the text of picocli calls.
        System.out.print(shell == Shell.fish ? new FishCompletion(all).text() : AutoComplete.bash("caravan", all));
        return ExitCode.DONE;
    }
}
