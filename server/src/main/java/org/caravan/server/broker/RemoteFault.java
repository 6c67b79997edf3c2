package org.caravan.server.broker;

import java.util.List;
import org.caravan.adapter.AdapterFault;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.execution.journal.StoreFault;
import org.caravan.server.rest.ProblemException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.HttpStatus;

/**
 * Serialised error of a request, so that another server can throw the same error.
 *
 * @param kind REFUSED, REJECTED, MACHINE, AWAY (database unavailable) or OTHER
 * @param code code of a refusal, or kind of an adapter fault
 * @param status HTTP status of a refusal; 0 for other kinds
 */
record RemoteFault(String kind, int status, String code, String message, String suggestion, List<Diagnostic> diagnostics) {

    static RemoteFault of(RuntimeException fault) {
        if (fault instanceof ProblemException refusal) {
            return new RemoteFault("REFUSED", refusal.status().value(), refusal.code(), refusal.getMessage(), refusal.suggestion(),
                    refusal.diagnostics());
        }
        if (fault instanceof RejectedInput rejected) {
            return new RemoteFault("REJECTED", 0, "", "", "", rejected.diagnostics());
        }
        if (fault instanceof AdapterFault machine) {
            return new RemoteFault("MACHINE", 0, machine.kind().name(), machine.getMessage(), "", List.of());
        }
        if (fault instanceof UnreadableRecord unreadable) {
            return new RemoteFault("REFUSED", HttpStatus.INTERNAL_SERVER_ERROR.value(), "record-unreadable", unreadable.sentence(),
                    unreadable.wayOut(), List.of());
        }
        boolean away = fault instanceof DataAccessResourceFailureException || fault instanceof StoreFault;
        return new RemoteFault(away ? "AWAY" : "OTHER", 0, "", fault.toString(), "", List.of());
    }

    RuntimeException thrown() {
        return switch (kind) {
            case "REFUSED" -> new ProblemException(HttpStatus.valueOf(status), code, message, suggestion, diagnostics);
            case "REJECTED" -> new RejectedInput(diagnostics);
            case "MACHINE" -> new AdapterFault(AdapterFault.Kind.valueOf(code), message);
            case "AWAY" -> new DataAccessResourceFailureException(message);
            default -> new IllegalStateException("at another server: " + message);
        };
    }
}
