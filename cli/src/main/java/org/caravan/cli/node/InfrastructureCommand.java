package org.caravan.cli.node;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.ModelFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
        name = "infrastructure",
        mixinStandardHelpOptions = true,
        description = "Sets the infrastructure of the server, or shows the current one.",
        footer = {"", "Example: caravan infrastructure examples/testbed/nornet.caravan"})
public final class InfrastructureCommand extends ServerCommand {

    @Parameters(arity = "0..*", paramLabel = "FILE",
            description = "Infrastructure model files; without any, the current infrastructure is shown.")
    private List<Path> files;

    @Override
    protected int run(Api api) {
        if (files != null) {
            new ModelFiles(files).handOver(api);
        }
        JsonNode infrastructure = api.get(ApiPath.of("infrastructure"));
        if (!printedJson(infrastructure)) {
            terminal().line("infrastructure " + infrastructure.path("name").asString());
            infrastructure.path("sites").forEach(site -> terminal().line("  " + site.path("id").asString() + " ("
                    + site.path("kind").asString().toLowerCase(Locale.ROOT) + ", "
                    + site.path("country").asString() + "): " + site.path("hosts").size() + " hosts, "
                    + site.path("isps").size() + " ISPs"));
        }
        return ExitCode.DONE;
    }
}
