package org.caravan.cli.application;

import org.caravan.api.application.BandwidthChangeView;
import org.caravan.cli.command.ServerCommand;
import org.caravan.cli.command.WaitOption;
import org.caravan.client.Api;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "reset",
        mixinStandardHelpOptions = true,
        description = "Returns a running copy to the bandwidth of the model.",
        exitCodeList = {"0:The copy has the bandwidth.", "1:Error, or it does not fit anywhere.", "2:A plan waits for approval.",
                "3:The deployment failed and was undone."},
        footer = {"", "Example: caravan bandwidth reset sock-shop/frontend:1"})
public final class BandwidthResetCommand extends ServerCommand {

    @Parameters(index = "0", paramLabel = "INSTANCE",
            description = "Component and number (frontend:1), or the component if it has one instance;"
            + " with the application before it where the server has several: sock-shop/frontend:1.")
    private String instance;

    @Option(names = "--application", paramLabel = "NAME", description = "Application, if INSTANCE does not name it.")
    private String application;

    @Mixin
    private WaitOption waiting;

    @Override
    protected int run(Api api) {
        InstanceResolver.Named named = new InstanceResolver(api).named(application, instance);
        return new BandwidthAnswer(api, terminal(), json(), waiting)
                .show(named, api.delete(BandwidthAnswer.path(named), BandwidthChangeView.class));
    }
}
