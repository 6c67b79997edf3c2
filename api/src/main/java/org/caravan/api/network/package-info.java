/**
 * Owns the requests and answers of REST about the measured network, probe runs and probe agents.
 * Must not know records of the server.
 * Start reading at {@link MeasuredPathView}.
 */
package org.caravan.api.network;
