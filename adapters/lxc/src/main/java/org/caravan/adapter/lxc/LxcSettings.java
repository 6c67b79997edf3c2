package org.caravan.adapter.lxc;

import java.time.Duration;

/**
 * How {@link LxcAdapter} runs copies.
 *
 * @param bridge on every host, to which copies are attached
 * @param grace between SIGTERM and the kill when a copy is destroyed, 1 s to 10 min
 * @param cpuBurst how many times its share a copy may use while the host is idle, at least 1; under load its share is
 *     what it gets. 1 makes the share a ceiling
 * @param callTimeout for one script on a host, the grace not included
 */
public record LxcSettings(String bridge, Duration grace, double cpuBurst, Duration callTimeout) {

    public static final LxcSettings DEFAULT = new LxcSettings("br0", Duration.ofSeconds(10), 4, Duration.ofSeconds(60));

    public LxcSettings {
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

    public LxcSettings withGrace(Duration changed) {
        return new LxcSettings(bridge, changed, cpuBurst, callTimeout);
    }
}
