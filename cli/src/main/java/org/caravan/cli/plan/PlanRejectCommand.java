package org.caravan.cli.plan;

import java.util.Optional;
import org.caravan.api.plan.PlanView;
import org.caravan.api.plan.RejectionOrder;
import org.caravan.api.plan.RejectionView;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.PlanText;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Rejects a plan, or withdraws a rejection. */
@Command(
        name = "reject",
        mixinStandardHelpOptions = true,
        description = {
            "Rejects a plan that waits for approval. It cannot be approved any more, even if planning computes the same plan again.",
            "Does not change what runs."
        },
        exitCodeList = {"0:Rejected, or the rejection is withdrawn.", "1:Error, or the plan does not wait for approval."},
        footer = {"",
            "Example: caravan plan reject sock-shop --reason \"not before the fair\""})
final class PlanRejectCommand extends ServerCommand {

    @Mixin
    private ApplicationName application;

    @Option(names = "--plan", paramLabel = "ID", defaultValue = "latest", description = "Id of the plan (default: ${DEFAULT-VALUE}).")
    private String id;

    @ArgGroup
    private Said said;

    /** Mutually exclusive options: a withdrawn rejection has no reason. */
    private static final class Said {

        @Option(names = "--reason", paramLabel = "TEXT", description = "Reason, shown with the plan: one line of at most 200 characters.")
        private String reason;

        @Option(names = "--undo", description = "Withdraw the rejection.")
        private boolean undo;
    }

    @Override
    protected int run(Api api) {
        String name = application.required();
        // Resolves the id first, so that the reported plan is rejected even if a new one is made in between.
        String plan = api.get(ApiPath.of("applications", name, "plans", id), PlanView.class).value().id();
        ApiPath rejection = ApiPath.of("applications", name, "plans", plan, "rejection");
        String shown = "plan " + PlanText.shortId(plan) + " of " + name;
        if (said != null && said.undo) {
            if (!printedJson(api.delete(rejection))) {
                terminal().line(shown + " can be approved again");
            }
            return ExitCode.DONE;
        }
        Answer<RejectionView> rejected = said == null ? api.post(rejection, RejectionView.class)
                : api.post(rejection, new RejectionOrder(Optional.of(said.reason)), RejectionView.class);
        if (!printedJson(rejected)) {
            String reason = rejected.value().reason();
            terminal().line(shown + " is rejected" + (reason.isEmpty() ? "" : ": " + reason)
                    + "\n  to withdraw the rejection: caravan plan reject " + name + " --undo --plan " + plan);
        }
        return ExitCode.DONE;
    }
}
