package org.caravan.cli.application;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.cli.plan.HostPrices;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        description = "Shows where applications run and how users reach them.",
        exitCodeList = {"0:All observed copies run.", "1:Error, or an application failed or is not completely running."},
        footer = {"", "With --json: a list of all applications, or one document if APPLICATION is given.",
            "Example: caravan status sock-shop"})
public final class StatusCommand extends LiveCommand {

    @Mixin
    private ApplicationName application;

    @Override
    protected int run(Api api) {
        String named = application.named();
        JsonNode applications = named == null ? api.all(ApiPath.of("applications")) : null;
        if (applications != null && (json() || applications.size() != 1)) {
            if (!printedJson(applications)) {
                sayIfNone(applications, "no applications yet\n    Maybe deploy one: caravan deploy FILE");
                applications.forEach(summary -> terminal().line(summaryLine(summary)));
            }
            return applications.valueStream().anyMatch(StatusCommand::failed) ? ExitCode.ERROR : ExitCode.DONE;
        }
        String name = named != null ? named : applications.get(0).path("name").asString();
        JsonNode status = api.get(ApiPath.of("applications", name));
        if (!printedJson(status)) {
            print(status);
            RequestTable.lines(api.all(ApiPath.of("applications", name, "requests"))).forEach(terminal()::line);
        }
        return failed(status) ? ExitCode.ERROR : ExitCode.DONE;
    }

    private static boolean failed(JsonNode summary) {
        return Set.of("FAILED", "DEGRADED").contains(summary.path("state").asString());
    }

    private void print(JsonNode status) {
        terminal().line(summaryLine(status));
        status.path("instances").forEach(instance -> terminal().line(String.format(Locale.ROOT, "  %-18s %-9s on %-16s at %-10s %s",
                instance.path("instance").asString(), instance.path("state").asString().toLowerCase(Locale.ROOT).replace('_', ' '),
                instance.path("hostId").asString(), instance.path("siteId").asString(),
                instance.path("addresses").valueStream().map(JsonNode::asString).collect(Collectors.joining(" "))) + ways(instance)
                + restarts(instance)));
        status.path("entries").forEach(entry -> terminal().line("  users " + entry.path("usersId").asString() + " reach "
                + entry.path("component").asString() + " at " + entry.path("address").asString() + " port "
                + entry.path("port").asInt() + " by " + entry.path("path").asString()));
        HostPrices.share(status).ifPresent(share -> terminal().line("  " + share));
    }

    /** Whether the routes observed from inside the instance match the plan. */
    private static String ways(JsonNode instance) {
        if (!instance.has("verified")) {
            return "";
        }
        return instance.path("verified").asBoolean() ? "  verified" : "  NOT verified: caravan drift shows how its routes differ";
    }

    /** Automatic restarts of the instance by its host. */
    private static String restarts(JsonNode instance) {
        int restarts = instance.path("restarts").asInt(0);
        if (restarts == 0 && !instance.has("lastExitCode")) {
            return "";
        }
        return "  " + restarts + (restarts == 1 ? " restart" : " restarts")
                + (instance.has("lastExitCode") ? ", last exit code " + instance.path("lastExitCode").asInt() : "");
    }

    private static String summaryLine(JsonNode summary) {
        String error = summary.path("lastError").asString("");
        return summary.path("name").asString() + " " + summary.path("version").asString("") + " "
                + summary.path("state").asString().toLowerCase(Locale.ROOT) + (error.isEmpty() ? "" : ": " + error);
    }
}
