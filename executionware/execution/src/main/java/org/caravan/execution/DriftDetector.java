package org.caravan.execution;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.ObservedState;
import org.caravan.change.ChangeSet;
import org.caravan.change.Step;
import org.caravan.change.StepKind;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.journal.RoundState;
import org.caravan.execution.journal.RunStore;
import org.caravan.plan.DeploymentPlan;

/** Determines the changes that a plan would make now. Observes all hosts and changes nothing. */
final class DriftDetector {

    private final HostRegistry fleet;
    private final RunStore store;
    private final RunLoop driver;

    DriftDetector(HostRegistry fleet, RunStore store, RunLoop driver) {
        this.fleet = fleet;
        this.store = store;
        this.driver = driver;
    }

    ChangeSet preview(DeploymentPlan plan) {
        return driver.changes(plan, fleet.observe(), store.roundState(plan.application()));
    }

    Optional<Drift> drift(String application, Set<String> statefulComponentIds) {
        return store.target(application).map(target -> {
            ObservedState seen = fleet.observe();
            RoundState known = store.roundState(application);
            ChangeSet changes = driver.changes(target.plan(), seen, known);
            return new Drift(changes, DataRisk.of(changes, seen, statefulComponentIds),
                    seen.unobserved().stream().filter(host -> known.footprint().contains(host.hostId())).toList());
        });
    }

    /** @throws RejectedInput code data-at-risk, if a repair would lose data of a component */
    void refuseLoss(String application, Set<String> statefulComponentIds) {
        List<String> atRisk = drift(application, statefulComponentIds).map(Drift::dataAtRisk).orElse(List.of());
        if (!atRisk.isEmpty()) {
            throw new RejectedInput(atRisk.stream().map(risk -> Diagnostic.error("data-at-risk",
                    "Repairing " + application + " would lose data: " + risk,
                    "restore the hosts that store it, or accept the loss with --accept-data-loss.")).toList());
        }
    }

    /** Effects of steps on components that keep data on their hosts. */
    static final class DataRisk {

        private DataRisk() {}

        /** One sentence for each step that loses data. A stopped copy is restarted with its data, so it is not at risk. */
        static List<String> of(ChangeSet changes, ObservedState seen, Set<String> statefulComponentIds) {
            return changes.steps().stream()
                    .filter(step -> step.copy().filter(copy -> statefulComponentIds.contains(copy.instance().componentId())).isPresent())
                    .flatMap(step -> risk(step, seen).stream())
                    .toList();
        }

        private static Optional<String> risk(Step step, ObservedState seen) {
            CopyId copy = step.copy().orElseThrow();
            String where = copy.instance() + " on " + step.hostId().orElseThrow();
            if (step.kind() == StepKind.DESTROY) {
                return Optional.of(where + " keeps data and is removed (" + step.cause() + ").");
            }
            boolean startedAgain = step.kind() != StepKind.CREATE || seen.copies().stream()
                    .filter(found -> found.id().equals(copy) && step.hostId().equals(Optional.of(found.hostId())))
                    .anyMatch(found -> step.spec().map(CopySpec::digest).equals(Optional.of(found.specDigest())));
            return startedAgain ? Optional.empty()
                    : Optional.of(where + " is stateful and is recreated empty (" + step.cause() + ").");
        }
    }
}
