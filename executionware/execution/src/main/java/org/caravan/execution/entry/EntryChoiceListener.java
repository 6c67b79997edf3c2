package org.caravan.execution.entry;

import org.caravan.plan.EntryPlacement;

/** Receives changes in the set of replicas that DNS names include. Called during the change, so it must return immediately. */
public interface EntryChoiceListener {

    EntryChoiceListener NONE = (application, entry, shown) -> {};

    /** @param shown true if the names of users contain the replica from now on */
    void changed(String application, EntryPlacement entry, boolean shown);
}
