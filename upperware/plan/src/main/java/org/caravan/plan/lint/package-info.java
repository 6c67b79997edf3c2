/**
 * Owns what is doubtful about a plan, by severity.
 * Pure: a problem, a plan and its report in, remarks out.
 * Must not know how plans are found.
 */
package org.caravan.plan.lint;
