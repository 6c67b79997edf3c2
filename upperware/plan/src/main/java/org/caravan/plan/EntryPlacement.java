package org.caravan.plan;

import org.caravan.adapter.InstanceId;
import org.caravan.application.Routers;
import org.caravan.measure.PathId;

/**
 * Access of one group of users to one entry instance: the address that they get when they look up the component.
 *
 * @param targetAddress literal address of the instance; if users reach it only by a public address, which its provider assigns, they get
 * that one instead
 */
public record EntryPlacement(
        String usersId, InstanceId to, String endpointName, int port, PathId path, String targetAddress) {

    /** Component that users look up, with or without a router in front of it. */
    public String component() {
        return Routers.entered(usersId, to.componentId());
    }

    /** The same with another address for users. */
    public EntryPlacement reachedAt(String literal) {
        return new EntryPlacement(usersId, to, endpointName, port, path, literal);
    }
}
