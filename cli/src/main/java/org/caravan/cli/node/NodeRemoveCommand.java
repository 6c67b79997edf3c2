package org.caravan.cli.node;

import java.util.Optional;
import org.caravan.api.node.NodeTask;
import org.caravan.api.node.NodeTask.State;
import org.caravan.api.node.NodeTask.Work;
import org.caravan.api.node.NodeTaskOrder;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.cli.plan.Approval;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "remove",
        mixinStandardHelpOptions = true,
        description =
                "Reverts the preparation where that is safe, removes the node from the infrastructure, and deletes its pinned host key.",
        exitCodeList = {"0:Removed.", "1:Error, or copies are left on the node.", "2:Not approved."},
        footer = {"",
            "Example: caravan node remove pi-bergen-1"})
final class NodeRemoveCommand extends LiveCommand {

    @Parameters(paramLabel = "NODE", description = "Name of a drained node.")
    private String hostId;

    @Option(names = "--force", description = "Remove the node even if unused copies are left or the node is unreachable.")
    private boolean force;

    @Option(names = "--auto-approve", description = "Remove without asking for approval.")
    private boolean autoApprove;

    @Override
    protected int run(Api api) {
        NodeTaskFollower follower = new NodeTaskFollower(api, terminal(), json());
        Answer<NodeTask> check = follower.follow(hostId, order(Work.CHECK_REMOVAL));
        if (!json()) {
            NodeText.findings(check.value(), terminal());
            terminal().diff(check.value().diffText());
        }
        if (check.value().state() == State.UNFIT) {
            return told(check, ExitCode.ERROR, hostId + " remains a host: it still has copies or files of Caravan.");
        }
        if (!autoApprove && (json() || !Approval.yes(terminal(), "Remove " + hostId + "? [y/N] "))) {
            return told(check, ExitCode.CHANGES_PENDING, "");
        }
        Answer<NodeTask> task = follower.follow(hostId, order(Work.REMOVE));
        if (!json()) {
            NodeText.findings(task.value(), terminal());
        }
        boolean removed = task.value().state() == State.DONE;
        return told(task, removed ? ExitCode.DONE : ExitCode.ERROR, removed
                ? hostId + " is no longer a host, and its host key is no longer pinned.\n    Remove it from your own file, too, or the "
                        + "next `caravan infrastructure FILE` adds it again."
                : hostId + " remains a host: not everything could be removed.");
    }

    private NodeTaskOrder order(Work work) {
        return new NodeTaskOrder(work, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
                Optional.of(force));
    }

    private int told(Answer<NodeTask> task, int exitCode, String text) {
        if (!printedJson(task) && !text.isEmpty()) {
            terminal().line(text);
        }
        return exitCode;
    }
}
