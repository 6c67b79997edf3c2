package org.caravan.server.organisation;

import java.util.Optional;
import org.caravan.server.organisation.Ownership.Kind;
import org.caravan.server.rest.ProblemException;

/** Kind of resource that belongs to organisations and is named in request paths; {@link OwnershipFilter} checks access to it. */
public interface OwnedResource {

    /** Kind of the resource. */
    Kind kind();

    /** Whether paths with this pattern name a resource of this kind, in the variable {@code name}. */
    boolean names(String pattern);

    /** Whether PUT of a path with this pattern creates the resource if it does not exist. */
    default boolean creates(String pattern) {
        return names(pattern);
    }

    /** Organisation that owns the resource; empty if the resource does not exist. */
    Optional<String> owner(String name);

    /** The response for a resource that does not exist. */
    ProblemException unknown(String name, OrganisationScope reach);
}
