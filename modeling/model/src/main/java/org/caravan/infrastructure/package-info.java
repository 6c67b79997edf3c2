/**
 * Owns where an application may run: sites, their ISPs and hosts, as an operator models them.
 * Plain immutable records; what a host really offers is observed by adapters, not modelled here.
 * Must not know of applications, measurements or plans.
 */
package org.caravan.infrastructure;
