package org.caravan.cli.node;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.api.deployment.DeploymentView;
import org.caravan.api.node.DrainView;
import org.caravan.api.node.NodesView;
import org.caravan.api.plan.PlanView;
import org.caravan.api.plan.PlanningOrder;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.cli.command.WaitOption;
import org.caravan.cli.plan.Approval;
import org.caravan.cli.plan.ApproveAndDeploy;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ApiPath;
import org.caravan.client.DeploymentFollower;
import org.caravan.client.PlanApproval;
import org.caravan.client.PlanText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "drain",
        mixinStandardHelpOptions = true,
        description = "Moves all copies off a node by plans that are shown for approval, and excludes the node from further placement.",
        exitCodeList = {
            "0:Drained, or included again (--undo).",
            "1:Error, a copy cannot be moved, or the node was not observed.",
            "2:Not approved.",
            "3:A move failed and was undone."
        },
        footer = {"",
            "Example: caravan node drain pi-bergen-1"})
final class NodeDrainCommand extends LiveCommand {

    @Parameters(paramLabel = "NODE", description = "Name of the node.")
    private String hostId;

    @Option(names = "--undo", description = "Include the node in placement again; moves nothing back.")
    private boolean undo;

    @Option(names = "--auto-approve", description = "Execute the plans without asking for approval.")
    private boolean autoApprove;

    @Option(names = "--best-effort",
            description = "Move every application that has another host, and leave the others. Without it, nothing moves unless all can.")
    private boolean bestEffort;

    @Override
    protected int run(Api api) {
        return undo ? undo(api) : drain(api);
    }

    private int undo(Api api) {
        Answer<DrainView> now = api.delete(ApiPath.of("nodes", hostId, "drain"), DrainView.class);
        if (!printedJson(now)) {
            terminal().line(hostId + " can be used again: new plans can place instances on it.");
        }
        return ExitCode.DONE;
    }

    private int drain(Api api) {
        Answer<DrainView> now = api.get(ApiPath.of("nodes", hostId, "drain"), DrainView.class);
        refuseData(now.value());
        Map<String, PlanView> plans = new LinkedHashMap<>();
        now.value().applications().forEach(application -> plans.put(application, plan(api, application).value()));
        if (!json()) {
            show(now.value(), plans);
        }
        Map<String, Left> left = new LinkedHashMap<>();
        plans.forEach((application, plan) -> {
            if (!PlanText.planned(plan)) {
                left.put(application, new Left(ExitCode.ERROR, "without " + hostId + " it has no placement."));
            }
        });
        if (!left.isEmpty() && (!bestEffort || left.size() == plans.size())) {
            return told(now, ExitCode.ERROR, hostId + " is unchanged: not every instance on it has another host."
                    + (left.size() == plans.size() ? "" : "\n    Maybe move those that have one, and leave "
                    + String.join(", ", left.keySet()) + ": caravan node drain " + hostId + " --best-effort"));
        }
        plans.keySet().removeAll(left.keySet());
        if (!autoApprove && (json() || !Approval.yes(terminal(), "Drain " + hostId + "? [y/N] "))) {
            return told(now, ExitCode.CHANGES_PENDING, "");
        }
        api.put(ApiPath.of("nodes", hostId, "drain"));
        // An application that cannot leave completely, because a host does not respond, does not delay the others.
        plans.forEach((application, shown) -> left.put(application, moved(api, application, shown)));
        left.values().removeIf(one -> one.exitCode() == ExitCode.DONE);
        Answer<DrainView> after = api.get(ApiPath.of("nodes", hostId, "drain"), DrainView.class);
        return left.isEmpty() ? observed(api, after) : ended(after, left);
    }

    /**
     * Result for one application.
     *
     * @param why reason why the application has not left the node completely; empty if none is known
     */
    private record Left(int exitCode, String why) {}

    private Left moved(Api api, String application, PlanView shown) {
        try {
            int exitCode = move(api, application, shown, 1);
            return new Left(exitCode, exitCode == ExitCode.DONE ? "" : lastError(api, application));
        } catch (ApiFault refused) {
            return new Left(ExitCode.ERROR, refused.getMessage());
        }
    }

    private static String lastError(Api api, String application) {
        return api.get(ApiPath.of("applications", application, "deployments", "latest"), DeploymentView.class).value().error().orElse("");
    }

    /** No plan has copies on the node. On a node that is unreachable, copies may run all the same. */
    private int observed(Api api, Answer<DrainView> now) {
        boolean unobserved = api.joined(ApiPath.of("nodes"), NodesView.class).value().unobserved().stream()
                .anyMatch(host -> host.hostId().equals(hostId));
        return unobserved ? told(now, ExitCode.ERROR, hostId
                + " gets no new instances, and no plan has instances on it. But it could not be"
                + " observed: remains of instances must be cleaned up." + wayOut())
                : told(now, ExitCode.DONE, hostId + " is drained: nothing runs on it, and plans place nothing on it.");
    }

    private String wayOut() {
        return "\n    Maybe repeat this command when " + hostId
                + " answers; if it will not, remove it from the infrastructure: caravan node remove "
                + hostId + " --force, or end the drain with --undo";
    }

    private int ended(Answer<DrainView> now, Map<String, Left> left) {
        StringBuilder text = new StringBuilder(hostId + " gets no new instances, but some have not left it:");
        left.forEach((application, one) -> {
            boolean there = now.value().applications().contains(application);
            text.append("\n  ").append(application).append(there ? " still has instances there"
                    : " runs on other hosts; its remains on the host must be cleaned up")
                    .append(one.why().isEmpty() ? "" : ": " + one.why().lines().findFirst().orElse(""));
        });
        return told(now, left.values().iterator().next().exitCode(), text + wayOut());
    }

    private void refuseData(DrainView now) {
        if (!now.keepingData().isEmpty()) {
            StringBuilder text = new StringBuilder(hostId + " cannot be drained:");
            now.keepingData().forEach(one -> text.append("\n  ").append(one)
                    .append(" stores its data there; on another host it would start empty."));
            throw new ApiFault("keeps-data", text
                    + "\n    Maybe copy its data to another host, or destroy the application: caravan destroy NAME");
        }
    }

    private void show(DrainView now, Map<String, PlanView> plans) {
        if (plans.isEmpty()) {
            terminal().line("No instance of this server is on " + hostId + ".");
        }
        now.instances().forEach(one -> terminal().line("- " + one + " on " + hostId));
        plans.forEach((application, plan) -> {
            terminal().line("Application " + application);
            PlanText.print(plan, terminal());
        });
    }

    private Answer<PlanView> plan(Api api, String application) {
        PlanningOrder order = new PlanningOrder(List.of(hostId), Optional.empty());
        return api.post(ApiPath.of("applications", application, "plans"), order, PlanView.class);
    }

    /** Plans again after the other applications have moved. If the changes differ from the approved ones, asks for approval again. */
    private int move(Api api, String application, PlanView shown, int attempt) {
        Answer<PlanView> answer = plan(api, application);
        PlanView plan = answer.value();
        boolean asApproved = plan.diffText().equals(shown.diffText());
        if (!asApproved && !json()) {
            terminal().line("Other instances have moved, or their places were taken, in the meantime; the plan of " + application
                    + " has changed.");
            return new ApproveAndDeploy(api, terminal(), false, autoApprove, new WaitOption(true))
                    .carryOut(application, answer, () -> plan(api, application));
        }
        if (!PlanText.planned(plan) || !plan.changes()) {
            return PlanText.planned(plan) ? ExitCode.DONE : ExitCode.ERROR;
        }
        String deploymentId;
        try {
            deploymentId = PlanApproval.approve(api, application, plan, false);
        } catch (ApiFault rejection) {
            if (!PlanApproval.repeats(rejection, attempt)) {
                throw rejection;
            }
            if (!json()) {
                terminal().line(PlanApproval.again(rejection, attempt));
            }
            return move(api, application, shown, attempt + 1);
        }
        return ExitCode.of(new DeploymentFollower(api, terminal(), json()).follow(application, deploymentId));
    }

    private int told(Answer<DrainView> now, int exitCode, String text) {
        if (!printedJson(now) && !text.isEmpty()) {
            terminal().line(text);
        }
        return exitCode;
    }
}
