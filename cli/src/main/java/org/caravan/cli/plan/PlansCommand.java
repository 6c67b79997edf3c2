package org.caravan.cli.plan;

import java.util.List;
import java.util.Locale;
import org.caravan.api.deployment.TargetView;
import org.caravan.cli.command.ApplicationChoice;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.cli.command.Terminal;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.PlanText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "plans",
        mixinStandardHelpOptions = true,
        description = "Lists the current and former target plans of an application, newest first.",
        footer = {"", "Example: caravan plans sock-shop"})
public final class PlansCommand extends LiveCommand {

    @Mixin
    private ApplicationName application;

    @Override
    protected int run(Api api) {
        String name = new ApplicationChoice(api).choose(application.named());
        Answer<List<TargetView>> answer = api.list(ApiPath.of("applications", name, "targets"), TargetView.class);
        if (printedJson(answer)) {
            return ExitCode.DONE;
        }
        List<TargetView> targets = answer.value();
        sayIfNone(targets, "no plans yet that " + name + " followed\n    Maybe create one and approve it: caravan deploy " + name);
        if (!targets.isEmpty()) {
            terminal().line(String.format("  %-10s %-13s %-25s %9s  %s", "generation", "plan", "since", "instances", "deployment"));
            targets.forEach(target -> terminal().line(row(target)));
            terminal().line("* is the current target. Return to another one with: caravan rollback " + name + " --to GENERATION");
        }
        return ExitCode.DONE;
    }

    private static String row(TargetView target) {
        String how = target.phase().equals("UNDO") ? " automatically, undoing" : "";
        return String.format(Locale.ROOT, "%s %-10d %-13s %-25s %9d  %s %s%s", target.current() ? "*" : " ",
                target.generation(), PlanText.shortId(target.planId()),
                Terminal.second(target.since()), target.instances(),
                target.deploymentId(), target.state().toLowerCase(Locale.ROOT), how);
    }
}
