package org.caravan.cli.node;

import java.util.Locale;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

@Command(
        name = "nodes",
        mixinStandardHelpOptions = true,
        description = "Shows the capacity that hosts currently report.",
        exitCodeList = {"0:All hosts were observed.", "1:Error.", "4:Some hosts were not observed."},
        footer = {"", "Example: caravan nodes --json"})
public final class NodesCommand extends LiveCommand {

    @Override
    protected int run(Api api) {
        JsonNode nodes = api.all(ApiPath.of("nodes"));
        if (!printedJson(nodes)) {
            print(nodes);
        }
        return nodes.path("unobserved").isEmpty() ? ExitCode.DONE : ExitCode.UNOBSERVED;
    }

    private void print(JsonNode nodes) {
        nodes.path("hosts").forEach(this::printHost);
        nodes.path("unobserved").forEach(host -> terminal().line(
                host.path("hostId").asString() + (host.path("drained").asBoolean() ? " (drained)" : "") + " could not be observed: "
                        + host.path("reason").asString()));
        nodes.path("unclaimed").forEach(machine -> terminal().line("Machine " + machine.path("id").asString() + ", rented for "
                + machine.path("hostId").asString() + ", belongs to no host of the infrastructure."));
    }

    private void printHost(JsonNode host) {
        terminal().line(String.format(Locale.ROOT, "%-16s %-6s %5.1f cores %7d MiB %6d GiB disk%s%s",
                host.path("hostId").asString(), host.path("architecture").asString().toLowerCase(Locale.ROOT),
                host.path("cpu").asLong() / 1000.0, host.path("memory").asLong() >> 20, host.path("disk").asLong() >> 30,
                machine(host), host.path("drained").asBoolean() ? "  drained" : ""));
        if (host.path("capability").isObject()) {
            terminal().line("    " + NodeText.summary(host.path("capability")));
        }
    }

    private static String machine(JsonNode host) {
        String state = host.path("machine").asString("");
        return state.isEmpty() ? "" : state.equals("NONE") ? "  not rented now" : "  machine " + state.toLowerCase(Locale.ROOT);
    }
}
