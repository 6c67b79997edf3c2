/**
 * Owns adaptation: observes the hosts of applications, evaluates the rules (org.caravan.rules), and carries out what they find, within the
 * autonomy that owners choose and the limits that operators set. Only the leader adapts.
 * Must not know how a plan is found or executed.
 * Start reading with {@link AdaptationLoop} and {@link LostHosts}.
 */
package org.caravan.server.adaptation;
