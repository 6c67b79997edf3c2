package org.caravan.server.decision;

import java.util.Optional;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.rules.Limits;

/** Port to what owners have chosen. A rehearsal has choices of its own. */
public interface OwnerChoices {

    /** Empty if the owner has chosen none. */
    Optional<Autonomy> chosen(String application, ActionKind kind);

    /** The preset of the kind, if the owner has chosen none. */
    default Autonomy autonomy(String application, ActionKind kind) {
        return chosen(application, kind).orElse(kind.preset());
    }

    /** Empty if the application is not frozen. */
    Optional<Limits.Freeze> freeze(String application);
}
