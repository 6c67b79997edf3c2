/**
 * Owns forecasts of request counts: series in, predictions with intervals and their past errors out. Must not know applications, servers,
 * databases or clocks.
 * Start reading with {@link org.caravan.forecast.Forecaster} and {@link org.caravan.forecast.Forecasts}.
 */
package org.caravan.forecast;
