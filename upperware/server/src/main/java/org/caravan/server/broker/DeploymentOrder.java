package org.caravan.server.broker;

import org.caravan.json.Json;

/**
 * What the leader is asked to do, whichever server was asked. Carried out twice it does no more than once.
 *
 * @param deploymentId to go on with; 0 for what is no resumption
 * @param acceptDataLoss of a repair
 */
public record DeploymentOrder(Kind kind, String application, long deploymentId, boolean acceptDataLoss) {

    public enum Kind {
        DESTROY,
        RESUME,
        REPAIR
    }

    public static DeploymentOrder destroy(String application) {
        return new DeploymentOrder(Kind.DESTROY, application, 0, false);
    }

    public static DeploymentOrder resume(String application, long deploymentId) {
        return new DeploymentOrder(Kind.RESUME, application, deploymentId, false);
    }

    public static DeploymentOrder repair(String application, boolean acceptDataLoss) {
        return new DeploymentOrder(Kind.REPAIR, application, 0, acceptDataLoss);
    }

    String text() {
        return Json.write(this);
    }

    public static DeploymentOrder of(String text) {
        return Json.read(text, DeploymentOrder.class);
    }
}
