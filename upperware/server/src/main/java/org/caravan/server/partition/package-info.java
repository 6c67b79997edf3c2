/**
 * Owns the way of partitions of very large problems between servers: one hands them over, whichever is free plans them.
 * Must not know how a problem is split, nor what becomes of the answers.
 */
package org.caravan.server.partition;
