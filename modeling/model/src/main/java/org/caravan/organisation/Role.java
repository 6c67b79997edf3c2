package org.caravan.organisation;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** Set of permissions that members with this role have. */
public record Role(String id, Set<Permission> permissions) {

    public Role {
        permissions = Collections.unmodifiableSet(new TreeSet<>(permissions));
    }
}
