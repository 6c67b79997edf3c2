package org.caravan.cli.application;

import org.caravan.api.application.ApplicationView;
import org.caravan.api.deployment.BegunView;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.cli.command.WaitOption;
import org.caravan.cli.plan.Approval;
import org.caravan.cli.plan.HostPrices;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "destroy",
        mixinStandardHelpOptions = true,
        description = "Removes all copies of an application, including their data.",
        exitCodeList = {"0:Removed.", "1:Error, or a copy was not removed.", "2:Not approved."},
        footer = {"",
            "Example: caravan destroy sock-shop"})
public final class DestroyCommand extends LiveCommand {

    @Mixin
    private ApplicationName application;

    @Option(names = "--auto-approve", description = "Remove without asking for approval.")
    private boolean autoApprove;

    @Mixin
    private WaitOption waiting;

    @Override
    protected int run(Api api) {
        String name = application.required();
        if (!autoApprove) {
            Answer<ApplicationView> status = api.get(ApiPath.of("applications", name), ApplicationView.class);
            // JSON output is for programs, which cannot answer a question.
            if (printedJson(status) || !approved(name, status.value())) {
                return ExitCode.CHANGES_PENDING;
            }
        }
        String deploymentId = api.delete(ApiPath.of("applications", name), BegunView.class).value().deploymentId();
        return waiting.follow(api, terminal(), json(), name, deploymentId);
    }

    private boolean approved(String name, ApplicationView status) {
        terminal().line("This removes " + status.instances().size() + " instances of " + name + " and their data.");
        HostPrices.afterwards(status).forEach(terminal()::line);
        return Approval.asked(terminal(), "Type the application's name to continue: ", name::equals);
    }
}
