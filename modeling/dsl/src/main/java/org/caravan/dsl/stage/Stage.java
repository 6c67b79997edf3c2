package org.caravan.dsl.stage;

import java.util.Locale;

/** Stage that uses a language construct. */
public enum Stage {
    /** Decides where and how copies run. */
    PLAN,
    /** Acts on hosts, providers and names. */
    EXECUTION,
    /** Measures the network; plans use the measurements. */
    MEASUREMENT,
    /** Replans while the application runs. */
    ADAPTATION,
    /** Controls who may do or see something. */
    SECURITY,
    /** Only shows the construct to users. */
    SHOWN,
    /** Only stores the construct with the model, where other constructs may reference it. */
    KEPT;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
