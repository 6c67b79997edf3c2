package org.caravan.api.application;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;
import org.caravan.api.problem.AnyText;

@Schema(name = "CommandOrder", description = "A command to run in an instance.")
public record CommandOrder(
        @Schema(description = "Program and arguments, not interpreted by a shell; 1 to 100 words with 16384 characters in total.",
                example = "[\"ls\", \"-l\", \"/srv\"]")
                @AnyText("arguments of a program in the copy, sent encoded; CopyCommand refuses NUL") List<String> command,
        @Schema(description = "Time limit, 1 to 300 s (default: 30); the command is then killed.", example = "30")
        Optional<Integer> seconds) {

    public CommandOrder {
        command = command == null ? List.of() : List.copyOf(command);
    }

    /** Hides the arguments, because they may be secrets. */
    @Override
    public String toString() {
        return "CommandOrder[" + command.size() + " words]";
    }
}
