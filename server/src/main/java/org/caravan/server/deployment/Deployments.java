package org.caravan.server.deployment;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.caravan.api.deployment.DeploymentView;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.execution.DeploymentService;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.OutdatedPlan;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.TargetRecord;
import org.caravan.server.broker.DeploymentOrder;
import org.caravan.server.broker.MessagePublisher;
import org.caravan.server.broker.PendingReplies;
import org.caravan.server.broker.ReplyTopic;
import org.caravan.server.data.StoredRows;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Reads deployments, and sends approvals and orders to the leader. */
@Component
public class Deployments {

    private static final String KIND = "deployment";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final DeploymentService deployment;
    private final RunStore store;
    private final MessagePublisher handover;
    private final ReplyTopic answers;
    private final PendingReplies<Long> replies;

    Deployments(DeploymentService deployment, RunStore store, MessagePublisher handover, ReplyTopic answers) {
        this.deployment = deployment;
        this.store = store;
        this.handover = handover;
        this.answers = answers;
        this.replies = answers.of(KIND, Long::valueOf);
    }

    /**
     * Sends the approval through the broker. Once the broker has it, it is executed even if this server ends now.
     *
     * @param decision number of the decision that approved the plan; 0 if a person did
     */
    long approve(String application, String planId, long decision) {
        return replies.await(number -> handover.planApproved(application, planId, number, decision), PATIENCE)
                .orElseThrow(() -> new ProblemException(HttpStatus.SERVICE_UNAVAILABLE, "deployment-delayed",
                        "The approval of plan (" + planId + ") is recorded; execution has not started.",
                        "check deployments/latest later."));
    }

    /** Sends an order to the leader; the broker keeps it as well. @return id of the deployment; 0 for a removal */
    long order(DeploymentOrder order) {
        return replies.await(number -> handover.ordered(order, number), PATIENCE)
                .orElseThrow(() -> new ProblemException(HttpStatus.SERVICE_UNAVAILABLE, "deployment-delayed",
                        "The request for application (" + order.application() + ") is recorded; execution has not started.",
                        "check deployments/latest later."));
    }

    /** Completes the request, at this server or at another one. */
    void answer(Long request, long runId) {
        if (!replies.answer(request, runId)) {
            answers.tell(KIND, request, Long.toString(runId));
        }
    }

    /** @throws RuntimeException the fault, if there is no request to complete */
    void fail(Long request, RuntimeException fault) {
        if (request == null) {
            throw fault;
        }
        if (!replies.fail(request, fault)) {
            answers.tellFault(KIND, request, fault);
        }
    }

    /** The run that made the plan the target; empty if there is none. */
    Optional<Long> begunBy(String application, String planId) {
        return store.adoptions(application).stream().filter(adoption -> adoption.target() && adoption.planId().equals(planId))
                .map(TargetRecord::runId).findFirst();
    }

    /** Plans that are or were the target, newest first. */
    List<TargetRecord> adoptions(String application) {
        return store.adoptions(application);
    }

    DeploymentView view(ExecutionReport run) {
        return DeploymentViews.of(run, deployment.timeLeft(run));
    }

    /** Newest first. */
    List<ExecutionReport> all(String application, Optional<RunState> state, long before, int most) {
        List<Long> earlier = store.runs(application).stream().filter(runId -> runId < before).toList();
        return earlier.stream().flatMap(runId -> StoredRows.readable(List.of(runId), store::run).stream())
                .filter(run -> state.isEmpty() || state.get() == run.state()).limit(most).toList();
    }

    public Optional<ExecutionReport> latest(String application) {
        return store.runs(application).stream().findFirst().flatMap(store::run);
    }

    /** @param id number of a run, or {@code latest} */
    ExecutionReport required(String application, String id) {
        Optional<ExecutionReport> found = id.equals("latest") ? latest(application)
                : id.matches("\\d{1,18}") ? store.run(Long.parseLong(id)) : Optional.empty();
        return found.filter(run -> run.application().equals(application))
                .orElseThrow(() -> ProblemException.notFound("unknown-deployment",
                        "Application (" + application + ") has no deployment (" + id + ").",
                        "approve a plan first, or list its deployments."));
    }

    /**
     * Maps errors of execution to HTTP: they concern the current state, not the input, so they are conflicts; an unknown resource is 404.
     */
    static <T> T refusing(Supplier<T> begin) {
        try {
            return begin.get();
        } catch (OutdatedPlan outdated) {
            String[] lines = outdated.getMessage().split("\nMaybe ", 2);
            throw ProblemException.conflict("outdated-plan", lines[0], lines.length > 1 ? lines[1] : "plan again.");
        } catch (RejectedInput rejected) {
            Diagnostic first = rejected.diagnostics().get(0);
            HttpStatus status = first.code().startsWith("unknown-") ? HttpStatus.NOT_FOUND : HttpStatus.CONFLICT;
            throw new ProblemException(status, first.code(), first.message(), first.suggestion().orElse("look at the host."),
                    rejected.diagnostics());
        }
    }
}
