/**
 * Owns one run over the network: takes the scheduled probes, stores their samples, counts their cost, collects their faults.
 * Reaches the world only through the ports Probe and SampleStore.
 * Must not know how probes are taken, nor what the matrix is used for.
 */
package org.caravan.measure.run;
