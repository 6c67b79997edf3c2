/**
 * Owns where samples are kept: one SQLite file, and summaries per minute and hour from which statistics are read.
 * Must not know who measures or who reads; only the port SampleStore.
 * A second store, for InfluxDB, has to keep the same contract: SampleStoreContract among the tests.
 */
package org.caravan.store;
