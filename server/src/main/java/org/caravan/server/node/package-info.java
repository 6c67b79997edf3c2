/**
 * Owns the life cycle of a node: preparation, measured capability, drain state and removal. Hosts are added and removed by editing the
 * operator's text.
 * Must not know how plans are made or executed; the planner reads the exclusions from {@link DrainedHosts}.
 * Start reading at {@link NodeOnboarding} and {@link NodeRemoval}.
 */
package org.caravan.server.node;
