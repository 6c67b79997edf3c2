package org.caravan.cli.image;

import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
        name = "remove",
        mixinStandardHelpOptions = true,
        description = "Removes an image that no plan uses. The next `caravan image gc` deletes its layers.",
        footer = {"", "Example: caravan image remove shop/old"})
final class ImageRemoveCommand extends ServerCommand {

    @Parameters(paramLabel = "NAME", description = "Name of the image.")
    private String name;

    @Override
    protected int run(Api api) {
        JsonNode removed = api.delete(ApiPath.of("images").slashed(name));
        if (!printedJson(removed)) {
            terminal().line(name + " is removed.");
        }
        return ExitCode.DONE;
    }
}
