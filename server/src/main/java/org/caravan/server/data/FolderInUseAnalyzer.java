package org.caravan.server.data;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains the failed start in place of Spring's stack trace. */
final class FolderInUseAnalyzer extends AbstractFailureAnalyzer<FolderInUse> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, FolderInUse cause) {
        return new FailureAnalysis(cause.getMessage(),
                "Maybe stop that one, or set caravan.data to a folder of this server's own.", cause);
    }
}
