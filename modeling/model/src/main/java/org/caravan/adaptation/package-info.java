/**
 * Owns what an application wants watched and done while it runs: metrics, variables of a plan, constraints, rules, utilities.
 * Must not know components and requests but by their ids.
 */
package org.caravan.adaptation;
