package org.caravan.server.adaptation;

import java.util.Optional;

/** Approvals of rules in a test, without the audit log. */
public abstract class GivenApproval extends AutomaticApproval {

    protected GivenApproval() {
        super(null, null);
    }

    @Override
    public abstract Optional<Long> approveOrLater(String application, String planId, long decision, String by);

    @Override
    public final long approve(String application, String planId, long decision, String by) {
        return approveOrLater(application, planId, decision, by).orElse(0L);
    }

    @Override
    public abstract void resume(String application, long deploymentId, long decision, String by);
}
