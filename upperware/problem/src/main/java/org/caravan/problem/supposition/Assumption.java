package org.caravan.problem.supposition;

import java.util.List;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.problem.PlacementProblem;

/** Assumption of a what-if question. */
sealed interface Assumption permits Pin, Price, EgressPrice, RequestRates, RoundTripTime, IgnoredLocations, ExcludedResource {

    /**
     * @throws RejectedInput if the problem does not contain the subject of the assumption, or if it violates a requirement of the
     * application
     */
    PlacementProblem appliedTo(PlacementProblem problem);

    static RejectedInput refused(String code, String message, String suggestion) {
        return new RejectedInput(List.of(Diagnostic.error(code, message, suggestion)));
    }
}
