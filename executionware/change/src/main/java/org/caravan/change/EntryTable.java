package org.caravan.change;

import java.util.List;
import org.caravan.plan.EntryPlacement;

/** Port to the name service that answers users' look-ups. Setting the same entries again has no effect. */
public interface EntryTable {

    /** Publishes these entries for the application. An empty list removes the application. */
    void set(String application, long generation, List<EntryPlacement> entries);
}
