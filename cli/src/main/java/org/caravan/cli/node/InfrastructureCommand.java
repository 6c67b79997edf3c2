package org.caravan.cli.node;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.caravan.api.node.InfrastructureView;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.ModelFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

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
        Answer<InfrastructureView> infrastructure = api.get(ApiPath.of("infrastructure"), InfrastructureView.class);
        if (!printedJson(infrastructure)) {
            terminal().line("infrastructure " + infrastructure.value().name());
            infrastructure.value().sites().forEach(site -> terminal().line("  " + site.id() + " (" + site.kind().toLowerCase(Locale.ROOT)
                    + ", " + site.country() + "): " + site.hosts().size() + " hosts, " + site.isps().size() + " ISPs"));
        }
        return ExitCode.DONE;
    }
}
