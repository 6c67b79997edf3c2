/**
 * Owns which probes are worth taking, between which machines, and which may run at the same time.
 * Pure: infrastructure, addresses and what is known go in, rounds of orders come out.
 * Must not know how a probe is taken or where its samples go.
 */
package org.caravan.measure.schedule;
