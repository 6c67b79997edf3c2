package org.caravan.execution;

import java.util.Optional;
import org.caravan.canonical.Digest;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.json.Json;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records that the journal holds as JSON. Their form is a part of the journal's version: whoever changes it adds one to
 * {@link Schema}, whose statements bring the texts that are there into the new form.
 */
final class Stored {

    private static final Logger LOG = LoggerFactory.getLogger(Stored.class);

    private Stored() {}

    /** @throws StoreFault if this Caravan cannot read it */
    static DeploymentPlan plan(String planId, String text) {
        return read(text, DeploymentPlan.class, "plan " + Digest.abbreviated(planId));
    }

    /** Only explains: one that cannot be read any more is left out. */
    static Optional<PlanReport> report(String planId, String text) {
        try {
            return Optional.of(Json.read(text, PlanReport.class));
        } catch (RejectedInput unreadable) {
            LOG.warn("the reasons of plan {} are of an earlier Caravan and cannot be read: {}", Digest.abbreviated(planId), unreadable.getMessage());
            return Optional.empty();
        }
    }

    /**
     * @param what in words for a person
     * @throws StoreFault if this Caravan cannot read it
     */
    static <T> T read(String text, Class<T> type, String what) {
        try {
            return Json.read(text, type);
        } catch (RejectedInput unreadable) {
            throw new StoreFault("The journal has a record that this Caravan cannot read, " + what + ": "
                    + unreadable.diagnostics().get(0).message() + "\nMaybe start the Caravan that wrote it, and tell those who made this one.", unreadable);
        }
    }
}
