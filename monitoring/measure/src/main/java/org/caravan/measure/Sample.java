package org.caravan.measure;

import java.time.Instant;

/**
 * One measured value.
 *
 * @param value in the unit of the quantity; finite, not negative
 * @param takenAt time of the measurement by the server's clock
 * @param probe tool that measured it, for example {@code ping} or {@code netperfmeter cubic}
 */
public record Sample(PathId path, Quantity quantity, double value, Instant takenAt, String probe) {

    public Sample {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("no " + quantity + " of " + path + " can be " + value);
        }
    }
}
