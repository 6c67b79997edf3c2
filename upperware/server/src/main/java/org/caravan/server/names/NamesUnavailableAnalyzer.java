package org.caravan.server.names;

import org.caravan.routing.NamesUnavailable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says it in words where Spring would print a stack trace. */
final class NamesUnavailableAnalyzer extends AbstractFailureAnalyzer<NamesUnavailable> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NamesUnavailable cause) {
        return new FailureAnalysis(cause.getMessage(), "Maybe set caravan.dns.listen to another address:port.", cause);
    }
}
