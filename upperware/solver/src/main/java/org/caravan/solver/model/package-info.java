/**
 * Owns the compiled problem instance: arrays and records that are looked up by index.
 * Must not know a search, a score in progress, or the words of an explanation.
 * Start reading at {@link CompiledProblem}.
 */
package org.caravan.solver.model;
