/**
 * Owns the choice of probes, of their machines, and of the probes that can run concurrently. Pure: rounds of orders come out.
 * Must not know how a probe is taken or where its samples are stored.
 * Start with ProbeSchedule.
 */
package org.caravan.measure.schedule;
