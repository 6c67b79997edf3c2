package org.caravan.adapter.node;

import java.time.Duration;
import org.caravan.adapter.CopySpec;
import org.caravan.application.ResourceLimits;

/**
 * Settings of a {@link ScriptedAdapter} for running copies.
 *
 * @param bridge bridge on every host, to which copies are attached
 * @param grace time between the termination signal and the kill when a copy is destroyed, 1 s to 10 min
 * @param cpuBurst multiple of its share that a copy may use while the host is idle, at least 1; under load it gets its share. With
 *     1 the share is an upper limit
 * @param callTimeout time limit of one script on a host, without the grace
 */
public record ScriptSettings(String bridge, Duration grace, double cpuBurst, Duration callTimeout) {

    public static final ScriptSettings DEFAULT = new ScriptSettings("br0", Duration.ofSeconds(10), 4, Duration.ofSeconds(60));

    private static final int CPU_PERIOD_US = 100_000;
    private static final int SMALLEST_QUOTA_US = 1_000;

    public ScriptSettings {
        if (cpuBurst < 1) {
            throw new IllegalArgumentException("a copy may use at least its share: " + cpuBurst);
        }
        if (grace.compareTo(Duration.ofSeconds(1)) < 0 || grace.compareTo(Duration.ofMinutes(10)) > 0) {
            throw new IllegalArgumentException("a copy has 1 s to 10 min to end: " + grace);
        }
        if (!bridge.matches("[A-Za-z0-9._-]{1,15}")) {
            throw new IllegalArgumentException("not a name of a bridge: " + bridge);
        }
    }

    public ScriptSettings withGrace(Duration changed) {
        return new ScriptSettings(bridge, changed, cpuBurst, callTimeout);
    }

    /** CPU time per 100 ms, in µs: the copy's own limit, or else its share multiplied by the burst factor. */
    public long cpuQuotaMicros(CopySpec spec) {
        double most = spec.ceiling().flatMap(ResourceLimits::cpu).map(ceiling -> (double) ceiling.value())
                .orElse(spec.cpu().value() * cpuBurst);
        return Math.max(SMALLEST_QUOTA_US, Math.round(most * CPU_PERIOD_US / 1000));
    }
}
