/**
 * Owns the placement problem: everything a planner may know, in one record.
 * A bug report about a plan is this one record.
 * Must not know how a problem is solved or carried out.
 */
package org.caravan.problem;
