/**
 * Owns network measurements: samples, their statistics, and the matrix that the planner reads.
 * Must not know applications, plans, SSH or any database.
 * Start with NetworkMatrixBuilder; the ports are Probe (takes samples) and SampleStore (stores them).
 */
package org.caravan.measure;
