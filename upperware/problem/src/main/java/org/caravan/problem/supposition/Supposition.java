package org.caravan.problem.supposition;

import java.util.List;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.problem.PlacementProblem;

/** One thing that is taken for so though it is not. */
sealed interface Supposition permits Pin, Price, EgressPrice, RequestRates, RoundTripTime, Waiver, Without {

    /** @throws RejectedInput where the problem has nothing of what it speaks of, or it breaks what the application requires */
    PlacementProblem appliedTo(PlacementProblem problem);

    static RejectedInput refused(String code, String message, String suggestion) {
        return new RejectedInput(List.of(Diagnostic.error(code, message, suggestion)));
    }
}
