/**
 * Owns the steps that lead from what runs to what a plan asks for.
 * Pure: an observation and a plan in, a graph of steps out.
 * Must not know how or when a step is carried out.
 */
package org.caravan.change;
