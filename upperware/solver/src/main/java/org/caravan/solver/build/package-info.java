/**
 * Owns the compilation of a placement problem: filters of eligible hosts, dominance, platforms and tables.
 * Must not know how the tables are searched.
 * Start reading at {@link ProblemCompiler}.
 */
package org.caravan.solver.build;
