/**
 * Owns forecasts of the requests of applications: turns stored counts into series and keeps chosen methods between estimations.
 * Must not know how counts are observed, nor act on forecasts.
 * Start reading with {@link RequestForecasts}.
 */
package org.caravan.server.forecast;
