/**
 * Owns users' names in a PowerDNS zone, changed through its HTTP API (4.3 or later); records without Caravan's mark stay unchanged.
 * Must not know why a name has its address.
 * Start reading at {@link PowerDnsNames}.
 */
package org.caravan.routing.powerdns;
