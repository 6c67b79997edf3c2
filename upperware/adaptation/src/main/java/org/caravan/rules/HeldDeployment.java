package org.caravan.rules;

import java.util.Set;
import java.util.TreeSet;

/**
 * A deployment that did everything except on hosts that did not answer.
 *
 * @param hostIds all hosts that have or may have copies of the application
 */
public record HeldDeployment(String application, long runId, Set<String> hostIds) {

    public HeldDeployment {
        hostIds = new TreeSet<>(hostIds);
    }
}
