/**
 * Owns suppositions: what a question "what if" takes for so though it is not, and the problem that follows from it.
 * Pure: a problem in, another one out.
 * Must not know planners, nor who asks.
 */
package org.caravan.problem.supposition;
