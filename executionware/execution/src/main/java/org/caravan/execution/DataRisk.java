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

/** Effects of steps on components that keep data on their hosts. */
final class DataRisk {

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
