/**
 * Owns how charts become SVG texts.
 * Must not know what they show.
 */
package org.caravan.server.chart;
