package org.caravan.server.deployment;

import java.util.Optional;
import java.util.function.Supplier;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.TargetRecord;

/** Approvals of a test, without checks and broker. */
public final class GivenApprovals extends Approvals {

    private final RunStore runs;

    public GivenApprovals(RunStore runs) {
        super(null, null, null, null, null, null);
        this.runs = runs;
    }

    @Override
    public Optional<Long> begunBy(String application, String planId) {
        return runs.adoptions(application).stream().filter(adoption -> adoption.target() && adoption.planId().equals(planId))
                .map(TargetRecord::runId).findFirst();
    }

    /** Faults of execution as those of an approval. */
    public static <T> T refusing(Supplier<T> begin) {
        return Deployments.refusing(begin);
    }
}
