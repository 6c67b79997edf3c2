package org.caravan.cli;

import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
        name = "probe",
        mixinStandardHelpOptions = true,
        description = "Measures the network between sites, per ISP and IP version.",
        footer = {"", "Example: caravan probe --scope idle"})
final class ProbeCommand extends ServerCommand {

    private static final long POLL_MILLIS = 300;

    @Option(
            names = "--scope",
            defaultValue = "standard",
            description = "idle: round-trip times only; quick: and one flow to and from each access point; standard: and more where the peer was"
                    + " the limit; full: a flow for"
                    + " each pair. Default ${DEFAULT-VALUE}.")
    private String scope;

    @Override
    int run(Api api) {
        String id = api.post("probes", Map.of("scope", scope)).path("probeRunId").asString();
        JsonNode run = api.get("probes/" + id);
        while (run.path("state").asString().equals("RUNNING")) {
            if (!json()) {
                terminal().bar(run.path("done").asInt(), run.path("total").asInt(), "probes");
            }
            Polling.pause(POLL_MILLIS);
            run = api.get("probes/" + id);
        }
        if (!printedJson(run)) {
            printSummary(run);
        }
        return run.path("state").asString().equals("DONE") ? ExitCode.DONE : ExitCode.ERROR;
    }

    private void printSummary(JsonNode run) {
        terminal().line(String.format(Locale.ROOT, "%d of %d probes taken in %.1f s, %.1f MB on the wire, %d faults",
                run.path("done").asInt(), run.path("total").asInt(), run.path("seconds").asDouble(),
                run.path("sentBytes").asLong() / 1e6, run.path("faults").size()));
        run.path("faults").forEach(fault -> terminal().line("  " + fault.asString()));
    }
}
