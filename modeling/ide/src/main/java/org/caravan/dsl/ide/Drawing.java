package org.caravan.dsl.ide;

/**
 * Answer to {@code caravan/picture}.
 *
 * @param svg an SVG document; null where none can be drawn now, so that editors keep the last one
 * @param problem why there is none, for the author; null if there is one
 */
public record Drawing(String svg, String problem) {

    static Drawing of(String svg) {
        return new Drawing(svg, null);
    }

    static Drawing none(String problem) {
        return new Drawing(null, problem);
    }
}
