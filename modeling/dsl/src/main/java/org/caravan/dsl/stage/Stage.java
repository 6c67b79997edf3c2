package org.caravan.dsl.stage;

import java.util.Locale;

/** What is done with a construct of the language. */
public enum Stage {
    /** Decides by it where and how copies run. */
    PLAN,
    /** Works by it on hosts, providers and names. */
    EXECUTION,
    /** Measures the network by it; plans rest on what was measured. */
    MEASUREMENT,
    /** Plans anew by it while the application runs. */
    ADAPTATION,
    /** Decides by it who may do or see what. */
    SECURITY,
    /** Shows it to people, and does nothing else by it. */
    SHOWN,
    /** Keeps it with the text of the model, where other constructs may name it. */
    KEPT;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
