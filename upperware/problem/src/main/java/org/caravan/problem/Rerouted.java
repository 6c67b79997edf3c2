package org.caravan.problem;

import org.caravan.measure.PathId;

/**
 * A path that links between two components, or users' links to a component, are not to take where they have another one.
 *
 * @param from id of a component or of users
 */
public record Rerouted(String from, String toComponentId, PathId path) {

    @Override
    public String toString() {
        return from + " -> " + toComponentId + " not via " + path;
    }
}
