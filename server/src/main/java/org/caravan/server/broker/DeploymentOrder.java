package org.caravan.server.broker;

import org.caravan.json.Json;

/**
 * An order to the leader about deployments, whichever server accepted the request. Orders are idempotent.
 *
 * @param deploymentId deployment to resume or cancel; 0 for other kinds
 * @param acceptDataLoss for a repair
 * @param by display name of the user who cancels; else empty
 * @param modelRevision latest revision that a removal deletes; else 0
 */
public record DeploymentOrder(Kind kind, String application, long deploymentId, boolean acceptDataLoss, String by, Long modelRevision) {

    public enum Kind {
        DESTROY,
        RESUME,
        CANCEL,
        REPAIR,
        REMOVE
    }

    /** Orders that an earlier version left with the broker have no user and no revision. */
    public DeploymentOrder {
        by = by == null ? "" : by;
        modelRevision = modelRevision == null ? 0 : modelRevision;
    }

    public static DeploymentOrder destroy(String application) {
        return new DeploymentOrder(Kind.DESTROY, application, 0, false, "", 0L);
    }

    public static DeploymentOrder resume(String application, long deploymentId) {
        return new DeploymentOrder(Kind.RESUME, application, deploymentId, false, "", 0L);
    }

    public static DeploymentOrder cancel(String application, long deploymentId, String by) {
        return new DeploymentOrder(Kind.CANCEL, application, deploymentId, false, by, 0L);
    }

    public static DeploymentOrder repair(String application, boolean acceptDataLoss) {
        return new DeploymentOrder(Kind.REPAIR, application, 0, acceptDataLoss, "", 0L);
    }

    /** @param modelRevision protects later revisions, also if the order is executed twice */
    public static DeploymentOrder remove(String application, long modelRevision) {
        return new DeploymentOrder(Kind.REMOVE, application, 0, false, "", modelRevision);
    }

    String text() {
        return Json.write(this);
    }

    public static DeploymentOrder of(String text) {
        return Json.read(text, DeploymentOrder.class);
    }
}
