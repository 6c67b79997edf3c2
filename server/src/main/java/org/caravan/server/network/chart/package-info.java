/**
 * Owns charts and time series of the measured network.
 * Must not know how samples are made.
 * Start reading at {@link NetworkChartController}.
 */
package org.caravan.server.network.chart;
