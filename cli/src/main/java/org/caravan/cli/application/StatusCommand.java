package org.caravan.cli.application;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.caravan.api.application.ApplicationSummary;
import org.caravan.api.application.ApplicationView;
import org.caravan.api.application.ApplicationView.InstanceView;
import org.caravan.api.application.RequestView;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.cli.plan.HostPrices;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
        String name = named;
        if (named == null) {
            Answer<List<ApplicationSummary>> applications = api.list(ApiPath.of("applications"), ApplicationSummary.class);
            if (json() || applications.value().size() != 1) {
                return all(applications);
            }
            name = applications.value().get(0).name();
        }
        Answer<ApplicationView> answer = api.get(ApiPath.of("applications", name), ApplicationView.class);
        if (!printedJson(answer)) {
            print(answer.value());
            RequestTable.lines(api.list(ApiPath.of("applications", name, "requests"), RequestView.class).value())
                    .forEach(terminal()::line);
        }
        return failed(answer.value().state()) ? ExitCode.ERROR : ExitCode.DONE;
    }

    private int all(Answer<List<ApplicationSummary>> applications) {
        if (!printedJson(applications)) {
            sayIfNone(applications.value(), "no applications yet\n    Maybe deploy one: caravan deploy FILE");
            applications.value().forEach(one -> terminal().line(line(one.name(), one.version(), one.state(), one.lastError())));
        }
        return applications.value().stream().anyMatch(one -> failed(one.state())) ? ExitCode.ERROR : ExitCode.DONE;
    }

    private static boolean failed(String state) {
        return Set.of("FAILED", "DEGRADED").contains(state);
    }

    private void print(ApplicationView status) {
        terminal().line(line(status.name(), status.version(), status.state(), status.lastError()));
        status.instances().forEach(one -> terminal().line(String.format(Locale.ROOT, "  %-18s %-9s on %-16s at %-10s %s",
                one.instance(), one.state().toLowerCase(Locale.ROOT).replace('_', ' '), one.hostId(), one.siteId(),
                String.join(" ", one.addresses())) + ways(one) + restarts(one)));
        status.entries().forEach(entry -> terminal().line("  users " + entry.usersId() + " reach " + entry.component() + " at "
                + entry.address() + " port " + entry.port() + " by " + entry.path()));
        HostPrices.share(status).ifPresent(share -> terminal().line("  " + share));
    }

    /** Whether the routes observed from inside the instance match the plan. */
    private static String ways(InstanceView instance) {
        return instance.verified().map(verified -> verified ? "  verified" : "  NOT verified: caravan drift shows how its routes differ")
                .orElse("");
    }

    /** Automatic restarts of the instance by its host. */
    private static String restarts(InstanceView instance) {
        if (instance.restarts() == 0 && instance.lastExitCode().isEmpty()) {
            return "";
        }
        return "  " + instance.restarts() + (instance.restarts() == 1 ? " restart" : " restarts")
                + instance.lastExitCode().map(code -> ", last exit code " + code).orElse("");
    }

    private static String line(String name, String version, String state, Optional<String> error) {
        return name + " " + version + " " + state.toLowerCase(Locale.ROOT) + error.map(why -> ": " + why).orElse("");
    }
}
