package org.caravan.server.organisation;

import java.util.Optional;
import org.caravan.server.organisation.Owners.Kind;
import org.caravan.server.rest.Refusal;

/** Things that belong to organisations and are named in paths, as {@link Gate} must know them. */
public interface Guarded {

    /** Their kind. */
    Kind kind();

    /** Whether paths of this pattern name one of them, as the variable {@code name}. */
    boolean names(String pattern);

    /** Whose it is; empty if there is none. */
    Optional<String> owner(String name);

    /** How one that is not there is refused. */
    Refusal unknown(String name, Reach reach);
}
