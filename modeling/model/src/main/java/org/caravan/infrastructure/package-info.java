/**
 * Owns the infrastructure as an operator models it: sites, their ISPs and hosts, as plain immutable records.
 * Must not know applications, measurements or plans; adapters observe the real capacity of hosts.
 * Start with {@link Infrastructure}.
 */
package org.caravan.infrastructure;
