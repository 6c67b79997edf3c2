/**
 * Owns one probe run: executes the scheduled probes, stores their samples, and accounts for cost and faults.
 * Must not know how probes are taken or what the matrix is used for; reaches the world only through the ports Probe and SampleStore.
 * Start with ProbeRun.
 */
package org.caravan.measure.run;
