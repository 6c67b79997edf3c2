package org.caravan.cli.command;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.caravan.api.plan.PlanView;
import org.caravan.client.DeploymentEnd;
import org.caravan.client.PlanText;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Exit codes. Each command declares the meaning of its codes, which its help and {@code docs/cli.md} show. */
public final class ExitCode {

    /** Completed, or nothing to do. */
    public static final int DONE = 0;

    /** The input was refused, or an operation failed. */
    public static final int ERROR = 1;

    /** A plan with changes waits for approval, or the running state differs from the target. */
    public static final int CHANGES_PENDING = 2;

    /** A deployment failed and was rolled back to the previous state. */
    public static final int UNDONE = 3;

    /** No differences on the observed hosts, but some hosts were not observed. */
    public static final int UNOBSERVED = 4;

    /**
     * Wrong command line; no request was sent. EX_USAGE of sysexits.h, and distinct from {@link #CHANGES_PENDING}, which scripts treat as a
     * result.
     */
    public static final int USAGE = 64;

    private ExitCode() {}

    /** Completes the declared exit codes of all subcommands: those without a declaration end with 0 or 1; all have {@link #USAGE}. */
    public static void document(CommandLine line) {
        line.getSubcommands().values().forEach(command -> {
            UsageMessageSpec help = command.getCommandSpec().usageMessage();
            Map<String, String> codes = new TreeMap<>(help.exitCodeList());
            if (codes.isEmpty() && command.getCommand() instanceof Callable) {
                codes.putAll(Map.of("0", "Done.", "1", "Error."));
            }
            codes.put(Integer.toString(USAGE), command.getCommand() instanceof Callable ? "Wrong command line."
                    : "No subcommand is given.");
            help.exitCodeListHeading("%nExit codes:%n");
            help.exitCodeList(codes);
            document(command);
        });
    }

    public static int of(DeploymentEnd end) {
        return switch (end) {
            case DONE -> DONE;
            case UNDONE -> UNDONE;
            case FAILED -> ERROR;
        };
    }

    public static int ofPlan(PlanView plan) {
        if (!PlanText.planned(plan)) {
            return ERROR;
        }
        return plan.changes() ? CHANGES_PENDING : DONE;
    }
}
