package org.caravan.server.deployment;

import org.caravan.execution.journal.StoreFault;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains a start that failed because of the journal, in place of a stack trace. */
final class StoreFaultAnalyzer extends AbstractFailureAnalyzer<StoreFault> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StoreFault cause) {
        String[] said = cause.getMessage().split("\n", 2);
        return new FailureAnalysis(said[0], said.length > 1 ? said[1] : "Maybe look at the server's log.", cause);
    }
}
