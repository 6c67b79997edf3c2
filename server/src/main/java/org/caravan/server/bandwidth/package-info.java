/**
 * Owns the bandwidth of copies as people see and change it: what is granted and used per access link, changes at run time, and
 * what hosts did because of quotas.
 * Must not know how nodes enforce it or how readings are taken.
 * Start reading with {@link BandwidthChanges}.
 */
package org.caravan.server.bandwidth;
