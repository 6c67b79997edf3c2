package org.caravan.server.application;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;

@Schema(name = "CommandOrder", description = "A command to run in an instance.")
record CommandOrder(
        @Schema(description = "The program and its arguments, as they are: no shell reads them. 1 to 100 words of 16384 characters together.", example = "[\"ls\", \"-l\", \"/srv\"]")
                List<String> command,
        @Schema(description = "After how many seconds it is killed, 1 to 300; absent: 30.", example = "30") Optional<Integer> seconds) {

    CommandOrder {
        command = command == null ? List.of() : List.copyOf(command);
    }

    /** Hides the arguments, because they may be secrets. */
    @Override
    public String toString() {
        return "CommandOrder[" + command.size() + " words]";
    }
}
