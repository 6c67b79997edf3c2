package org.caravan.cli;

import java.nio.file.Path;
import java.util.List;
import org.caravan.client.Api;
import org.caravan.client.ModelFiles;
import org.caravan.client.Refusal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
        name = "validate",
        mixinStandardHelpOptions = true,
        description = "Checks model files and reports all problems. Changes nothing.",
        footer = {"", "Example: caravan validate examples/sock-shop/sock-shop.caravan"})
final class ValidateCommand extends ServerCommand {

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Model files to check together.")
    private List<Path> files;

    @Override
    int run(Api api) {
        JsonNode verdict = new ModelFiles(files).validation(api);
        boolean accepted = verdict.path("accepted").asBoolean();
        if (!printedJson(verdict)) {
            String said = Refusal.diagnostics(verdict.path("diagnostics"));
            if (!said.isEmpty()) {
                terminal().line(said);
            }
            terminal().line(accepted ? valid(verdict) : "The model is not valid.");
        }
        return accepted ? ExitCode.DONE : ExitCode.ERROR;
    }

    /** That of nothing is so, too, and nobody meant that. */
    private static String valid(JsonNode verdict) {
        return verdict.path("applications").isEmpty() && verdict.path("infrastructures").isEmpty() ? "Nothing is wrong, but no application is in it." : "The model is valid.";
    }
}
