package org.caravan.server.broker;

import org.caravan.json.Json;

/**
 * What the leader is asked to do, whichever server was asked. Carried out twice it does no more than once.
 *
 * @param deploymentId to go on with or to cancel; 0 for what begins a new one
 * @param acceptDataLoss of a repair
 * @param by who cancels, for people; else empty
 */
public record DeploymentOrder(Kind kind, String application, long deploymentId, boolean acceptDataLoss, String by) {

    public enum Kind {
        DESTROY,
        RESUME,
        CANCEL,
        REPAIR
    }

    /** Orders that an earlier version left with the broker say nothing of who. */
    public DeploymentOrder {
        by = by == null ? "" : by;
    }

    public static DeploymentOrder destroy(String application) {
        return new DeploymentOrder(Kind.DESTROY, application, 0, false, "");
    }

    public static DeploymentOrder resume(String application, long deploymentId) {
        return new DeploymentOrder(Kind.RESUME, application, deploymentId, false, "");
    }

    public static DeploymentOrder cancel(String application, long deploymentId, String by) {
        return new DeploymentOrder(Kind.CANCEL, application, deploymentId, false, by);
    }

    public static DeploymentOrder repair(String application, boolean acceptDataLoss) {
        return new DeploymentOrder(Kind.REPAIR, application, 0, acceptDataLoss, "");
    }

    String text() {
        return Json.write(this);
    }

    public static DeploymentOrder of(String text) {
        return Json.read(text, DeploymentOrder.class);
    }
}
