/**
 * Owns what is known of the network: samples, their statistics, and the matrix a planner reads.
 * Ports to the world: Probe takes samples, SampleStore keeps them.
 * Must not know of applications, plans, SSH or any database.
 */
package org.caravan.measure;
