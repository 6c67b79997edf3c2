/**
 * Owns passive measurement: round-trip times of paths, read from TCP connections of applications.
 * Must not know the use of the figures or the applications that own the connections.
 * Start with PassiveProbe.
 */
package org.caravan.probe.passive;
