/**
 * Owns very large problems in partitions: their shares of resources, and the answers put together.
 * Must not know who plans a partition, and where.
 * Start reading at {@link Partitioner}.
 */
package org.caravan.solver.partition;
