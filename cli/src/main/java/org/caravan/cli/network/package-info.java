/**
 * Owns commands for the measured network: matrix, probes, charts and probe agents.
 * Must not know how paths are measured.
 * Start reading at {@link NetworkCommand}.
 */
package org.caravan.cli.network;
