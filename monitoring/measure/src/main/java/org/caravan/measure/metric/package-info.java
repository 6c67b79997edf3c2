/**
 * Owns the metrics of hosts and copies, and the port to their storage.
 * Must not know how and by which component hosts are read.
 * Start with Reading; ReadingStore is the port.
 */
package org.caravan.measure.metric;
