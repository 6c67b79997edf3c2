package org.caravan.cli.application;

import java.util.Locale;
import java.util.Map;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.cli.plan.Approval;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
        name = "orphans",
        mixinStandardHelpOptions = true,
        description = {"Lists copies with Caravan's label that belong to no application of this server, and rented machines",
            "without a host in the infrastructure; removes them with --remove.",
            "If several servers share hosts, each lists the copies of the others as orphans."},
        exitCodeList = {
            "0:None, or removed.",
            "1:Error, or some were not removed.",
            "2:Some, or not approved.",
            "4:None on the observed hosts, but some hosts were not observed."
        },
        footer = {"",
            "Example: caravan orphans --remove"})
public final class OrphansCommand extends LiveCommand {

    @Option(names = "--remove", description = "Remove everything that is listed, and nothing else.")
    private boolean remove;

    @Option(names = "--auto-approve", description = "Remove without asking for approval.")
    private boolean autoApprove;

    @Override
    protected int run(Api api) {
        JsonNode found = api.get(ApiPath.of("orphans"));
        boolean none = found.path("orphans").isEmpty() && found.path("machines").isEmpty();
        boolean removes = remove && !none;
        if (!json()) {
            print(found, none);
        } else if (!removes || !autoApprove) {
            printedJson(found);
        }
        if (!removes) {
            return !none ? ExitCode.CHANGES_PENDING : found.path("unobserved").isEmpty() ? ExitCode.DONE : ExitCode.UNOBSERVED;
        }
        if (!autoApprove && (json() || !Approval.yes(terminal(), "Remove all of these and their data? [y/N] "))) {
            return ExitCode.CHANGES_PENDING;
        }
        JsonNode left = api.post(ApiPath.of("orphans", "removal"), Map.of("orphans", found.path("orphans").valueStream()
                .map(orphan -> Map.of("hostId", orphan.path("hostId").asString(), "label", orphan.path("label").asString()))
                .toList(), "machines", found.path("machines").valueStream().map(machine -> machine.path("id").asString()).toList()));
        if (!printedJson(left)) {
            left.path("left").forEach(reason -> terminal().line(reason.asString()));
        }
        return left.path("left").isEmpty() ? ExitCode.DONE : ExitCode.ERROR;
    }

    private void print(JsonNode found, boolean none) {
        if (none) {
            terminal().line("Every copy with Caravan's label belongs to an application"
                    + (found.path("unobserved").isEmpty() ? "." : ", as far as observed."));
        }
        found.path("orphans").forEach(orphan -> terminal().line(String.format("  %-32s %-8s on %s", orphan.path("label").asString(),
                orphan.path("state").asString().toLowerCase(Locale.ROOT), orphan.path("hostId").asString())));
        found.path("machines").forEach(machine -> terminal()
                .line(String.format("  %-32s %-8s of host %s, which the infrastructure does not have",
                "machine " + machine.path("id").asString(), machine.path("state").asString().toLowerCase(Locale.ROOT),
                machine.path("hostId").asString())));
        found.path("unobserved").forEach(host -> terminal().line("Not observed: " + host.asString()));
    }
}
