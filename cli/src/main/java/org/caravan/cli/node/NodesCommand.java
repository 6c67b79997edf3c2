package org.caravan.cli.node;

import java.util.Locale;
import org.caravan.api.node.NodeView;
import org.caravan.api.node.NodesView;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;

@Command(
        name = "nodes",
        mixinStandardHelpOptions = true,
        description = "Shows the capacity that hosts currently report.",
        exitCodeList = {"0:All hosts were observed.", "1:Error.", "4:Some hosts were not observed."},
        footer = {"", "Example: caravan nodes --json"})
public final class NodesCommand extends LiveCommand {

    @Override
    protected int run(Api api) {
        Answer<NodesView> answer = api.joined(ApiPath.of("nodes"), NodesView.class);
        NodesView nodes = read(answer);
        if (!printedJson(answer)) {
            print(nodes);
        }
        return nodes.unobserved().isEmpty() ? ExitCode.DONE : ExitCode.UNOBSERVED;
    }

    private void print(NodesView nodes) {
        nodes.hosts().forEach(this::printHost);
        nodes.unobserved().forEach(host -> terminal().line(host.hostId() + (host.drained() ? " (drained)" : "")
                + " could not be observed: " + host.reason()));
        nodes.unclaimed().forEach(machine -> terminal().line("Machine " + machine.id() + ", rented for " + machine.hostId()
                + ", belongs to no host of the infrastructure."));
    }

    private void printHost(NodeView host) {
        terminal().line(String.format(Locale.ROOT, "%-16s %-6s %5.1f cores %7d MiB %6d GiB disk%s%s", host.hostId(),
                host.architecture().toLowerCase(Locale.ROOT), host.cpu() / 1000.0, host.memory() >> 20, host.disk() >> 30,
                host.machine().map(NodesCommand::machine).orElse(""), host.drained() ? "  drained" : ""));
        host.capability().ifPresent(capability -> terminal().line("    " + NodeText.summary(capability)));
    }

    private static String machine(String state) {
        return state.equals("NONE") ? "  not rented now" : "  machine " + state.toLowerCase(Locale.ROOT);
    }
}
