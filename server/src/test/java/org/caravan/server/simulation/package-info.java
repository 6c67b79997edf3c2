/**
 * Owns the deterministic simulation of the control plane: a seed drives time, hosts, servers and faults around the real rules, planner,
 * reconciler, executor and journal. Tests and {@code ./caravan bench world} use it; it is no part of the product.
 * Start reading with {@link World}.
 */
package org.caravan.server.simulation;
