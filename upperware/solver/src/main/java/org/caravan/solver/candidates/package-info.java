/**
 * Owns the choice of hosts worth trying for an instance, and the change of the score by a single move.
 * Must not know the order of moves, or when a search ends.
 * Start reading at {@link CandidateHosts}.
 */
package org.caravan.solver.candidates;
