package org.caravan.dsl.ide;

/**
 * Result of {@code caravan/picture}.
 *
 * @param svg SVG document; null if nothing can be drawn, so that editors keep the last picture
 * @param problem reason for the author if there is no picture; otherwise null
 */
public record Drawing(String svg, String problem) {

    static Drawing of(String svg) {
        return new Drawing(svg, null);
    }

    static Drawing none(String problem) {
        return new Drawing(null, problem);
    }
}
