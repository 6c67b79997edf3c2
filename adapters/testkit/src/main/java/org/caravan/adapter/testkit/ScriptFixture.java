package org.caravan.adapter.testkit;

import org.caravan.adapter.CopyId;

/** Shared facts about scripts on hosts, for tests that bypass the adapter. */
public final class ScriptFixture {

    private ScriptFixture() {}

    /** A shell command that disables restarts of the copy on the host, as documented for operators. */
    public static String hold(CopyId id) {
        return "mkdir -p /run/caravan/hold && : >/run/caravan/hold/" + id.label() + "; ";
    }
}
