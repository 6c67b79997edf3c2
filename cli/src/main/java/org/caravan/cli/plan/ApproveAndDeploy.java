package org.caravan.cli.plan;

import java.util.function.Supplier;
import org.caravan.api.plan.PlanView;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.Terminal;
import org.caravan.cli.command.WaitOption;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.PlanApproval;
import org.caravan.client.PlanText;

/** Shows a plan, asks for approval and deploys it, for plans from any command. */
public final class ApproveAndDeploy {

    private final Api api;
    private final Terminal terminal;
    private final boolean json;
    private final boolean autoApprove;
    private final WaitOption waiting;
    private final boolean takeOver;

    public ApproveAndDeploy(Api api, Terminal terminal, boolean json, boolean autoApprove, WaitOption waiting) {
        this(api, terminal, json, autoApprove, waiting, false);
    }

    /** @param takeOver whether plans may replace applications of other users */
    ApproveAndDeploy(Api api, Terminal terminal, boolean json, boolean autoApprove, WaitOption waiting, boolean takeOver) {
        this.takeOver = takeOver;
        this.api = api;
        this.terminal = terminal;
        this.json = json;
        this.autoApprove = autoApprove;
        this.waiting = waiting;
    }

    /** Returns the exit code. The plan is not made again. */
    int carryOut(String application, Answer<PlanView> answer) {
        return carryOut(application, answer, "deploy");
    }

    /** Returns the exit code. @param again makes the plan again if other applications have taken what it needs */
    public int carryOut(String application, Answer<PlanView> answer, Supplier<Answer<PlanView>> again) {
        return carryOut(application, answer, "deploy", again);
    }

    /** Returns the exit code. @param command name of the command that has the option {@code --take-over} */
    int carryOut(String application, Answer<PlanView> first, String command, Supplier<Answer<PlanView>> again) {
        Answer<PlanView> answer = first;
        for (int attempt = 1;; attempt++) {
            try {
                return carryOut(application, answer, command);
            } catch (ApiFault rejection) {
                if (!autoApprove || !PlanApproval.repeats(rejection, attempt)) {
                    throw rejection;
                }
                if (!json) {
                    terminal.line(PlanApproval.again(rejection, attempt));
                }
                answer = again.get();
            }
        }
    }

    private int carryOut(String application, Answer<PlanView> answer, String command) {
        PlanView plan = read(answer);
        if (!json) {
            PlanText.print(plan, terminal);
        }
        if (!PlanText.planned(plan) || !plan.changes()) {
            return told(answer, ExitCode.ofPlan(plan));
        }
        if (plan.takesOver().isPresent() && !takeOver) {
            if (!json) {
                terminal.line(
                        "Not deployed: the plan would replace an application that another submitter deployed.\n    Maybe rename the "
                        + "application in the model; if the replacement is intended: caravan " + command + " " + application
                        + " --take-over");
            }
            return told(answer, ExitCode.CHANGES_PENDING);
        }
        if (!approved()) {
            return told(answer, ExitCode.CHANGES_PENDING);
        }
        String deploymentId = PlanApproval.approve(api, application, plan, takeOver);
        return waiting.follow(api, terminal, json, application, deploymentId);
    }

    private PlanView read(Answer<PlanView> answer) {
        try {
            return answer.value();
        } catch (ApiFault unreadable) {
            told(answer, ExitCode.ERROR);
            throw unreadable;
        }
    }

    private int told(Answer<PlanView> plan, int exitCode) {
        if (json) {
            terminal.document(plan);
        }
        return exitCode;
    }

    /** JSON output is for programs, which are not asked: the exit code reports that approval is missing. */
    private boolean approved() {
        return autoApprove || !json && Approval.yes(terminal, "Deploy this? [y/N] ");
    }
}
