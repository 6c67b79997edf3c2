/**
 * Owns the decomposition by clusters of instances: beam search, exchange of clusters, annealing and Lagrange multipliers.
 * Must not know OptaPlanner, or the order in which searches run.
 * Start reading at {@link ClusterSearch}.
 */
package org.caravan.solver.cluster;
