package org.caravan.organisation;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** What those may do who have it. */
public record Role(String id, Set<Permission> permissions) {

    public Role {
        permissions = Collections.unmodifiableSet(new TreeSet<>(permissions));
    }
}
