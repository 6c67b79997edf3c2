package org.caravan.change;

import java.util.List;
import org.caravan.plan.EntryPlacement;

/** Port to whatever answers users' look-ups. Setting the same entries again changes nothing. */
public interface EntryTable {

    /** After it, users of the application are given these addresses. An empty list removes the application. */
    void set(String application, long generation, List<EntryPlacement> entries);
}
