/**
 * Owns the choice of network paths where capacity, an SLO or a cost limit requires another path.
 * Must not know the choice of hosts.
 * Start reading at {@link RerouteRepair}.
 */
package org.caravan.solver.paths;
