/**
 * Owns the incremental score and the usage counters of one assignment, and the progress of a planning.
 * Must not know which assignment is tried next.
 * Start reading at {@link IncrementalScore}.
 */
package org.caravan.solver.score;
