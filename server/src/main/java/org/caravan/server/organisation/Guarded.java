package org.caravan.server.organisation;

import java.util.Optional;
import org.caravan.server.organisation.Owners.Kind;
import org.caravan.server.rest.Refusal;

/** Kind of resource that belongs to organisations and is named in request paths; {@link Gate} checks access to it. */
public interface Guarded {

    /** Kind of the resource. */
    Kind kind();

    /** Whether paths with this pattern name a resource of this kind, in the variable {@code name}. */
    boolean names(String pattern);

    /** Organisation that owns the resource; empty if the resource does not exist. */
    Optional<String> owner(String name);

    /** The response for a resource that does not exist. */
    Refusal unknown(String name, Reach reach);
}
