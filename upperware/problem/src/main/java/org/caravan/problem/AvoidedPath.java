package org.caravan.problem;

import org.caravan.measure.PathId;

/**
 * Path that links between two components, or from users to a component, avoid if they have another one.
 *
 * @param from id of a component or of users
 */
public record AvoidedPath(String from, String toComponentId, PathId path) {

    @Override
    public String toString() {
        return from + " -> " + toComponentId + " not via " + path;
    }
}
