/**
 * Owns proofs with CP-SAT in a process of its own: the integer program, the process and its answer.
 * Must not know how the placement to prove was found.
 * Start reading at {@link OptimalityProof}.
 */
package org.caravan.solver.exact;
