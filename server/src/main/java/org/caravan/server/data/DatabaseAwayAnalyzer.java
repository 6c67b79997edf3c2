package org.caravan.server.data;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains the failed start in place of Spring's stack trace. */
final class DatabaseAwayAnalyzer extends AbstractFailureAnalyzer<DatabaseUnavailable> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, DatabaseUnavailable cause) {
        return new FailureAnalysis(cause.getMessage(),
                "Maybe start PostgreSQL, correct caravan.database.url, or put the right user and password into the files of "
                        + "caravan.database.credentials.", cause);
    }
}
