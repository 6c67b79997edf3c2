package org.caravan.execution;

import org.caravan.plan.EntryPlacement;

/** Hears which replicas names leave out. Called while names are changed: returns at once. */
public interface EntryChoiceListener {

    EntryChoiceListener NONE = (application, entry, told) -> {};

    /** @param told whether users are sent there from now on */
    void changed(String application, EntryPlacement entry, boolean told);
}
