/**
 * Owns the store of predictions of plans beside measurements of routers.
 * Must not know how either of them is computed.
 * Start reading with {@link PredictionStore}.
 */
package org.caravan.server.prediction;
