package org.caravan.server.metrics;

import org.caravan.server.Settings;
import org.caravan.server.rest.ProblemException;

/** Refuses questions about readings of hosts if the settings disable them. */
public final class MetricsOff {

    private MetricsOff() {}

    /** @throws ProblemException {@code metrics-off} (409) */
    public static void refuse(Settings.Metrics settings) {
        if (!settings.used()) {
            throw ProblemException.conflict("metrics-off", "Metrics of hosts are disabled.",
                    "start the server with --caravan.metrics.every=15s.");
        }
    }
}
