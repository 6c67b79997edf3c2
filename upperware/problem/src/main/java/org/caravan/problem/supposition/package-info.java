/**
 * Owns assumptions of what-if questions and the problems that follow from them. Pure: takes a problem and returns another.
 * Must not know planners or who asks the question.
 * Start reading at {@link Assumptions}.
 */
package org.caravan.problem.supposition;
