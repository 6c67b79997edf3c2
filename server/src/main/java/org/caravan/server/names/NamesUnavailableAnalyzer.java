package org.caravan.server.names;

import org.caravan.routing.NamesUnavailable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports an unusable DNS listen address as a message with advice instead of a stack trace. */
final class NamesUnavailableAnalyzer extends AbstractFailureAnalyzer<NamesUnavailable> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NamesUnavailable cause) {
        return new FailureAnalysis(cause.getMessage(), "Maybe give this server a port of its own, for example: --caravan.dns.listen="
                + cause.free().orElse("127.0.0.1:5063") + " (see \"A second installation\" in docs/operating.md).", cause);
    }
}
