package org.caravan.plan;

import org.caravan.adapter.InstanceId;
import org.caravan.application.Routers;
import org.caravan.measure.PathId;

/**
 * How one group of users reaches one entry instance: the address they are given when they look up the component.
 *
 * @param targetAddress literal, one of the instance's own; where users reach it only by a public address, which its provider
 *     chooses when it gives it, they are told that one in its place
 */
public record EntryPlacement(
        String usersId, InstanceId to, String endpointName, int port, PathId path, String targetAddress) {

    /** What users look up: the component, whether or not they reach a router before it. */
    public String component() {
        return Routers.entered(usersId, to.componentId());
    }

    /** What users are told where they reach the instance by another address. */
    public EntryPlacement reachedAt(String literal) {
        return new EntryPlacement(usersId, to, endpointName, port, path, literal);
    }
}
