package org.caravan.cli.application;

import java.util.List;
import java.util.Map;
import org.caravan.cli.command.ServerCommand;
import org.caravan.cli.command.WaitOption;
import org.caravan.client.Api;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "set",
        mixinStandardHelpOptions = true,
        description = "Changes the bandwidth of a running copy. If it fits, it changes at once and connections stay open; otherwise a plan "
                + "that makes it fit waits for approval, or the minima that do not fit are named.",
        exitCodeList = {"0:The copy has the bandwidth.", "1:Error, or it does not fit anywhere.", "2:A plan waits for approval.",
                "3:The deployment failed and was undone."},
        footer = {"", "Later plans keep the change until another model of the application is submitted.", "",
                "Example: caravan bandwidth set sock-shop/frontend:1 min 20Mbit/s max 50Mbit/s share 3"})
public final class BandwidthSetCommand extends ServerCommand {

    @Parameters(index = "0", paramLabel = "INSTANCE",
            description = "Component and number (frontend:1), or the component if it has one instance;"
            + " with the application before it where the server has several: sock-shop/frontend:1.")
    private String instance;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "BANDWIDTH",
            description = "min RATE, max RATE and share NUMBER, at least one of them; rates as 500kbit/s, 20Mbit/s or 1Gbit/s. "
                    + "What is left out is no minimum, no maximum, and share 1.")
    private List<String> bandwidth;

    @Option(names = "--application", paramLabel = "NAME", description = "Application, if INSTANCE does not name it.")
    private String application;

    @Mixin
    private WaitOption waiting;

    @Spec
    private CommandSpec spec;

    @Override
    protected int run(Api api) {
        Map<String, Object> wanted = BandwidthWords.read(bandwidth, spec);
        BandwidthAnswer answer = new BandwidthAnswer(api, terminal(), json(), waiting);
        InstanceResolver.Named named = new InstanceResolver(api).named(application, instance);
        return answer.show(named, api.put(BandwidthAnswer.path(named), wanted));
    }
}
