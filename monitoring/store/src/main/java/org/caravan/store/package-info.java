/**
 * Owns the storage of samples and readings: SQLite or InfluxDB, with summaries per minute and hour from which statistics are read.
 * Must not know which component measures or reads; knows only the ports SampleStore and ReadingStore.
 * Start with SqliteSampleStore. InfluxSampleStore has the same contract: SampleStoreContract among the tests.
 */
package org.caravan.store;
