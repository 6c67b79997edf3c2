package org.caravan.server;

import java.time.Duration;
import org.caravan.rules.path.PathPause;
import org.caravan.rules.path.PathRuleSettings;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the rule about paths that are cut or much slower, {@code caravan.adaptation.paths.*}.
 *
 * @param factor factor of the round-trip time, above 1, by which a path is much slower than when the plan was made
 * @param slowerBy the same as a difference, 0 or more; both must be exceeded
 * @param measurements successive measurements that must show it; 0: the rule is off
 * @param settled how long a path must be as planned before its next fault is a new one
 * @param again time after which a fault that lasts is a reason again, above 0
 * @param pause time between two automatic moves of an application because of paths, 0 or more
 */
public record PathSettings(
        @DefaultValue("1.5") double factor,
        @DefaultValue("10ms") Duration slowerBy,
        @DefaultValue("2") int measurements,
        @DefaultValue("10m") Duration settled,
        @DefaultValue("1h") Duration again,
        @DefaultValue("30m") Duration pause) {

    public PathSettings {
        if (!(factor > 1) || measurements < 0 || slowerBy.isNegative() || settled.isNegative() || pause.isNegative()
                || again.isNegative() || again.isZero()) {
            throw new IllegalArgumentException("A setting of caravan.adaptation.paths is out of range: its factor is above 1, again above "
                    + "0s, all others are not negative.\nMaybe use 1.5 for factor, 10ms for slower-by, 2 for measurements, "
                    + "10m for settled, 1h for again and 30m for pause.");
        }
    }

    public boolean used() {
        return measurements > 0;
    }

    /** @param mostSilent share of silent sites above which the fault is on the side of the server, 0 to 1 */
    public PathRuleSettings rules(double mostSilent) {
        return new PathRuleSettings(factor, slowerBy.toMillis(), measurements, mostSilent, settled, again);
    }

    public PathPause limit() {
        return new PathPause(pause);
    }
}
