/**
 * Owns the search for a plan; the only place that knows OptaPlanner.
 * Mutable entities live and die inside; records go in and come out.
 * Must not know where a problem comes from or who carries a plan out.
 */
package org.caravan.solver;
