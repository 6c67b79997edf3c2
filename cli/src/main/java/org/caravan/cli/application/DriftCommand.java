package org.caravan.cli.application;

import java.util.List;
import org.caravan.api.deployment.BegunView;
import org.caravan.api.deployment.DriftView;
import org.caravan.api.deployment.RepairOrder;
import org.caravan.api.deployment.UnobservedView;
import org.caravan.cli.command.ApplicationChoice;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.cli.command.WaitOption;
import org.caravan.cli.plan.Approval;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "drift",
        mixinStandardHelpOptions = true,
        description = "Shows the differences between the running state and the target; repairs them with --repair.",
        exitCodeList = {
            "0:No difference, or repaired.",
            "1:Error, or the repair failed.",
            "2:Differences, or not approved.",
            "4:No difference on the observed hosts, but some hosts were not observed."
        },
        footer = {"",
            "Example: caravan drift sock-shop --repair"})
public final class DriftCommand extends LiveCommand {

    @Mixin
    private ApplicationName application;

    @Option(names = "--repair", description = "Repair the differences.")
    private boolean repair;

    @Option(names = "--auto-approve", description = "Repair without asking for approval.")
    private boolean autoApprove;

    @Option(names = "--accept-data-loss", description = "Repair even if stateful copies are recreated or removed.")
    private boolean acceptDataLoss;

    @Mixin
    private WaitOption waiting;

    @Override
    protected int run(Api api) {
        String name = new ApplicationChoice(api).choose(application.named());
        Answer<DriftView> answer = api.get(ApiPath.of("applications", name, "drift"), DriftView.class);
        DriftView drift = read(answer);
        List<String> unobserved = drift.unobserved().stream().map(UnobservedView::hostId).toList();
        boolean changes = drift.changes();
        boolean repairs = changes && repair;
        if (!json()) {
            print(drift, unobserved);
        } else if (!repairs || !autoApprove) {
            printedJson(answer);
        }
        if (!repairs) {
            return changes ? ExitCode.CHANGES_PENDING : unobserved.isEmpty() ? ExitCode.DONE : ExitCode.UNOBSERVED;
        }
        if (!autoApprove && (json() || !Approval.yes(terminal(), "Repair this? [y/N] "))) {
            return ExitCode.CHANGES_PENDING;
        }
        String deploymentId = api.post(ApiPath.of("applications", name, "repair"), new RepairOrder(acceptDataLoss),
                BegunView.class).value().deploymentId();
        return waiting.follow(api, terminal(), json(), name, deploymentId);
    }

    private void print(DriftView drift, List<String> unobserved) {
        if (!drift.changes()) {
            terminal().line(unobserved.isEmpty() ? "The running state matches the target."
                    : "The observed state matches the target, but "
                    + (unobserved.size() == 1 ? "1 host was" : unobserved.size() + " hosts were")
                            + " not observed: " + String.join(", ", unobserved) + ".");
        }
        terminal().diff(drift.text());
        drift.dataAtRisk().forEach(risk -> terminal().line("Data at risk: " + risk));
    }
}
