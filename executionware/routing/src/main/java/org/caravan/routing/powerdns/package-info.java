/**
 * Owns users' names in a zone that a PowerDNS server answers for, changed through its HTTP interface (version 4.3 or later).
 * Touches only records that bear our mark; what else is in the zone stays as it is.
 * Must not know why an address is the answer.
 */
package org.caravan.routing.powerdns;
