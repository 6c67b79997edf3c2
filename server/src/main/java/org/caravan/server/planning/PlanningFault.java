package org.caravan.server.planning;

import org.caravan.adapter.AdapterFault;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.execution.journal.StoreFault;
import org.caravan.server.rest.ProblemException;
import org.springframework.dao.DataAccessResourceFailureException;

/**
 * Cause of a failed planning, with the code and text of the corresponding error response.
 *
 * @param code stable name of the cause
 * @param text message with advice after "Maybe "
 */
record PlanningFault(String code, String text) {

    static PlanningFault of(RuntimeException fault) {
        if (fault instanceof ProblemException refusal) {
            return new PlanningFault(refusal.code(), refusal.getMessage() + "\nMaybe " + refusal.suggestion());
        }
        if (fault instanceof AdapterFault) {
            return new PlanningFault("host-fault", fault.getMessage());
        }
        if (fault instanceof UnreadableRecord) {
            return new PlanningFault("record-unreadable", fault.getMessage());
        }
        if (fault instanceof RejectedInput rejected) {
            return new PlanningFault("rejected-input", rejected.diagnostics().get(0).message() + "\nMaybe " + rejected.diagnostics().get(0)
                    .suggestion().orElse("correct the model."));
        }
        if (fault instanceof DataAccessResourceFailureException || fault instanceof StoreFault) {
            return new PlanningFault("database-away", "The database of the server does not answer.\nMaybe plan again in a few seconds.");
        }
        return new PlanningFault("internal-fault", "The server failed unexpectedly.\nMaybe read its log.");
    }
}
