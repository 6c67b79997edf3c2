/**
 * Owns the conversion of charts to SVG text.
 * Must not know what the charts show.
 * Start reading with {@link SvgPainting}.
 */
package org.caravan.server.chart;
