/**
 * Owns the state of the network between sites: probe runs, their samples, and the matrix built from them. An interrupted run keeps the
 * samples it has taken.
 * Must not know which placements use the matrix.
 * Start reading at {@link Network} and {@link ProbeWorker}.
 */
package org.caravan.server.network;
