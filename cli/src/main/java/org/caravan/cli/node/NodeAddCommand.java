package org.caravan.cli.node;

import java.util.Optional;
import org.caravan.api.node.NodeTask;
import org.caravan.api.node.NodeTask.Work;
import org.caravan.api.node.ProposalView;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.cli.network.MeasuringOptions;
import org.caravan.cli.plan.Approval;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "add",
        mixinStandardHelpOptions = true,
        description = "Prepares a bare Debian or Raspberry Pi OS machine, measures it, and adds it to the infrastructure as a host.",
        exitCodeList = {"0:Added.", "1:Error, or a manual fix is required.", "2:Not approved, or restart needed."},
        footer = {"", "If it is interrupted, the same command continues.",
            "Example: caravan node add pi-bergen-3 --site bergen --type raspberry-pi-3 --at 198.51.100.14 --watts 2..4.4"})
final class NodeAddCommand extends LiveCommand {

    @Parameters(paramLabel = "NODE", description = "Name of the host.")
    private String hostId;

    @Mixin
    private NodePlaceOptions place;

    @Mixin
    private MeasuringOptions measuring;

    @Option(names = "--no-measure", description = "Do not measure now.")
    private boolean unmeasured;

    @Option(names = "--auto-approve", description = "Prepare without asking for approval.")
    private boolean autoApprove;

    @Override
    protected int run(Api api) {
        Optional<ProposalView> proposal = place.trustedProposal(api, hostId, terminal(), json());
        if (proposal.isEmpty()) {
            return ExitCode.CHANGES_PENDING;
        }
        NodeTaskFollower follower = new NodeTaskFollower(api, terminal(), json());
        Answer<NodeTask> check = follower.follow(hostId, place.check());
        show(check.value(), proposal.get().diffText());
        if (!autoApprove && (json() || !Approval.yes(terminal(), "Prepare " + hostId + "? [y/N] "))) {
            printedJson(check);
            return ExitCode.CHANGES_PENDING;
        }
        Answer<NodeTask> task = follower.follow(hostId, measuring.order(Work.ADD, Optional.of(place.place()), Optional.of(unmeasured)));
        return printedJson(task) ? NodeText.exitCode(task.value()) : told(task.value());
    }

    private void show(NodeTask check, String diff) {
        if (json()) {
            return;
        }
        NodeText.findings(check, terminal());
        if (!diff.isEmpty()) {
            terminal().line("The infrastructure after the node is added:");
            terminal().diff(diff);
        }
    }

    private int told(NodeTask task) {
        NodeText.findings(task, terminal());
        task.capability().ifPresent(capability -> NodeText.capability(capability, terminal()));
        int exitCode = NodeText.exitCode(task);
        String diff = task.diffText();
        Optional<String> reminder = Optional.of(diff).filter(text -> !text.isEmpty());
        terminal().line(switch (exitCode) {
            case ExitCode.DONE -> hostId + " is a host of the infrastructure." + reminder.map(text ->
                    "\n    Add the line to your own file, too, or the next `caravan infrastructure FILE` removes it.").orElse("");
            case ExitCode.CHANGES_PENDING -> hostId + " needs a restart; then repeat this command.";
            default -> hostId + " is not ready and was not added; fix the missing or failed items, then repeat this command.";
        });
        return exitCode;
    }
}
