/**
 * Owns the requirements of a problem one by one, each with the problem that is left when it does not hold.
 * Pure. Leaving one out only ever makes more placements possible.
 * Must not know planners.
 */
package org.caravan.problem.requirement;
