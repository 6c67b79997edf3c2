/**
 * Owns profiles of requests from packet captures: turns, bytes and service time of each link of a request.
 * Must not know the server, models of applications as files, or packet formats: tshark reads the captures.
 * Start reading at {@link org.caravan.turns.TurnAnalysis}.
 */
package org.caravan.turns;
