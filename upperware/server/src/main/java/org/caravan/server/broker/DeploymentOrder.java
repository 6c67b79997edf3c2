package org.caravan.server.broker;

import org.caravan.json.Json;

/**
 * What the leader is asked to do, whichever server was asked. Carried out twice it does no more than once.
 *
 * @param deploymentId to go on with or to cancel; 0 for what begins a new one
 * @param acceptDataLoss of a repair
 * @param by who cancels, for people; else empty
 * @param modelRevision the latest that a removal takes away; else 0
 */
public record DeploymentOrder(Kind kind, String application, long deploymentId, boolean acceptDataLoss, String by, Long modelRevision) {

    public enum Kind {
        DESTROY,
        RESUME,
        CANCEL,
        REPAIR,
        REMOVE
    }

    /** Orders that an earlier version left with the broker say nothing of who, nor of revisions. */
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

    /** @param modelRevision so that one which came later stays, also where this is carried out twice */
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
