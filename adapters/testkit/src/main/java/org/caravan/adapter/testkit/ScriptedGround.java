package org.caravan.adapter.testkit;

import org.caravan.adapter.CopyId;

/** What the scripts of all hosts have in common, for tests that look behind the adapter. */
public final class ScriptedGround {

    private ScriptedGround() {}

    /** A command after which the host leaves the copy alone when its process ends: the documented way for who works on the host. */
    public static String hold(CopyId id) {
        return "mkdir -p /run/caravan/hold && : >/run/caravan/hold/" + id.label() + "; ";
    }
}
