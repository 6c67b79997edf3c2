/**
 * Owns the exchange of partitions of very large problems between servers: one server sends them, any free server plans them.
 * Must not know how a problem is split or how the answers are used.
 * Start reading at {@link PartitionRequests} and {@link PartitionWorker}.
 */
package org.caravan.server.partition;
